//! The process of a provider, which Terraform starts and calls.
//!
//! `main` only has to call [`serve`] with a value that implements [`Service`]. A service responds to encoded requests
//! with encoded responses.
//!
//! # Life of the process
//!
//! 1. Terraform starts the program with a magic cookie in its environment ([`COOKIE_NAME`],
//!    [`COOKIE_VALUE`]). Without the cookie, the program prints an explanation and fails.
//! 2. The program chooses the newest protocol version that both sides support, which is 5 or 6. If the variable
//!    [`PROTOCOL`] is set, the program chooses only from the versions in the list.
//! 3. The program opens a Unix socket, or a TCP port on other systems, and prints the address on standard output.
//! 4. Terraform connects. Both sides use TLS with certificates that exist only for this process, and
//!    each side accepts only the certificate of the other side.
//! 5. Terraform calls methods. Calls run in parallel. The size of a message is at most 256 MiB. If all requests
//!    together are larger than 256 MiB, large requests wait.
//! 6. Terraform calls `Shutdown`, or closes the connection. Either event ends the process, so no process is left behind
//!    if Terraform crashes. Running calls are asked to [stop](Service::stop). Calls that do not return in time are
//!    aborted when the process ends.
//!
//! Ctrl-C reaches all processes in a terminal. The provider ignores Ctrl-C, because Terraform uses a call to ask the
//! provider to stop.
//!
//! # Handlers that block
//!
//! Calls run in the context of a multi-threaded tokio runtime, so a handler can use clients that need such a runtime. A
//! handler may also block its thread, for example with a client that is not `async`, even if the client has its own
//! runtime. Up to 512 handlers can block at the same time while the other calls continue. Further calls wait. Only
//! tasks that a handler spawns must not block.
//!
//! # Debugging
//!
//! With the option `--debug`, the program runs until Ctrl-C and prints a line with the variable
//! `TF_REATTACH_PROVIDERS`. With this variable in its environment, Terraform uses the running program as the provider
//! whose source address was passed to [`Provider::new`](crate::provider::Provider::new). If `required_providers`
//! contains another source address, write that address after the option: `--debug example/notes`.
//!
//! A test can use [`InProcess`] to serve the provider in the process of the test.
//!
//! # Schemas and documentation
//!
//! `--schema` prints all schemas in the format of `terraform providers schema -json`. `--docs DIR` writes the pages for
//! the Terraform Registry, with the examples in `examples` or in the folder that `--examples DIR` specifies. See
//! [`Provider::write_docs`](crate::provider::Provider::write_docs). `--help` lists all options.
//!
//! # Log
//!
//! Events of the `tracing` crate are written to standard error in the format that Terraform expects, so the events
//! appear in Terraform's log. `TF_LOG_PROVIDER` and `TF_LOG` set the log level. Without these variables, nothing is
//! written. Each call has a span, whose fields are added to all events in the span: `tf_rpc`, `tf_proto_version` and
//! `tf_req_id`. The provider can install another subscriber before it calls [`serve`].
//!
//! A separate thread writes the log. If standard error is not read in time, lines are dropped, and the log contains the
//! number of dropped lines.
//!
//! # Streams
//!
//! The messages in a stream, such as the chunks of a state, are sent and received one at a time. If one side is slower,
//! the other side waits. The memory usage of a stream does not depend on its length.

mod call;
mod connection;
mod debug;
mod gather;
mod grpc;
mod handshake;
mod in_process;
mod lifetime;
mod listener;
pub(crate) mod log;
mod pool;
mod process;
mod provider;
mod server;
pub(crate) mod service;
pub(crate) mod signals;
mod task;
mod tls;

pub use self::handshake::{COOKIE_NAME, COOKIE_VALUE, PROTOCOL};
pub use self::in_process::InProcess;
pub use self::process::{serve, serve_with_arguments};
pub use self::service::Service;
