"""Builds the wheel: maturin's, with the `byleave` command among its scripts.

The command is the same program that `cargo build` makes, so a hook that starts it for every call starts no Python.
`BYLEAVE_PROFILE=dev` builds both parts without optimising, for tests.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import maturin

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent.parent
PROFILE = os.environ.get("BYLEAVE_PROFILE", "dist")

SCRIPTS = PACKAGE / "byleave.data" / "scripts"
# Maturin wants the folder whatever it is asked for, and a clone does not have it.
SCRIPTS.mkdir(parents=True, exist_ok=True)

get_requires_for_build_wheel = maturin.get_requires_for_build_wheel
prepare_metadata_for_build_wheel = maturin.prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    command = ["cargo", "build", "--locked", "--profile", PROFILE, "-p", "byleave-cli"]
    # The output of a backend is what pip shows with -v; standard output belongs to the protocol.
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    built = target / ("debug" if PROFILE == "dev" else PROFILE) / "byleave"
    shutil.copy2(built, SCRIPTS / "byleave")
    if PROFILE == "dev":
        subprocess.run(["strip", "--strip-debug", str(SCRIPTS / "byleave")], check=False)
    config = dict(config_settings or {})
    config.setdefault("build-args", f"--profile {PROFILE}")
    return maturin.build_wheel(wheel_directory, config, metadata_directory)
