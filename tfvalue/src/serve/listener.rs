//! The socket on which the process listens.

use std::io;

use tokio::net::TcpListener;
#[cfg(unix)]
use tokio::net::UnixListener;

use crate::plugin::address::{Address, Stream};

/// A listener on a Unix socket, or on a TCP port on this machine.
pub(super) enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(unix::Socket),
}

impl Listener {
    /// Listens on a Unix socket if possible.
    pub(super) async fn bind() -> io::Result<Self> {
        #[cfg(unix)]
        if let Ok(socket) = unix::Socket::bind() {
            return Ok(Listener::Unix(socket));
        }
        Listener::bind_tcp().await
    }

    /// Listens on a TCP port.
    pub(super) async fn bind_tcp() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        Ok(Listener::Tcp(listener))
    }

    pub(super) fn address(&self) -> io::Result<Address> {
        Ok(match self {
            Listener::Tcp(listener) => Address::Tcp(listener.local_addr()?),
            #[cfg(unix)]
            Listener::Unix(socket) => Address::Unix(socket.path.clone()),
        })
    }

    pub(super) async fn accept(&self) -> io::Result<Box<dyn Stream>> {
        Ok(match self {
            Listener::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                // Without `TCP_NODELAY`, each call would wait about 40 ms for the acknowledgement from the peer.
                stream.set_nodelay(true)?;
                Box::new(stream)
            }
            #[cfg(unix)]
            Listener::Unix(socket) => Box::new(socket.listener.accept().await?.0),
        })
    }
}

#[cfg(unix)]
mod unix {
    use std::path::PathBuf;
    use std::time::SystemTime;
    use std::{env, fs, io, process};

    use super::UnixListener;
    use crate::plugin::names::SOCKET_FOLDER;

    /// A Unix socket whose file is removed when the listener is dropped.
    pub(in crate::serve) struct Socket {
        pub(super) listener: UnixListener,
        pub(super) path: PathBuf,
    }

    impl Socket {
        pub(super) fn bind() -> io::Result<Self> {
            let directory = env::var_os(SOCKET_FOLDER).filter(|path| !path.is_empty());
            let directory = directory.map_or_else(env::temp_dir, PathBuf::from);
            let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
            let name = format!("plugin-{}-{}", process::id(), now.subsec_nanos());
            let path = directory.join(name);
            if !path.to_str().is_some_and(is_text_of_handshake) {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            let listener = UnixListener::bind(&path)?;
            Ok(Socket { listener, path })
        }
    }

    /// The handshake is a line whose parts are separated by `|`. In Go, a name that begins with `@` is not a path.
    fn is_text_of_handshake(path: &str) -> bool {
        !path.starts_with('@') && !path.contains(|c: char| c == '|' || c.is_control())
    }

    impl Drop for Socket {
        fn drop(&mut self) {
            // If removing the file fails, a useless file remains.
            _ = fs::remove_file(&self.path);
        }
    }
}
