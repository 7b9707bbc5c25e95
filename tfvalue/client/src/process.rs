//! The process of a provider.

use std::ffi::OsString;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time;

use crate::log::Log;
use crate::options::Options;
use tfvalue::__internal::client::names::{
    CLIENT_CERTIFICATE, COOKIE_NAME, COOKIE_VALUE, PROTOCOLS,
};

/// The time within which a provider must end. Terraform kills a provider after the same time.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// The time within which the rest of the log must arrive, if another process holds the log open. After a failure, calls
/// wait for [`GRACE`] until the exit status of the process is known.
const LOG_GRACE: Duration = Duration::from_millis(500);

/// The maximum length of the handshake line.
const MAX_LINE: usize = 16 << 10;

/// Starts the provider by replacing the process of the shell, which is the leader of a process group. A second shell in
/// this group waits for the end of its standard input, and then kills the group. While the second shell waits, no other
/// group can receive the same ID. The first argument is the limit of `ulimit -d` in KiB, or empty.
#[cfg(unix)]
const WATCHED: &str = r#"
exec 3<&0 </dev/null
( {
    trap '' HUP INT QUIT TERM
    read -r _
    rm -rf -- "$PLUGIN_UNIX_SOCKET_DIR"
    kill -KILL -$$
} <&3 3<&- >/dev/null 2>&1 & )
[ -z "$1" ] || ulimit -d "$1" 2>/dev/null
shift
exec "$@" 3<&-
"#;

/// What to start.
pub(crate) struct Launch {
    program: OsString,
    arguments: Vec<OsString>,
    variables: Vec<(OsString, Option<OsString>)>,
    folder: Option<PathBuf>,
    protocols: &'static str,
    memory: Option<u64>,
}

impl Launch {
    pub(crate) fn new(command: &std::process::Command, options: &Options) -> Self {
        let owned = |text: &std::ffi::OsStr| text.to_owned();
        let variables = command.get_envs();
        Launch {
            program: owned(command.get_program()),
            arguments: command.get_args().map(owned).collect(),
            variables: variables
                .map(|(name, value)| (owned(name), value.map(owned)))
                .collect(),
            folder: command.get_current_dir().map(PathBuf::from),
            protocols: match options.protocol {
                Some(5) => "5",
                Some(_) => "6",
                None => "6,5",
            },
            memory: options.memory,
        }
    }

    pub(crate) fn offers(&self, version: u32) -> bool {
        self.protocols
            .split(',')
            .any(|one| one.parse() == Ok(version))
    }

    /// Returns the limit of `ulimit -d`. Only Linux counts exactly the memory that a process can write to. Other systems
    /// count less, or also count reserved addresses, of which Go has many.
    #[cfg(unix)]
    fn data_limit(&self) -> String {
        let most = self.memory.filter(|_| cfg!(target_os = "linux"));
        most.map_or_else(String::new, |most| (most >> 10).to_string())
    }

    /// Returns the command with the environment variables for a plugin.
    fn command(&self) -> Command {
        #[cfg(unix)]
        let mut command = {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", WATCHED, "sh", &self.data_limit()]);
            command.arg(&self.program);
            command.process_group(0).stdin(Stdio::piped());
            command
        };
        #[cfg(not(unix))]
        let mut command = {
            let mut command = Command::new(&self.program);
            command.stdin(Stdio::null());
            command
        };
        command.args(&self.arguments);
        for (name, value) in &self.variables {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
            .env(COOKIE_NAME, COOKIE_VALUE)
            .env(PROTOCOLS, self.protocols)
            // The default setting of go-plugin, which go-plugin requires on Windows.
            .env("PLUGIN_MIN_PORT", "10000")
            .env("PLUGIN_MAX_PORT", "25000")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }
}

/// How a process has ended.
#[derive(Clone)]
pub(crate) enum Exit {
    /// With this status.
    Status(String),
    /// The process needed more memory than this number of bytes.
    OutOfMemory(u64),
}

/// A process that is killed when this value is dropped.
pub(crate) struct Process {
    child: Child,
    /// On Unix, closing this pipe kills the process and its children.
    lifeline: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    /// The task ends when the log ends.
    stderr: JoinHandle<()>,
    log: Log,
    memory: Option<u64>,
    exit: watch::Sender<Option<Exit>>,
    #[cfg(unix)]
    _sockets: sockets::Folder,
}

impl Process {
    pub(crate) fn start(launch: &Launch, certificate: &str, log: &Log) -> io::Result<Self> {
        let mut command = launch.command();
        command.env(CLIENT_CERTIFICATE, certificate);
        #[cfg(unix)]
        let sockets = sockets::Folder::new()?;
        #[cfg(unix)]
        command.env(
            tfvalue::__internal::client::names::SOCKET_FOLDER,
            sockets.path(),
        );
        let mut child = command.spawn()?;
        let stderr = child.stderr.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let lines = log.clone();
        let stderr = tokio::spawn(read_all(stderr, move |bytes| lines.add(bytes)));
        Ok(Process {
            lifeline: child.stdin.take(),
            stdout: child.stdout.take(),
            child,
            stderr,
            log: log.clone(),
            memory: launch.memory,
            exit: watch::Sender::new(None),
            #[cfg(unix)]
            _sockets: sockets,
        })
    }

    /// Receives the exit status of the process.
    pub(crate) fn exit(&self) -> watch::Receiver<Option<Exit>> {
        self.exit.subscribe()
    }

    /// Returns the ID of the process while the process is running.
    pub(crate) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Reads the first line from standard output. The rest is ignored.
    pub(crate) async fn first_line(&mut self) -> Result<String, String> {
        let mut stdout = self.stdout.take().ok_or("it has no standard output")?;
        let (mut line, mut buffer) = (Vec::new(), [0; 1 << 10]);
        let end = loop {
            match stdout.read(&mut buffer).await {
                Ok(0) | Err(_) => break None,
                Ok(count) => line.extend_from_slice(&buffer[..count]),
            }
            if let Some(end) = line.iter().position(|&byte| byte == b'\n') {
                break Some(end);
            }
            if line.len() > MAX_LINE {
                let problem = "the provider must print the line of a handshake first, got a line of more than";
                return Err(format!("{problem} {MAX_LINE} bytes"));
            }
        };
        let Some(end) = end else {
            let status = self.exited().await;
            return Err(format!("the provider ended before the handshake: {status}"));
        };
        // The task is detached, and ends with the process.
        drop(tokio::spawn(read_all(stdout, |_| ())));
        Ok(String::from_utf8_lossy(&line[..end]).into_owned())
    }

    /// Waits until the process has ended and the rest of its log has arrived. Returns the status.
    pub(crate) async fn exited(&mut self) -> String {
        let status = match self.child.wait().await {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        if !self.stderr.is_finished() {
            // Another process can hold the log open.
            _ = time::timeout(LOG_GRACE, &mut self.stderr).await;
        }
        self.exit.send_if_modified(|exit| {
            let is_first = exit.is_none();
            let most = self.memory.filter(|_| self.log.is_out_of_memory());
            let status = || Exit::Status(status.clone());
            exit.get_or_insert_with(|| most.map_or_else(status, Exit::OutOfMemory));
            is_first
        });
        status
    }

    /// Kills the process and its children because the process used more memory than this number of bytes.
    pub(crate) async fn end_for_memory(&mut self, most: u64) {
        self.exit.send_replace(Some(Exit::OutOfMemory(most)));
        self.kill().await;
    }

    /// Kills the process and its children.
    pub(crate) async fn kill(&mut self) {
        drop(self.lifeline.take());
        // Killing fails if the process has already ended.
        _ = self.child.start_kill();
        _ = time::timeout(GRACE, self.exited()).await;
    }

    /// Kills the process and its children. If possible, first asks the process to end, and waits for some time.
    pub(crate) async fn end(mut self, ask: Option<impl Future<Output = ()>>) {
        if let Some(ask) = ask {
            let asked = async {
                ask.await;
                _ = self.child.wait().await;
            };
            _ = time::timeout(GRACE, asked).await;
        }
        self.kill().await;
    }
}

async fn read_all(mut stream: impl AsyncRead + Unpin, on_bytes: impl Fn(&[u8])) {
    let mut buffer = vec![0; 8 << 10];
    while let Ok(count @ 1..) = stream.read(&mut buffer).await {
        on_bytes(&buffer[..count]);
    }
}

#[cfg(unix)]
mod sockets {
    use std::fs::{self, DirBuilder};
    use std::os::unix::fs::DirBuilderExt as _;
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::SystemTime;
    use std::{env, io, process};

    /// A folder for the socket. A provider that is killed does not remove its socket.
    pub(crate) struct Folder(PathBuf);

    impl Folder {
        pub(crate) fn new() -> io::Result<Self> {
            static NEXT: AtomicU32 = AtomicU32::new(0);
            let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let (id, nanos) = (process::id(), now.subsec_nanos());
            let path = env::temp_dir().join(format!("tfvalue-{id}-{nanos}-{number}"));
            // Creating the folder fails if the folder already exists. Only the user may connect.
            DirBuilder::new().mode(0o700).create(&path)?;
            Ok(Folder(path))
        }

        pub(crate) fn path(&self) -> &Path {
            &self.0
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            // The shell that waits for the end of the process may already have removed the folder.
            _ = fs::remove_dir_all(&self.0);
        }
    }
}
