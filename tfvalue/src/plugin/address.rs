//! The address on which a provider listens.

use std::net::SocketAddr;
#[cfg(unix)]
use std::path::PathBuf;

use tokio::io::{AsyncRead, AsyncWrite};

/// A connection, before encryption.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// The address of a listener.
#[derive(Debug)]
pub enum Address {
    /// Of IP.
    Tcp(SocketAddr),
    /// The path of a socket in the file system.
    #[cfg(unix)]
    Unix(PathBuf),
}

impl Address {
    /// Returns the name of the network in Go.
    pub(crate) fn network(&self) -> &'static str {
        match self {
            Address::Tcp(_) => "tcp",
            #[cfg(unix)]
            Address::Unix(_) => "unix",
        }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Address::Tcp(address) => address.to_string(),
            #[cfg(unix)]
            Address::Unix(path) => path.display().to_string(),
        }
    }
}
