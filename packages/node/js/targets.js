// The platforms there are packages for, in one list: the loaders choose by it, and `scripts/build-node` builds by it.

"use strict";

const linux = (cpu, libc, rust) => ({ name: `linux-${cpu}-${libc === "glibc" ? "gnu" : libc}`, os: "linux", cpu, libc, rust });
const darwin = (cpu, rust) => ({ name: `darwin-${cpu}`, os: "darwin", cpu, rust });

const TARGETS = [
  linux("x64", "glibc", "x86_64-unknown-linux-gnu"),
  linux("arm64", "glibc", "aarch64-unknown-linux-gnu"),
  linux("x64", "musl", "x86_64-unknown-linux-musl"),
  linux("arm64", "musl", "aarch64-unknown-linux-musl"),
  darwin("x64", "x86_64-apple-darwin"),
  darwin("arm64", "aarch64-apple-darwin"),
];

/** The name of this machine's platform. */
function here() {
  const { platform, arch } = process;
  if (platform !== "linux") return `${platform}-${arch}`;
  // The C library that this Node.js runs with. Without looking at the network, the report takes a millisecond.
  const { report } = process;
  const before = report.excludeNetwork;
  report.excludeNetwork = true;
  const gnu = report.getReport().header.glibcVersionRuntime !== undefined;
  report.excludeNetwork = before;
  return `${platform}-${arch}-${gnu ? "gnu" : "musl"}`;
}

module.exports = { TARGETS, here };
