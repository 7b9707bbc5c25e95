//! HTTP/1.1, with one request per connection.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// A request.
pub(crate) struct Request {
    pub(crate) method: String,
    /// The path with the query.
    pub(crate) path: String,
    pub(crate) token: String,
    /// The body, or null if there is no body.
    pub(crate) body: Value,
}

/// A status, and the body, or null if there is no body.
pub(crate) type Response = (u16, Value);

/// Reads a request and writes the response.
pub(crate) fn serve(
    mut connection: &TcpStream,
    respond: impl FnOnce(&Request) -> Response,
) -> io::Result<()> {
    connection.set_read_timeout(Some(Duration::from_secs(5)))?;
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
    let mut body = Vec::new();
    reader.take(length).read_to_end(&mut body)?;
    let request = Request {
        method: method.unwrap_or_default(),
        path: path.unwrap_or_default(),
        token,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    };
    let (status, body) = respond(&request);
    let body = match body {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    let wait = if status == 429 {
        "retry-after: 1\r\n"
    } else {
        ""
    };
    write!(
        connection,
        "HTTP/1.1 {status} -\r\nconnection: close\r\ncontent-length: {}\r\n{wait}\r\n{body}",
        body.len(),
    )
}
