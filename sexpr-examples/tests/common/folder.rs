//! A folder of files, in which the command is run.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder outside of the project that goes with the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join("folders").join(name));
        let _ = fs::remove_dir_all(&folder.0);
        fs::create_dir_all(&folder.0).expect("the folder can be made");
        files.iter().for_each(|(file, text)| folder.write(file, text));
        folder
    }

    #[allow(dead_code, reason = "not every test needs it")]
    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let file = self.0.join(name);
        fs::create_dir_all(file.parent().expect("a file is in a folder")).expect("the folder can be made");
        fs::write(file, text).expect("the file can be written");
    }

    /// Runs the command; checks its exit code; gives what it writes to its output and to the error output.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &[&str], code: i32) -> (String, String) {
        self.run_with("", arguments, code)
    }

    /// The same with a text as the standard input.
    #[track_caller]
    pub(crate) fn run_with(&self, input: &str, arguments: &[&str], code: i32) -> (String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sexpr"));
        command.args(arguments).current_dir(&self.0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command can be run");
        // The command need not read it.
        let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
        let Output { status, stdout, stderr } = child.wait_with_output().expect("the command ends");
        let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("the command writes UTF-8"));
        assert_eq!(status.code(), Some(code), "{arguments:?}\n{out}\n{err}");
        (out, err)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
