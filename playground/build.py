"""Build the page: `python playground/build.py` writes `playground/dist`, and with `--wheel` a wheel that holds it.

Needs Node 20 and npm. Installs the wheels of the project and of what it imports in a browser into `build/site`, packs
them (pack.mjs), bundles the scripts with esbuild, and copies the page and its style.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
DIST, BUILD = HERE / "dist", HERE / "build"

NEEDED = ("attrs", "cattrs", "lark", "platformdirs", "typing_extensions")
"""The packages that the project imports while it plays; the versions are those that are installed here."""

LEFT_OUT = (
    "repl/cli", "repl/authoring/pages", "repl/coverage", "repl/editor", "repl/results", "repl/sheets",
    "repl/pytest_plugin.py", "reverie/environments", "bin",
)  # fmt: skip
"""Parts that nothing imports which a page calls."""


def main() -> None:
    """Build everything anew."""
    parser = argparse.ArgumentParser(description="Build the playground.")
    parser.add_argument("--wheel", action="store_true", help="also write playground/build/….whl")
    wheel = parser.parse_args().wheel
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(BUILD, ignore_errors=True)
    if not (HERE / "node_modules").is_dir():
        _run("npm", "ci", "--no-audit", "--no-fund")
    _site(BUILD / "site")
    _run("node", "pack.mjs", str(BUILD / "site"), str(DIST / "python"))
    _bundle()
    if wheel:
        _run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(BUILD), str(HERE))
    size = sum(path.stat().st_size for path in DIST.rglob("*") if path.is_file())
    print(f"{DIST}: {size / 1e6:.1f} MB")


def _site(site: Path) -> None:
    """Install the project and what it needs, without what a page can't use."""
    packages = [f"{name}=={version(name)}" for name in NEEDED]
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target", str(site)]
    _run(*pip, str(HERE.parent), *packages)
    for path in [*(site / name for name in LEFT_OUT), *site.glob("*.dist-info")]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def _bundle() -> None:
    """Bundle the scripts and copy the rest of the page."""
    esbuild = str(HERE / "node_modules" / ".bin" / "esbuild")
    flags = ["--bundle", "--format=esm", "--target=es2022", "--minify", "--log-level=warning", "--external:node:*"]
    _run(esbuild, "src/main.ts", "src/worker.ts", *flags, f"--outdir={DIST}")
    for name in ("index.html", "style.css"):
        shutil.copyfile(HERE / "src" / name, DIST / name)


def _run(*command: str) -> None:
    program = shutil.which(command[0])
    if program is None:
        sys.exit(f"{command[0]} isn't installed: the page is built with Node 20 and npm")
    done = subprocess.run([program, *command[1:]], cwd=HERE, check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
