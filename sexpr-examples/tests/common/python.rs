//! The scripts in `python/`, where there is a Python to run them.

use std::path::Path;
use std::process::Command;

/// Runs a script's own tests, and gives what it exports; nothing without Python.
pub(crate) fn exported(script: &str) -> Option<String> {
    let run = |arguments: &[&str]| {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
        let mut command = Command::new("python3");
        let output = match command.arg("-B").arg(script).args(arguments).current_dir(directory).output() {
            Ok(output) => output,
            Err(error) => {
                eprintln!("skipped, python3 does not run: {error}");
                return None;
            }
        };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(String::from_utf8(output.stdout).expect("UTF-8"))
    };
    run(&[])?;
    run(&["--print"])
}
