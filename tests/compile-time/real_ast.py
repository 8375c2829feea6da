"""A syntax tree that people use, with a derive of our choice: that of the crate `sqlparser`, some 550 types."""

import re
import shutil
import subprocess
import json
from pathlib import Path

VERSION = "0.63.0"

# The derive that the crate has on all types of its tree, as an option.
ATTRIBUTE = re.compile(r'#\[cfg_attr\(feature = "serde", derive\(Serialize, Deserialize\)\)\]')


def generate(folder: Path, scratch: Path, derives: str, dependency: str) -> None:
    """Writes the crate to a folder, its types with the derives."""
    shutil.copytree(downloaded(scratch), folder)
    for file in ["Cargo.lock", "Cargo.toml.orig"]:
        (folder / file).unlink(missing_ok=True)
    for source in folder.rglob("*.rs"):
        source.write_text(ATTRIBUTE.sub(f"#[derive({derives})]", source.read_text()))
    package = f'[package]\nname = "{folder.name}"\nversion = "0.0.0"\nedition = "2021"\n'
    features = '[features]\ndefault = ["std"]\nstd = []\n'
    library = '[lib]\nname = "sqlparser"\n'
    # Features that it has and this copy has not.
    lints = '[lints.rust]\nunexpected_cfgs = "allow"\n'
    dependencies = f'[dependencies]\nlog = "0.4"\n{dependency}'
    (folder / "Cargo.toml").write_text(f"{package}\n{features}\n{library}\n{lints}\n{dependencies}")


def downloaded(scratch: Path) -> Path:
    """Where cargo keeps the source of the crate."""
    scratch.mkdir(parents=True, exist_ok=True)
    package = '[package]\nname = "scratch"\nversion = "0.0.0"\nedition = "2024"\n[lib]\npath = "lib.rs"\n[workspace]\n'
    (scratch / "Cargo.toml").write_text(f'{package}\n[dependencies]\nsqlparser = "={VERSION}"\n')
    (scratch / "lib.rs").touch()
    metadata = subprocess.check_output(["cargo", "metadata", "--format-version", "1"], cwd=scratch)
    packages = json.loads(metadata)["packages"]
    return next(Path(package["manifest_path"]).parent for package in packages if package["name"] == "sqlparser")


def program(main: str) -> str:
    """A program whose `main` may call `root()`."""
    return f"""\
use sqlparser::{{ast::Statement, dialect::GenericDialect, parser::Parser}};

fn root() -> Vec<Statement> {{
    let query = "SELECT a, max(b) FROM t JOIN u USING (c) WHERE a > 1 GROUP BY a ORDER BY 2";
    Parser::parse_sql(&GenericDialect {{}}, query).unwrap()
}}

{main}"""
