//! A client of providers: starts a provider, written in any language, and calls it.
//!
//! [`Client::start`] starts the program of a provider as Terraform does. [`Client::attach`] connects to a provider that
//! is already running. The methods of [`Client`] are the calls of the protocol. They take and return the messages of
//! [`tfplugin6`](crate::tfplugin6), even if the provider uses version 5, because the messages of the versions differ
//! only in schemas. Each value in a message is a [`DynamicValue`](crate::tfplugin6::DynamicValue), which is written and
//! read as a derived struct, or as a [`Value`](crate::Value) with its type.
//!
//! The guide page "Drive a provider" has a complete example.
//!
//! # With and without `async`
//!
//! Each method begins its call and returns a [`Call`], which is a future for any runtime. [`Call::wait`] blocks the
//! thread instead. The client has a separate thread for the connection. Calls run in parallel. If a `Call` is dropped,
//! it is cancelled.
//!
//! # Failures
//!
//! A [`ClientError`] means that the call failed: the provider does not respond in [time](Options::timeout), its process
//! has ended, or it does not follow the protocol. The error contains the end of the provider's log, and the text of a
//! panic in Go or Rust. Errors for users do not make the call fail: they are diagnostics in the response.
//!
//! # Limits
//!
//! The client does not trust the provider. In each of these cases, the call fails. The table shows how much time and
//! memory it takes at most:
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
//! The limit for the size of a message is the same as in Terraform.
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
