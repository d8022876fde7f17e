// @ts-check
// What byleave knows of arguments and hosts; the lists are in `crates/knowledge/lists`. Written by
// `BYLEAVE_WRITE_SCHEMAS=1 cargo test -p byleave-knowledge --test page`.

export const FILES = ["file_path", "path", "filename", "target", "target_file", "filePath", "notebook_path"];
export const WRITTEN = ["content", "contents", "file_text", "text"];
export const OLD = ["old_string", "old_str", "oldString", "search"];
export const NEW = ["new_string", "new_str", "newString", "replace"];
export const METHODS = ["method", "http_method", "verb"];
export const SENT = ["body", "data", "payload", "json", "form"];
/** Networks, and names with all below them, that are no place of the internet, and what one reads of them. */
export const PLACES = [
  ["0.0.0.0/8", "this machine itself"],
  ["127.0.0.0/8", "this machine itself"],
  ["10.0.0.0/8", "an address of a private network"],
  ["172.16.0.0/12", "an address of a private network"],
  ["192.168.0.0/16", "an address of a private network"],
  ["198.18.0.0/15", "an address of a private network"],
  ["100.64.0.0/10", "an address shared by a provider or a VPN"],
  ["169.254.0.0/16", "a link-local address: clouds give out credentials there"],
  ["168.63.129.16/32", "the address at which Azure's cloud serves its machines"],
  ["192.0.0.0/24", "an address at which clouds serve their machines"],
  ["224.0.0.0/3", "an address of no single machine"],
  ["::1/128", "this machine itself"],
  ["fc00::/7", "an address of a private network"],
  ["fec0::/10", "an address of a private network"],
  ["fe80::/10", "a link-local address: clouds give out credentials there"],
  ["ff00::/8", "an address of no single machine"],
  ["::/96", "an address that stands for another one"],
  ["::ffff:0:0/96", "an address that stands for another one"],
  ["64:ff9b::/32", "an address that stands for another one"],
  ["2002::/16", "an address that stands for another one"],
  ["2001::/32", "an address that stands for another one"],
  ["localhost", "this machine itself"],
  ["localhost.localdomain", "this machine itself"],
  ["ip6-localhost", "this machine itself"],
  ["ip6-loopback", "this machine itself"],
  ["localtest.me", "this machine itself"],
  ["lvh.me", "this machine itself"],
  ["nip.io", "a name that stands for any address"],
  ["sslip.io", "a name that stands for any address"],
  ["xip.io", "a name that stands for any address"],
  ["local", "a name of a private network"],
  ["localdomain", "a name of a private network"],
  ["internal", "a name of a private network"],
  ["intranet", "a name of a private network"],
  ["private", "a name of a private network"],
  ["lan", "a name of a private network"],
  ["home", "a name of a private network"],
  ["home.arpa", "a name of a private network"],
  ["corp", "a name of a private network"],
  ["instance-data.ec2.internal", "the service that gives a cloud's machines their credentials"],
  ["metadata.google.internal", "the service that gives a cloud's machines their credentials"],
  ["metadata.tencentyun.com", "the service that gives a cloud's machines their credentials"],
  ["metadata.platformequinix.com", "the service that gives a cloud's machines their credentials"],
];
