//! An HTTP server for tests, backed by the service or by recorded calls.

pub(crate) mod recording;
pub(crate) mod records;

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use serde_json::Value;

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The path with the query.
    pub(crate) path: String,
    pub(crate) token: String,
    /// The body, or null if there is no body.
    pub(crate) body: Value,
}

/// A response.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The number of seconds that a client has to wait.
    pub(crate) retry_after: Option<u64>,
    /// The body, or null if there is no body.
    pub(crate) body: Value,
}

impl Response {
    pub(crate) fn new(status: u16, body: Value) -> Self {
        Response {
            status,
            retry_after: None,
            body,
        }
    }
}

/// The handler that responds to the requests.
pub(crate) trait Handler: Send + 'static {
    fn respond(&mut self, request: &Request) -> Response;
}

/// A running server that stops when dropped.
pub(crate) struct Server<H> {
    pub(crate) url: String,
    handler: Arc<Mutex<H>>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl<H: Handler> Server<H> {
    pub(crate) fn start(handler: H) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let handler = Arc::new(Mutex::new(handler));
        let ends = Arc::new(AtomicBool::new(false));
        let (of_thread, is_end) = (Arc::clone(&handler), Arc::clone(&ends));
        let thread = thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                if is_end.load(Ordering::SeqCst) {
                    break;
                }
                // A client that closes the connection receives no response.
                let _ = respond(&connection, &of_thread);
            }
        });
        Server {
            url,
            handler,
            ends,
            thread: Some(thread),
        }
    }

    /// Reads or changes the handler between two requests.
    pub(crate) fn with<T>(&self, change: impl FnOnce(&mut H) -> T) -> T {
        change(&mut self.handler.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<H> Drop for Server<H> {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.url.trim_start_matches("http://"));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Reads one request and writes the response.
fn respond<H: Handler>(mut connection: &TcpStream, handler: &Mutex<H>) -> io::Result<()> {
    let mut reader = BufReader::new(connection);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next(), words.next());
    let (mut length, mut token) = (0, String::new());
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        match name.to_lowercase().as_str() {
            "content-length" => length = value.parse().unwrap_or(0),
            "authorization" => value.trim_start_matches("Bearer ").clone_into(&mut token),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let request = Request {
        method: method.unwrap_or_default(),
        path: path.unwrap_or_default(),
        token,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    };
    let response = handler
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .respond(&request);
    let body = match &response.body {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    let wait = response.retry_after;
    let wait = wait.map(|seconds| format!("retry-after: {seconds}\r\n"));
    write!(
        connection,
        "HTTP/1.1 {} -\r\nconnection: close\r\ncontent-length: {}\r\n{}\r\n{body}",
        response.status,
        body.len(),
        wait.unwrap_or_default(),
    )
}
