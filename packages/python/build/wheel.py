"""Builds the wheel: maturin's, with the `byleave` command and `byleave-hook` among its scripts.

They are the same programs that `cargo build` makes, so a hook that an agent starts for every call starts no Python.
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
    command = ["cargo", "build", "--locked", "--profile", PROFILE, "-p", "byleave-cli", "-p", "byleave-hook"]
    # The output of a backend is what pip shows with -v; standard output belongs to the protocol.
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    for program in ["byleave", "byleave-hook"]:
        built = target / ("debug" if PROFILE == "dev" else PROFILE) / program
        shutil.copy2(built, SCRIPTS / program)
        if PROFILE == "dev":
            subprocess.run(["strip", "--strip-debug", str(SCRIPTS / program)], check=False)
    if PROFILE == "dist" and sys.platform == "linux":
        # Linked to start fast.
        subprocess.run([ROOT / "scripts/build-hook", SCRIPTS], cwd=ROOT, check=True, stdout=sys.stderr)
    config = dict(config_settings or {})
    config.setdefault("build-args", f"--profile {PROFILE}")
    return maturin.build_wheel(wheel_directory, config, metadata_directory)
