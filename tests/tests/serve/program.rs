//! Starts the program.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tfvalue::serve::{COOKIE_NAME, COOKIE_VALUE};

pub(crate) const ECHO: &str = env!("CARGO_BIN_EXE_serve_echo");

/// The time limit after which a test fails. Terraform would kill the provider after two seconds, but the machine that
/// runs the tests can be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running program that is killed at the end of the test.
pub(crate) struct Program {
    pub(crate) child: Child,
    /// The first line on standard output.
    pub(crate) line: String,
    stderr: Option<JoinHandle<String>>,
}

/// Returns the command that starts the program as Terraform starts a provider.
pub(crate) fn command() -> Command {
    let mut command = Command::new(ECHO);
    command
        .env(COOKIE_NAME, COOKIE_VALUE)
        .env("PLUGIN_PROTOCOL_VERSIONS", "6,5")
        .env_remove("PLUGIN_CLIENT_CERT")
        .env_remove("PROVIDER_PROTOCOL")
        .env_remove("TF_LOG")
        .env_remove("TF_LOG_PROVIDER");
    command
}

impl Program {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut program = Program::start_unread(command);
        program.read_stderr();
        program
    }

    /// Starts the program without reading its standard error.
    pub(crate) fn start_unread(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let line = line.trim_end().to_owned();
        Program {
            child,
            line,
            stderr: None,
        }
    }

    /// Starts reading standard error.
    pub(crate) fn read_stderr(&mut self) {
        let mut stderr = self.child.stderr.take().unwrap();
        self.stderr = Some(thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).unwrap();
            text
        }));
    }

    /// Returns the parts of the handshake line.
    pub(crate) fn handshake(&self) -> [&str; 6] {
        let parts: Vec<_> = self.line.split('|').collect();
        parts
            .try_into()
            .unwrap_or_else(|_| panic!("not a handshake: {}", self.line))
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits for the process to exit.
    pub(crate) fn exit(&mut self) -> ExitStatus {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the process does not exit");
    }

    /// Returns the number of threads.
    #[cfg(target_os = "linux")]
    pub(crate) fn threads(&self) -> usize {
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        threads.count()
    }

    /// Returns how many times each of the threads with the given name has gone to sleep.
    #[cfg(target_os = "linux")]
    pub(crate) fn wakes(&self, name: &str) -> Vec<u64> {
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        let wakes = threads.filter_map(|thread| {
            // The thread may have ended in the meantime.
            let status = fs::read_to_string(thread.ok()?.path().join("status")).ok()?;
            let field = |field| status.lines().find_map(|line| line.strip_prefix(field));
            let is_named = field("Name:\t")? == name;
            let count = field("voluntary_ctxt_switches:\t")?.parse::<u64>().ok()?;
            is_named.then_some(count)
        });
        wakes.collect()
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let status = Command::new("kill")
            .args(["-s", name, &id])
            .status()
            .unwrap();
        assert!(status.success());
    }

    /// Waits for the process to exit, and returns its standard error.
    pub(crate) fn stderr(&mut self) -> String {
        self.stderr.take().unwrap().join().unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Both calls fail if the process has already exited.
        _ = self.child.kill();
        _ = self.child.wait();
        // A killed process leaves its socket behind.
        if let Some(("1|6|unix" | "1|5|unix", path)) = self.line.split_once("|/") {
            let path = path.split('|').next().unwrap_or_default();
            _ = fs::remove_file(format!("/{path}"));
        }
    }
}
