//! `Options`: settings for starting and calling a provider.

use std::fmt;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use crate::call::Call;
use crate::process::Launch;
use crate::reattach;
use crate::run::{self, Client, Target};

/// The settings with which a [`Client`] starts and calls a provider.
///
/// # Examples
///
/// ```no_run
/// use std::process::Command;
/// use std::time::Duration;
/// use tfvalue_client::Options;
///
/// let client = Options::new()
///     .protocol(5)
///     .timeout(Duration::from_secs(60))
///     .start(&Command::new("./terraform-provider-notes"))
///     .wait()?;
/// assert_eq!(client.protocol(), 5);
/// # Ok::<(), tfvalue_client::ClientError>(())
/// ```
#[derive(Clone)]
pub struct Options {
    pub(crate) start_timeout: Duration,
    pub(crate) timeout: Duration,
    pub(crate) protocol: Option<u32>,
    pub(crate) memory: Option<u64>,
    pub(crate) on_log: Option<OnLog>,
}

/// Receives the log of a provider.
pub(crate) type OnLog = Arc<dyn Fn(&[u8]) + Send + Sync>;

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("start_timeout", &self.start_timeout)
            .field("timeout", &self.timeout)
            .field("protocol", &self.protocol)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            start_timeout: Duration::from_secs(60),
            timeout: Duration::from_secs(600),
            protocol: None,
            memory: None,
            on_log: None,
        }
    }
}

impl Options {
    /// Creates the options with their default values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the time limit for starting the provider, including the handshake and the connection. The default
    /// is 60 s, as in Terraform.
    #[must_use]
    pub fn start_timeout(mut self, timeout: Duration) -> Self {
        self.start_timeout = timeout;
        self
    }

    /// Sets the time limit for each call. For streams, this is the maximum time between two messages. The default is 10
    /// minutes. Terraform itself has no limit.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Offers the provider only one version of the protocol, which is 5 or 6. By default, the provider chooses the newest
    /// version that it supports.
    ///
    /// # Panics
    ///
    /// Panics if the version is not 5 or 6.
    #[must_use]
    #[track_caller]
    pub fn protocol(mut self, version: u32) -> Self {
        assert!(
            matches!(version, 5 | 6),
            "version {version} of the protocol does not exist: use 5 or 6"
        );
        self.protocol = Some(version);
        self
    }

    /// Limits the memory of the provider's process to the given number of bytes. If the provider needs more, its
    /// process ends, and calls fail with [`OutOfMemory`](crate::ClientErrorKind::OutOfMemory). By default, there is no
    /// limit.
    ///
    /// On Linux, the process cannot allocate more (`RLIMIT_DATA`). If it ends and reports that it is out of memory, as
    /// programs in Go and Rust do, the limit is the reason. The client also ends the process if it has more in memory,
    /// including bytes that are swapped out. The client checks this 20 times per second on Linux, and twice per second
    /// with `ps` on other Unix systems. On Windows, there is no limit.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Calls a function with all output that the provider writes to standard error, for example to forward the output
    /// to the standard error of this process. Calls wait while the function runs.
    ///
    /// Without this option, only the [end of the log](Client::log) is kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::io::Write as _;
    /// use tfvalue_client::Options;
    ///
    /// let options = Options::new().on_log(|bytes| _ = std::io::stderr().write_all(bytes));
    /// ```
    #[must_use]
    pub fn on_log(mut self, receive: impl Fn(&[u8]) + Send + Sync + 'static) -> Self {
        self.on_log = Some(Arc::new(receive));
        self
    }

    /// Starts a provider. The program, the arguments, the environment and the working directory of the command are
    /// used. The standard streams of the command are ignored.
    ///
    /// The call fails if the program cannot be started, or does not complete the handshake.
    pub fn start(&self, command: &Command) -> Call<Client> {
        let launch = Launch::new(command, self);
        run::open(Target::Launch(launch), self)
    }

    /// Connects to a provider that is already running. See [`Client::attach`].
    pub fn attach(&self, reattach: &str, source: &str) -> Call<Client> {
        run::open(Target::Attach(reattach::read(reattach, source)), self)
    }
}
