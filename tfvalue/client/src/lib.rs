//! Calls Terraform and OpenTofu providers written in any language. The crate starts the program of a provider as
//! Terraform does, or connects to a provider that is already running.
//!
//! [`Client::start`] starts the program of a provider. [`Client::attach`] connects to a provider that is already running.
//! The methods of [`Client`] are the calls of the protocol. They take and return the messages of
//! [`tfplugin6`](tfvalue::tfplugin6), even if the provider uses version 5, because the messages of the two versions
//! differ only in schemas. Each value in a message is a [`DynamicValue`](tfvalue::tfplugin6::DynamicValue). It is
//! written and read as a derived struct, or as a [`Value`](tfvalue::Value) with its type.
//!
//! ```no_run
//! use std::process::Command;
//! use tfvalue::tfplugin6::{DynamicValue, validate_provider_config};
//! use tfvalue_client::{Client, ClientError};
//!
//! fn print_faults(config: DynamicValue) -> Result<(), ClientError> {
//!     let client = Client::start(&Command::new("./terraform-provider-notes")).wait()?;
//!     let request = validate_provider_config::Request { config: Some(config) };
//!     for fault in client.validate_provider_config(&request).wait()?.diagnostics {
//!         println!("{}", fault.summary);
//!     }
//!     Ok(())
//! }
//! ```
//!
//! The guide page ["Drive a provider"](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tools/client/index.html) has a
//! complete example.
//!
//! # A provider behind a provider
//!
//! A provider written with tfvalue can have another provider behind it. The other provider responds to calls for all
//! types that the first provider does not have. In this way, a provider can be moved to Rust one resource at a time.
//! [`Provider::fall_back_to`](tfvalue::provider::Provider::fall_back_to) takes a client, or the call that starts a
//! client:
//!
//! ```no_run
//! use std::process::{Command, ExitCode};
//! use tfvalue_client::Client;
//! # use tfvalue::provider::{Context, Provider, ProviderConfig};
//! # use tfvalue::{Diagnostics, TfSchema};
//! # #[derive(TfSchema)]
//! # #[tf(kind = provider)]
//! # struct Config {}
//! # impl ProviderConfig for Config {
//! #     type Client = ();
//! #     async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> {
//! #         Ok(())
//! #     }
//! # }
//!
//! fn main() -> ExitCode {
//!     let old = Client::start(&Command::new("./terraform-provider-cloud-go"));
//!     tfvalue::serve(Provider::new::<Config>("example/cloud").fall_back_to(old))
//! }
//! ```
//!
//! # With and without `async`
//!
//! Each method begins its call and returns a [`Call`], which is a future that works with any runtime. [`Call::wait`]
//! blocks the thread instead. The client has a separate thread for the connection. Calls run in parallel. If a `Call`
//! is dropped, the call is cancelled.
//!
//! # Failures
//!
//! A [`ClientError`] means that the call failed: the provider did not respond in [time](Options::timeout), its process
//! ended, or it did not follow the protocol. The error contains the end of the provider's log, and the message of a
//! panic in Go or Rust. Errors for users do not make the call fail: they are diagnostics in the response.
//!
//! # Limits
//!
//! The client does not trust the provider. In each of the following cases, the call fails. The table shows the maximum
//! time and memory that the call takes:
//!
//! | the provider | limit |
//! |---|---|
//! | prints anything other than the handshake, or an endless line | 16 KiB |
//! | prints no handshake, or accepts no connection | [`Options::start_timeout`], 60 s |
//! | does not respond | [`Options::timeout`], 10 min |
//! | sends a large message, or the length of a large message | 256 MiB in total for all large messages that arrive at the same time |
//! | sends more than one response | none is kept |
//! | sends a stream without end | 64 KiB and a message, until the caller receives them |
//! | sends large headers | 64 KiB |
//! | writes a log without end | the last 64 KiB are kept |
//!
//! The limit on the size of a message is the same as in Terraform.
//!
//! # No process is left over
//!
//! When the last clone of a client is dropped, the client asks the provider to end, and kills it after two seconds.
//!
//! | the process of the client | Linux, macOS, other Unix | Windows |
//! |---|---|---|
//! | drops the client | the provider and its child processes end | the provider ends |
//! | returns from `main`, panics, aborts | the same | a provider that serves with tfvalue ends with its connection; other providers may keep running |
//! | crashes, or is killed with `SIGKILL` | the same | the same |
//!
//! On Unix, the provider is the leader of a process group. A small `sh` in this group waits for the end of a pipe that
//! is held only by the client's process. When the pipe ends, `sh` kills the group. A provider can escape this cleanup
//! by moving its processes to another group or session.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod call;
mod calls;
mod connection;
mod error;
mod fallback;
mod handshake;
mod log;
mod lookup;
mod memory;
mod options;
mod process;
mod reattach;
mod run;
mod schema;
mod tls;

pub use self::call::{Call, Responses};
pub use self::error::{ClientError, ClientErrorKind};
pub use self::lookup::{Located, Lookup, LookupError, Way};
pub use self::options::Options;
pub use self::run::Client;
pub use self::schema::Announced;
pub use tfvalue::provider::{
    CallError, CallErrorKind, MessageReceiver, MessageSender, Method, message_channel,
};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
