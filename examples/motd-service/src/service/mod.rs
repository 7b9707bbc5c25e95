//! The service that the provider in the guide's path calls: it stores messages of the day in a SQLite database and
//! serves them over HTTP.
//!
//! | call | does |
//! |---|---|
//! | `POST /messages` | creates a message. The service assigns `id`, and stores the name in lower case |
//! | `GET /messages?name=…&after=…` | returns a page with at most two messages, ordered by `id` |
//! | `GET /messages/{id}` | returns a message. The password is never returned |
//! | `PATCH /messages/{id}` | changes the members that the request contains |
//! | `DELETE /messages/{id}` | deletes a message |

use std::collections::VecDeque;
use std::io;
use std::net::TcpListener;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rusqlite::Connection;

mod http;
mod messages;

/// The token that the service accepts.
pub const TOKEN: &str = "t0p-secret";

/// A running service. The service's thread ends when the process exits.
pub struct Service {
    url: String,
    state: Arc<Mutex<State>>,
}

/// The data that requests read and change.
struct State {
    database: Connection,
    /// The statuses with which the next requests fail.
    failures: VecDeque<u16>,
    /// The requests, such as `GET /messages/1`.
    calls: Vec<String>,
}

impl Service {
    /// Starts a service for a test: on any free port, with an empty in-memory database.
    ///
    /// # Panics
    ///
    /// Panics if there is no free port.
    #[must_use]
    pub fn start() -> Self {
        Service::open(Path::new(":memory:"), 0).expect("a free port")
    }

    /// Starts a service with a database in a file.
    ///
    /// # Errors
    ///
    /// Fails if the port is in use, or if the file is not a database.
    pub fn open(file: &Path, port: u16) -> io::Result<Self> {
        let database = messages::open(file).map_err(io::Error::other)?;
        let listener = TcpListener::bind(("127.0.0.1", port))?;
        let url = format!("http://{}", listener.local_addr()?);
        let (failures, calls) = (VecDeque::new(), Vec::new());
        let state = Arc::new(Mutex::new(State {
            database,
            failures,
            calls,
        }));
        let of_thread = Arc::clone(&state);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                // A client that closes the connection receives no response.
                let _ = http::serve(&connection, |request| lock(&of_thread).respond(request));
            }
        });
        Ok(Service { url, state })
    }

    /// Returns the URL of the service.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Makes the next requests fail with the given statuses.
    pub fn fail_next(&self, statuses: impl IntoIterator<Item = u16>) {
        lock(&self.state).failures.extend(statuses);
    }

    /// Returns the requests since the last call to this function, such as `GET /messages/1`.
    #[must_use]
    pub fn take_calls(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.state).calls)
    }

    /// Runs an SQL statement to simulate a change that is made outside the service.
    ///
    /// # Errors
    ///
    /// Fails if the statement is invalid.
    pub fn execute(&self, statement: &str) -> rusqlite::Result<usize> {
        lock(&self.state).database.execute(statement, ())
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
