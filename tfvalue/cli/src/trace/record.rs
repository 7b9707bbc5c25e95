//! Records calls as they happen, and reads the recordings. A recording is a file with a line of JSON for each event.
//!
//! Several processes can append to the same file, because Terraform starts a provider several times.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use tfvalue::prost::bytes::Bytes;
use tfvalue_client::Method;

use crate::files::{Kind, Wanted};

/// The version of the format.
const VERSION: u32 = 1;

/// The maximum size of the messages that are kept for each call, so that the call can be shown.
const MAX_KEPT: usize = 32 << 20;

/// An event in a call.
pub(crate) enum Event {
    Begin(&'static Method),
    Request(Bytes),
    Response(Bytes),
    /// The end of the call, with a gRPC error if the call failed.
    End(Option<String>),
}

/// An event, with the number of its call and its time in milliseconds of Unix time.
pub(crate) struct Happened {
    pub(crate) call: u64,
    pub(crate) at: f64,
    pub(crate) event: Event,
}

/// A line of a recording.
#[derive(Default, Deserialize, Serialize)]
struct Line {
    session: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tfvalue_trace: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    protocol: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    begin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(crate) const NOTICE: &str = "this file contains the secrets of the calls";

/// Writes a recording.
pub(crate) struct Recorder {
    file: std::fs::File,
    session: String,
}

impl Recorder {
    /// Begins a session, which is one process of the provider.
    pub(crate) fn begin(file: std::fs::File, session: &str, protocol: u32) -> io::Result<Self> {
        let mut recorder = Recorder {
            file,
            session: session.to_owned(),
        };
        recorder.write(Line {
            tfvalue_trace: Some(VERSION),
            protocol: Some(protocol),
            notice: Some(NOTICE.to_owned()),
            ..Line::default()
        })?;
        Ok(recorder)
    }

    pub(crate) fn add(&mut self, happened: &Happened) -> io::Result<()> {
        let mut line = Line {
            call: Some(happened.call),
            at: Some(happened.at),
            ..Line::default()
        };
        match &happened.event {
            Event::Begin(method) => line.begin = Some(method.name.to_owned()),
            Event::Request(message) => line.request = Some(STANDARD.encode(message)),
            Event::Response(message) => line.response = Some(STANDARD.encode(message)),
            Event::End(error) => (line.end, line.error) = (Some(true), error.clone()),
        }
        self.write(line)
    }

    /// Writes a whole line at once, because other processes may write to the same file.
    fn write(&mut self, mut line: Line) -> io::Result<()> {
        line.session.clone_from(&self.session);
        let mut text = serde_json::to_vec(&line)?;
        text.push(b'\n');
        self.file.write_all(&text)
    }
}

/// A call with its messages.
pub(crate) struct Call {
    pub(crate) method: &'static Method,
    pub(crate) start: f64,
    /// The end of the call; `None` if the process ended before the call did.
    pub(crate) end: Option<f64>,
    pub(crate) requests: Messages,
    pub(crate) responses: Messages,
    pub(crate) error: Option<String>,
}

/// The messages in one direction: the messages that are kept, and the total size of all messages.
#[derive(Clone, Default)]
pub(crate) struct Messages {
    pub(crate) kept: Vec<Bytes>,
    pub(crate) count: usize,
    pub(crate) bytes: usize,
}

impl Messages {
    pub(crate) fn add(&mut self, message: Bytes) {
        self.count += 1;
        self.bytes += message.len();
        // A call without a stream has one message, whose size is not limited.
        if self.count == 1 || self.bytes <= MAX_KEPT {
            self.kept.push(message);
        }
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.kept.len() == self.count
    }
}

/// Assembles calls from events.
#[derive(Default)]
pub(crate) struct Calls(BTreeMap<u64, Call>);

impl Calls {
    /// Adds an event. Returns the call if it has ended.
    pub(crate) fn add(&mut self, Happened { call, at, event }: Happened) -> Option<Call> {
        match event {
            Event::Begin(method) => {
                let begun = Call {
                    method,
                    start: at,
                    end: None,
                    requests: Messages::default(),
                    responses: Messages::default(),
                    error: None,
                };
                self.0.insert(call, begun);
            }
            Event::Request(message) => self.0.get_mut(&call)?.requests.add(message),
            Event::Response(message) => self.0.get_mut(&call)?.responses.add(message),
            Event::End(error) => {
                let mut ended = self.0.remove(&call)?;
                (ended.end, ended.error) = (Some(at), error);
                return Some(ended);
            }
        }
        None
    }

    /// Returns the calls that have not ended.
    pub(crate) fn rest(self) -> impl Iterator<Item = Call> {
        self.0.into_values()
    }
}

/// The calls of a process.
pub(crate) struct Session {
    pub(crate) name: String,
    pub(crate) protocol: u32,
    pub(crate) calls: Vec<Call>,
}

/// Reads a recording, which consists of sessions with their calls in the order in which the calls began.
pub(crate) fn read(file: impl BufRead) -> Result<Vec<Session>, String> {
    let mut sessions: Vec<(Session, Calls)> = Vec::new();
    let mut places = BTreeMap::new();
    for (number, text) in file.lines().enumerate() {
        let at = |problem: String| format!("line {}: {problem}", number + 1);
        let text = text.map_err(|error| at(error.to_string()))?;
        let line: Line = match serde_json::from_str(&text) {
            Ok(line) => line,
            // The process was killed while it was writing this line.
            Err(error) if error.is_eof() => continue,
            Err(_) if sessions.is_empty() => {
                return Err(Kind::Json.instead_of(Wanted::Recording));
            }
            Err(error) => return Err(at(error.to_string())),
        };
        if let Some(version) = line.tfvalue_trace {
            if version != VERSION {
                return Err(at(format!(
                    "version {VERSION} of the format is required, got {version}"
                )));
            }
            places.insert(line.session.clone(), sessions.len());
            let session = Session {
                name: line.session,
                protocol: line.protocol.unwrap_or(6),
                calls: Vec::new(),
            };
            sessions.push((session, Calls::default()));
            continue;
        }
        let place = places.get(&line.session);
        let Some((session, calls)) = place.and_then(|&at| sessions.get_mut(at)) else {
            return Err(at(
                "the recording does not begin with its version".to_owned()
            ));
        };
        if let Some(happened) = happened(&line, session.protocol).map_err(at)? {
            session.calls.extend(calls.add(happened));
        }
    }
    if sessions.is_empty() {
        return Err("the recording is empty".to_owned());
    }
    let sessions = sessions.into_iter().map(|(mut session, calls)| {
        session.calls.extend(calls.rest());
        session
            .calls
            .sort_by(|one, other| one.start.total_cmp(&other.start));
        session
    });
    Ok(sessions.collect())
}

fn happened(line: &Line, protocol: u32) -> Result<Option<Happened>, String> {
    let decode = |text: &str| {
        STANDARD
            .decode(text)
            .map(Bytes::from)
            .map_err(|error| error.to_string())
    };
    let event = if let Some(name) = &line.begin {
        let method = Method::find(protocol, name);
        Event::Begin(method.ok_or_else(|| format!("version {protocol} has no method {name}"))?)
    } else if let Some(text) = &line.request {
        Event::Request(decode(text)?)
    } else if let Some(text) = &line.response {
        Event::Response(decode(text)?)
    } else if line.end.is_some() {
        Event::End(line.error.clone())
    } else {
        return Ok(None);
    };
    Ok(Some(Happened {
        call: line.call.unwrap_or(0),
        at: line.at.unwrap_or(0.0),
        event,
    }))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn recordings_without_a_session_are_errors() {
        for empty in ["", "\n\n"] {
            let error = read(empty.as_bytes()).map(drop).unwrap_err();
            assert_eq!(error, "the recording is empty");
        }
    }
}
