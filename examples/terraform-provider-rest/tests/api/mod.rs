//! An HTTP server backed by a SQLite database.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

use rusqlite::{Connection, OptionalExtension as _, params};
use serde_json::{Value as Json, json};

/// A running server. The server's thread ends when the process exits.
pub(crate) struct Api {
    pub(crate) url: String,
    database: Arc<Mutex<Connection>>,
}

impl Api {
    pub(crate) fn start(file: &Path) -> Self {
        let database = Connection::open(file).unwrap();
        let table =
            "CREATE TABLE objects (id INTEGER PRIMARY KEY, path TEXT NOT NULL, body TEXT NOT NULL)";
        database.execute(table, ()).unwrap();
        let database = Arc::new(Mutex::new(database));
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let of_thread = Arc::clone(&database);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                serve(&connection, &of_thread.lock().unwrap());
            }
        });
        Api { url, database }
    }

    /// Returns the objects in the database.
    pub(crate) fn objects(&self) -> Vec<Json> {
        let database = self.database.lock().unwrap();
        let mut query = database
            .prepare("SELECT body FROM objects ORDER BY id")
            .unwrap();
        let rows = query.query_map((), |row| row.get::<_, String>(0)).unwrap();
        rows.map(|body| serde_json::from_str(&body.unwrap()).unwrap())
            .collect()
    }

    /// Runs an SQL statement to simulate a change that is made outside the API.
    pub(crate) fn execute(&self, statement: &str) {
        let changed = self
            .database
            .lock()
            .unwrap()
            .execute(statement, ())
            .unwrap();
        assert_eq!(changed, 1, "{statement}");
    }
}

/// Reads one request and writes the response.
fn serve(mut connection: &TcpStream, database: &Connection) {
    let mut reader = BufReader::new(connection);
    let (mut line, mut length) = (String::new(), 0);
    let mut next = |reader: &mut BufReader<_>| {
        line.clear();
        reader.read_line(&mut line).unwrap_or(0);
        line.trim_end().to_owned()
    };
    let first = next(&mut reader);
    loop {
        let header = next(&mut reader).to_lowercase();
        match header.split_once(": ") {
            Some(("content-length", value)) => length = value.parse().unwrap_or(0),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let mut words = first.split(' ');
    let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let (status, body) = respond(method, path, body, database);
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    // A client that closes the connection receives no response.
    let _ = write!(
        connection,
        "HTTP/1.1 {status} -\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
}

fn respond(method: &str, path: &str, mut body: Json, database: &Connection) -> (u16, Json) {
    if body["pageCount"].as_u64() > Some(10_000) {
        let detail = "No book of the library has more than 10000 pages.";
        return (
            422,
            json!({"errors": [{"pointer": "/pageCount", "detail": detail}]}),
        );
    }
    if method == "POST" {
        let insert = "INSERT INTO objects (path, body) VALUES (?1, '')";
        database.execute(insert, params![path]).unwrap();
        let id = database.last_insert_rowid();
        (body["id"], body["revision"]) = (id.to_string().into(), 1.into());
        let update = "UPDATE objects SET body = ?2 WHERE id = ?1";
        database
            .execute(update, params![id, body.to_string()])
            .unwrap();
        return (201, body);
    }
    let (path, id) = path.rsplit_once('/').unwrap_or((path, ""));
    let select = "SELECT body FROM objects WHERE path = ?1 AND id = ?2";
    let row = database.query_row(select, params![path, id], |row| row.get::<_, String>(0));
    let Some(old) = row.optional().unwrap() else {
        return (404, Json::Null);
    };
    let old: Json = serde_json::from_str(&old).unwrap();
    match method {
        "GET" => (200, old),
        "PUT" => {
            body["id"] = id.into();
            body["revision"] = (old["revision"].as_u64().unwrap_or(0) + 1).into();
            let update = "UPDATE objects SET body = ?2 WHERE id = ?1";
            database
                .execute(update, params![id, body.to_string()])
                .unwrap();
            (200, body)
        }
        "DELETE" => {
            database
                .execute("DELETE FROM objects WHERE id = ?1", params![id])
                .unwrap();
            (204, Json::Null)
        }
        _ => (405, Json::Null),
    }
}
