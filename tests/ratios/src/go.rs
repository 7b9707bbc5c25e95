//! Runs Go libraries on the same data in another process.

use std::cell::RefCell;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use super::captures::Message;
use super::{Bound, Contender};
use tfvalue_tests::go_program;

/// A task for the Go libraries.
pub struct Task {
    pub(super) operation: Operation,
    pub(super) format: Format,
    /// Returns the messages to read, or to read and then write.
    pub(super) messages: Box<dyn Fn() -> Vec<Message>>,
    /// The target for the ratio of our time to go-cty's time.
    pub(super) time: Option<Bound>,
}

impl Task {
    /// Returns the libraries that can perform the task, with their letters and targets; tftypes cannot write JSON.
    fn libraries(&self) -> Vec<(&'static str, u8, Option<Bound>)> {
        let mut libraries = vec![("go-cty", b'c', self.time)];
        if self.operation == Operation::Decode || self.format == Format::Msgpack {
            libraries.push(("tftypes", b't', None));
        }
        libraries
    }
}

/// An operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Decode,
    Encode,
}

/// A format for the input or output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Msgpack,
    Json,
}

/// The running process.
pub struct Go(Rc<RefCell<Process>>);

impl Go {
    /// Builds and starts the program.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be built or started, for example if Go is missing.
    pub fn start() -> io::Result<Self> {
        let mut child = Command::new(go_program::build("peers")?)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the process has no pipes"));
        };
        Ok(Go(Rc::new(RefCell::new(Process {
            child,
            input: BufWriter::new(input),
            output: BufReader::new(output),
        }))))
    }

    /// Prepares the Go libraries for a task. If a library cannot perform the task, prints a message and skips the library.
    ///
    /// # Errors
    ///
    /// Fails if the process has exited.
    pub fn contenders(&self, case: &str, task: &Task) -> io::Result<Vec<Contender>> {
        let messages = (task.messages)();
        let mut contenders = Vec::new();
        for (name, letter, time) in task.libraries() {
            let problem = self.0.borrow_mut().prepare(letter, task, &messages)?;
            if !problem.is_empty() {
                eprintln!("{case}, {name}: {problem}");
                continue;
            }
            let contender = Contender::elsewhere(name, Running(Rc::clone(&self.0), letter));
            contenders.push(match time {
                Some(bound) => contender.time(bound),
                None => contender,
            });
        }
        Ok(contenders)
    }
}

/// A library that is ready to perform a task.
pub(super) struct Running(Rc<RefCell<Process>>, u8);

impl Running {
    /// Performs the task `repeats` times and returns the total time and the number of allocations.
    pub(super) fn run(&self, repeats: u32) -> io::Result<(Duration, u64)> {
        self.0.borrow_mut().run(self.1, repeats)
    }
}

struct Process {
    child: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn prepare(&mut self, library: u8, task: &Task, messages: &[Message]) -> io::Result<String> {
        let operation = match task.operation {
            Operation::Decode => b'd',
            Operation::Encode => b'e',
        };
        let format = match task.format {
            Format::Msgpack => b'm',
            Format::Json => b'j',
        };
        self.input.write_all(&[b'p', library, operation, format])?;
        self.write_number(messages.len())?;
        for message in messages {
            self.write_bytes(message.ty.to_json().as_bytes())?;
            self.write_bytes(&message.bytes)?;
        }
        self.input.flush()?;
        let mut problem = vec![0; self.read::<4>().map(u32::from_be_bytes)? as usize];
        self.output.read_exact(&mut problem)?;
        String::from_utf8(problem).map_err(io::Error::other)
    }

    fn run(&mut self, library: u8, repeats: u32) -> io::Result<(Duration, u64)> {
        self.input.write_all(&[b'r', library])?;
        self.input.write_all(&repeats.to_be_bytes())?;
        self.input.flush()?;
        let nanoseconds = self.read().map(u64::from_be_bytes)?;
        let allocations = self.read().map(u64::from_be_bytes)?;
        Ok((Duration::from_nanos(nanoseconds), allocations))
    }

    fn write_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_number(bytes.len())?;
        self.input.write_all(bytes)
    }

    fn write_number(&mut self, number: usize) -> io::Result<()> {
        let number = u32::try_from(number).map_err(io::Error::other)?;
        self.input.write_all(&number.to_be_bytes())
    }

    fn read<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.output.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process only waits for commands and has nothing to save.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
