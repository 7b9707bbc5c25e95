//! Runs go-cty in a separate process, the oracle.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

use crate::go_program;

/// A request to the oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Read MessagePack.
    Msgpack,
    /// Read JSON.
    Json,
    /// Read a type constraint.
    Type,
    /// Normalize text to NFC.
    Normalize,
    /// Quote text.
    Quote,
}

/// The outcome of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The output.
    Done(Vec<u8>),
    /// The message of an error.
    Failed(String),
    /// The message of a panic.
    Panicked(String),
}

/// The oracle's response to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The outcome of reading. For types and strings, this field contains the output.
    pub read: Outcome,
    /// The outcome of writing the value as MessagePack.
    pub msgpack: Outcome,
    /// The outcome of writing the value as JSON.
    pub json: Outcome,
}

/// A running oracle.
pub struct Oracle {
    child: Child,
    input: Option<BufWriter<ChildStdin>>,
    output: BufReader<ChildStdout>,
}

impl Oracle {
    /// Builds and starts the oracle. Returns `None` if Go is missing.
    ///
    /// # Errors
    ///
    /// Fails if the oracle cannot be built or started.
    pub fn start() -> io::Result<Option<Self>> {
        if Command::new("go").arg("version").output().is_err() {
            return Ok(None);
        }
        // Tests run in parallel: no test may start the program while another test is building it.
        static BUILDING: Mutex<()> = Mutex::new(());
        let building = BUILDING.lock();
        let mut child = Command::new(go_program::build("oracle")?)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        drop(building);
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the oracle has no pipes"));
        };
        Ok(Some(Oracle {
            child,
            input: Some(BufWriter::with_capacity(1 << 20, input)),
            output: BufReader::with_capacity(1 << 20, output),
        }))
    }

    /// Sends several requests, each consisting of a type constraint as JSON and an input.
    ///
    /// # Errors
    ///
    /// Fails if the oracle has exited.
    pub fn ask(&mut self, requests: &[(Op, &str, &[u8])]) -> io::Result<Vec<Answer>> {
        let Oracle { input, output, .. } = self;
        let Some(input) = input else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        std::thread::scope(|scope| {
            let writing = scope.spawn(|| write_all(input, requests));
            let answers = requests.iter().map(|_| read_answer(output)).collect();
            match writing.join() {
                Ok(written) => written.and(answers),
                Err(_) => Err(io::Error::other("writing to the oracle panicked")),
            }
        })
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait(); // it exits at the end of its input
    }
}

impl Outcome {
    /// Returns the output if the step succeeded.
    #[must_use]
    pub fn done(&self) -> Option<&[u8]> {
        match self {
            Outcome::Done(output) => Some(output),
            _ => None,
        }
    }

    /// Returns the message of an error or a panic.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Outcome::Done(_) => "",
            Outcome::Failed(message) | Outcome::Panicked(message) => message,
        }
    }
}

fn write_all(out: &mut impl Write, requests: &[(Op, &str, &[u8])]) -> io::Result<()> {
    for (op, ty, input) in requests {
        out.write_all(match op {
            Op::Msgpack => b"m",
            Op::Json => b"j",
            Op::Type => b"t",
            Op::Normalize => b"n",
            Op::Quote => b"q",
        })?;
        for part in [ty.as_bytes(), input] {
            let len = u32::try_from(part.len()).map_err(io::Error::other)?;
            out.write_all(&len.to_be_bytes())?;
            out.write_all(part)?;
        }
    }
    out.flush()
}

fn read_answer(input: &mut impl Read) -> io::Result<Answer> {
    Ok(Answer {
        read: read_outcome(input)?,
        msgpack: read_outcome(input)?,
        json: read_outcome(input)?,
    })
}

fn read_outcome(input: &mut impl Read) -> io::Result<Outcome> {
    let mut header = [0; 5];
    input.read_exact(&mut header)?;
    let [status, len @ ..] = header;
    let mut data = vec![0; u32::from_be_bytes(len) as usize];
    input.read_exact(&mut data)?;
    let text = |data: Vec<u8>| String::from_utf8_lossy(&data).into_owned();
    Ok(match status {
        b'o' => Outcome::Done(data),
        b'p' => Outcome::Panicked(text(data)),
        _ => Outcome::Failed(text(data)),
    })
}
