"""The files that the backend writes itself: the sdist, and a wheel that tells nothing of the machine that built it."""

import base64
import gzip
import hashlib
import io
import json
import os
import re
import tarfile
import tempfile
import uuid
import zipfile
from pathlib import Path

import maturin

#: What a build needs of the workspace.
PARTS = [
    # What of SQLite is left out, loading of extensions too.
    ".cargo/config.toml",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "crates",
    "docs/embedding.md",
    "packages/node/Cargo.toml",
    "packages/node/build.rs",
    "packages/node/src",
    "packages/python",
    "scripts/build-hook",
]
LEFT_OUT = {"tests", "target", "node_modules", "__pycache__", "byleave.data"}


def sdist(directory, root, package):
    """Writes the workspace as an sdist: the engine is no crate of its own that a registry would have."""
    version = re.search(r'\[workspace\.package\]\s+version = "([^"]+)"', (root / "Cargo.toml").read_text()).group(1)
    base = f"byleave-{version}"
    project = (package / "pyproject.toml").read_text()
    files = {f"{base}/{path.relative_to(root).as_posix()}": (path.read_bytes(), path.stat().st_mode) for path in _files(root)}
    files[f"{base}/pyproject.toml"] = (project.replace('["build"]', '["packages/python/build"]').encode(), 0o644)
    files[f"{base}/PKG-INFO"] = (_metadata(), 0o644)
    directory.mkdir(parents=True, exist_ok=True)
    name = f"{base}.tar.gz"
    with open(directory / name, "wb") as out, gzip.GzipFile("", "wb", fileobj=out, mtime=_time()) as zipped:
        with tarfile.open(mode="w", fileobj=zipped, format=tarfile.PAX_FORMAT) as tar:
            for path, (content, mode) in sorted(files.items()):
                entry = tarfile.TarInfo(path)
                entry.size, entry.mtime, entry.mode = len(content), _time(), 0o755 if mode & 0o100 else 0o644
                tar.addfile(entry, io.BytesIO(content))
    return name


def _files(root):
    for part in PARTS:
        top = root / part
        if top.is_file():
            yield top
        # The hub reaches the page by a link, and an sdist has none.
        for folder, inside, names in os.walk(top, followlinks=True):
            inside[:] = [one for one in inside if one not in LEFT_OUT]
            yield from (Path(folder) / name for name in names if not name.endswith((".so", ".pyc")))


def _metadata():
    with tempfile.TemporaryDirectory() as folder:
        name = maturin.prepare_metadata_for_build_wheel(folder)
        return (Path(folder) / name / "METADATA").read_bytes()


def tidy(wheel, root):
    """Takes the paths of this machine, the time and the random number out of a wheel's list of parts."""
    with zipfile.ZipFile(wheel) as old:
        entries = [(entry, old.read(entry)) for entry in old.infolist()]
    record = next(entry.filename for entry, _ in entries if entry.filename.endswith(".dist-info/RECORD"))
    written, lines = [], []
    for entry, content in sorted(entries, key=lambda each: each[0].filename):
        if entry.filename == record:
            continue
        if entry.filename.endswith(".cyclonedx.json"):
            content = _without_machine(content, root)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        lines.append(f"{entry.filename},sha256={digest},{len(content)}")
        written.append((entry, content))
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as new:
        for entry, content in written:
            new.writestr(_entry(entry.filename, entry.external_attr), content)
        new.writestr(_entry(record, 0o644 << 16), "\n".join([*lines, f"{record},,", ""]))


def _entry(name, attributes):
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.external_attr, entry.compress_type = attributes, zipfile.ZIP_DEFLATED
    return entry


def _without_machine(content, root):
    text = content.decode().replace(root.as_uri(), "file:///byleave").replace(str(root), "/byleave")
    parts = json.loads(text)
    parts.get("metadata", {}).pop("timestamp", None)
    parts["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps({**parts, 'serialNumber': ''}, sort_keys=True))}"
    return json.dumps(parts, indent=2).encode()


def _time():
    return int(os.environ["SOURCE_DATE_EPOCH"])
