"""Builds the wheel: maturin's, with the `byleave` command and `byleave-hook` among its scripts.

They are the same programs that `cargo build` makes, so a hook that an agent starts for every call starts no Python.
`BYLEAVE_PROFILE` says how they are built: `release` by default, in a few minutes from a clone; `dist` for wheels of a release; `dev`
without optimising, for tests.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import archive
import maturin

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent.parent
PROFILE = os.environ.get("BYLEAVE_PROFILE", "release")
SCRIPTS = PACKAGE / "byleave.data" / "scripts"
# With these features cargo compiles what the programs and the extension share once. Tests have the programs already.
BESIDE = [] if PROFILE == "dev" else ["-p", "byleave-python", "--features", "byleave-python/beside-programs"]
# The same sources make the same files, whenever they are built; a zip knows no earlier day.
os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")


def get_requires_for_build_wheel(config_settings=None):
    _prepare()
    return maturin.get_requires_for_build_wheel(config_settings)


def get_requires_for_build_sdist(config_settings=None):
    _prepare()
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    _prepare()
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _prepare()
    _build_programs()
    name = maturin.build_wheel(wheel_directory, _settings(config_settings), metadata_directory)
    archive.tidy(Path(wheel_directory) / name, ROOT)
    return name


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    _prepare()
    _build_programs()
    return maturin.build_editable(wheel_directory, _settings(config_settings), metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    _prepare()
    return archive.sdist(Path(sdist_directory), ROOT, PACKAGE)


get_requires_for_build_editable = get_requires_for_build_wheel
prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def _prepare():
    if shutil.which("cargo") is None:
        # Every hook comes by here, and an installer shows this sentence; an exception would come with a traceback.
        sys.exit("byleave is built from source here, which needs Rust: install it as https://rustup.rs says, then try again")
    # Installers start a build of an sdist at its root, and maturin works where it is started.
    os.chdir(PACKAGE)
    # Maturin wants the folder whatever it is asked for, and a clone does not have it.
    SCRIPTS.mkdir(parents=True, exist_ok=True)


def _settings(config_settings):
    features = " --features beside-programs" if BESIDE else ""
    return {"build-args": f"--profile {PROFILE}{features}", **(config_settings or {})}


def _build_programs():
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    command = ["cargo", "build", "--locked", "--profile", PROFILE, "-p", "byleave-cli", "-p", "byleave-hook", *BESIDE]
    command += ["--bin", "byleave", "--bin", "byleave-hook"]
    # The output of a backend is what pip shows with -v; standard output belongs to the protocol.
    if subprocess.run(command, cwd=ROOT, stdout=sys.stderr).returncode != 0:
        sys.exit("byleave was not built: what cargo says above tells why")
    for program in ["byleave", "byleave-hook"]:
        built = target / ("debug" if PROFILE == "dev" else PROFILE) / program
        shutil.copy2(built, SCRIPTS / program)
        if PROFILE == "dev":
            subprocess.run(["strip", "--strip-debug", str(SCRIPTS / program)], check=False)
    if PROFILE == "dist" and sys.platform == "linux":
        # Linked to start fast.
        subprocess.run([ROOT / "scripts/build-hook", SCRIPTS], cwd=ROOT, check=True, stdout=sys.stderr)
