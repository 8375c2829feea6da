"""Writes crates that use the library, and builds them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parents[2]

OURS = f'sexpr-core = {{ path = "{CHECKOUT / "sexpr-core"}" }}\n'
OUR_DERIVE = "sexpr_core::StructuralEq"


def our_main(*operations: str) -> str:
    calls = {
        "compare": "assert!(sexpr_core::structural_equal(&left, &right));",
        "hash": 'println!("{}", sexpr_core::structural_hash(&left));',
        "fingerprint": "assert!(sexpr_core::structural_fingerprint(&left).is_ok());",
        "walk": 'println!("{}", sexpr_core::walk::nodes::<u32>(&left).count());',
        "report": "assert!(sexpr_core::first_structural_mismatch(&left, &right).is_none());",
    }
    body = "".join(f"    {calls[operation]}\n" for operation in operations)
    return f"fn main() {{\n    let (left, right) = (root(), root());\n    let _ = &right;\n{body}}}\n"


def write_package(folder: Path, dependencies: str, file: str, source: str) -> None:
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "src" / file).write_text(source)
    package = f'[package]\nname = "{folder.name}"\nversion = "0.0.0"\nedition = "2024"\n'
    (folder / "Cargo.toml").write_text(f"{package}\n[dependencies]\n{dependencies}")


def write_workspace(folder: Path, members: list[str]) -> None:
    """Makes crates that lie in a folder a workspace."""
    quoted = ", ".join(f'"{member}"' for member in members)
    (folder / "Cargo.toml").write_text(f'[workspace]\nresolver = "3"\nmembers = [{quoted}]\nexclude = ["scratch"]\n')
    # The versions that this project uses.
    shutil.copy(CHECKOUT / "Cargo.lock", folder)


class Cost(NamedTuple):
    seconds: float
    megabytes: float


def cargo(folder: Path, command: str, *arguments: str) -> Cost:
    """Runs cargo on the generated workspace."""
    # In the checkout, whose toolchain is then used.
    child = subprocess.Popen(
        ["cargo", command, "--quiet", "--manifest-path", folder / "Cargo.toml", *arguments],
        cwd=CHECKOUT,
        env={**os.environ, "CARGO_INCREMENTAL": "0", "CARGO_TARGET_DIR": str(folder / "target")},
        stdout=subprocess.DEVNULL,
    )
    # With what it waited for: the compiler and the linker.
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"`cargo {command} {' '.join(arguments)}` failed in {folder}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
