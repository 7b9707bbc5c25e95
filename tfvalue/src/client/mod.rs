//! A client of providers: starts a provider, written in any language, and calls it.
//!
//! [`Client::start`] starts the program of a provider as Terraform does. [`Client::attach`] connects to a provider that
//! runs already. The methods of [`Client`] are the calls of the protocol. They take and return the messages of
//! [`tfplugin6`](crate::tfplugin6), also if the provider has version 5, as the messages differ only in schemas. The
//! values in the messages are a [`DynamicValue`](crate::tfplugin6::DynamicValue), which is written and read with derived
//! structs, or with a [`Value`](crate::Value) and its type.
//!
//! The guide page "Drive a provider" has an example that runs.
//!
//! # With and without `async`
//!
//! Each method begins its call and returns a [`Call`], which is a future for any runtime. [`Call::wait`] blocks the
//! thread instead. The client has a thread of its own for the connection. Calls run in parallel. A call that is dropped
//! is cancelled.
//!
//! # Failures
//!
//! A [`ClientError`] is a failure of the call: the provider does not respond in [time](Options::timeout), its process
//! has ended, or it does not follow the protocol. The error has the end of the provider's log, and the text of a panic of
//! Go or Rust. Errors for users are no failures of the call, but diagnostics in the response.
//!
//! # Limits
//!
//! A provider is not trusted. Each of these costs an error, and the memory and the time in the table:
//!
//! | the provider | limit |
//! |---|---|
//! | prints something else than the handshake, or an endless line | 16 KiB |
//! | prints no handshake, or accepts no connection | [`Options::start_timeout`], 60 s |
//! | does not respond | [`Options::timeout`], 10 min |
//! | sends a large message, or the length of one | 256 MiB, for all large messages that arrive at once |
//! | sends more than one response | none is kept |
//! | sends a stream without end | 64 KiB and a message, until the caller receives them |
//! | sends large headers | 64 KiB |
//! | writes a log without end | the last 64 KiB are kept |
//!
//! The limit of a message is that of Terraform.
//!
//! # No process is left over
//!
//! When the last clone of a client is dropped, it asks the provider to end, and kills it after two seconds.
//!
//! | the process of the client | Linux, macOS, other Unix | Windows |
//! |---|---|---|
//! | drops the client | the provider and its child processes end | the provider ends |
//! | returns from `main`, panics, aborts | the same | a provider that serves with this crate ends with its connection; others may stay |
//! | crashes, or is killed with `SIGKILL` | the same | the same |
//!
//! On Unix, the provider is the leader of a process group. A small `sh` in this group waits for the end of a pipe that
//! only the client's process holds, and then kills the group. A provider that moves its processes to another group or
//! session evades this.

mod call;
mod calls;
mod connection;
mod error;
mod handshake;
mod log;
mod options;
mod process;
mod reattach;
mod run;
mod schema;
mod tls;

pub use self::call::{Call, Responses};
pub use self::error::{ClientError, ClientErrorKind};
pub use self::options::Options;
pub use self::run::Client;
pub use self::schema::Announced;
pub use crate::provider::{
    CallError, CallErrorKind, MessageReceiver, MessageSender, Method, message_channel,
};
