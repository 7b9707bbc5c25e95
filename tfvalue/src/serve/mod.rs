//! The process of a provider, which Terraform starts and calls.
//!
//! `main` only has to call [`serve`], with a value that implements [`Service`]: it responds to encoded requests with
//! encoded responses.
//!
//! # Life of the process
//!
//! 1. Terraform starts the program with a magic cookie in its environment ([`COOKIE_NAME`],
//!    [`COOKIE_VALUE`]). Without the cookie, the program prints an explanation and fails.
//! 2. The program chooses the newest version of the protocol that both sides support, 5 or 6. If the
//!    variable [`PROTOCOL`] is set, it chooses only from the versions in its list.
//! 3. The program opens a Unix socket, or a TCP port on other systems, and prints the address on standard output.
//! 4. Terraform connects. Both sides use TLS with certificates that exist only for this process, and
//!    each side accepts only the certificate of the other side.
//! 5. Terraform calls methods. Calls run in parallel. A message has at most 256 MiB. If all requests together are
//!    larger than this, large requests wait.
//! 6. Terraform calls `Shutdown`, or closes the connection. Both events end the process, so no process is left behind
//!    if Terraform crashes. Running calls are asked to [stop](Service::stop). Calls that do not return in time are
//!    aborted when the process ends.
//!
//! Ctrl-C reaches all processes of a terminal. The provider ignores Ctrl-C, because Terraform asks the provider to stop
//! with a call.
//!
//! # Handlers that block
//!
//! Calls run in the context of a multi-threaded runtime of tokio, so a handler can use clients that need it. A handler
//! may also block its thread, for example with a client without `async`, even if the client has its own runtime. Up to
//! 512 handlers can block at the same time while the other calls continue. Further calls wait. Only tasks that a
//! handler spawns must not block.
//!
//! # Debugging
//!
//! With the option `--debug`, the program runs until Ctrl-C and prints a line with the variable
//! `TF_REATTACH_PROVIDERS`. With this variable in its environment, Terraform uses the running program as the provider
//! whose source address was passed to [`Provider::new`](crate::provider::Provider::new). If `required_providers` has
//! another source address, write that address after the option: `--debug example/notes`.
//!
//! A test can serve the provider in its own process, with [`InProcess`].
//!
//! # Schemas and documentation
//!
//! `--schema` prints all schemas, in the form of `terraform providers schema -json`. `--docs DIR` writes
//! the pages for the Terraform Registry, with the examples in `examples` or the folder in
//! `--examples DIR`; see [`Provider::write_docs`](crate::provider::Provider::write_docs). `--help` lists all
//! options.
//!
//! # Log
//!
//! Events of the crate `tracing` are written to standard error in the format that Terraform expects, so they appear in
//! its log. `TF_LOG_PROVIDER` and `TF_LOG` set the level; without them, nothing is written. Each call has a span, whose
//! fields are added to the events in it: `tf_rpc`, `tf_proto_version` and `tf_req_id`. The provider can install another
//! subscriber before it calls [`serve`].
//!
//! A separate thread writes the log. If standard error is not read in time, lines are dropped, and the log contains
//! their number.
//!
//! # Streams
//!
//! The messages of a stream, such as the chunks of a state, are sent and received one at a time. If one side is slower,
//! the other side waits. The memory that a stream needs does not depend on its length.

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
