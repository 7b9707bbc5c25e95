//! Walks through a state file from a reader, one object at a time.

use std::fmt;
use std::io::Read;
use std::sync::Arc;

use tfvalue::{Error, Result, paths::Step};

use super::{Resource, Version, another};
use crate::error;
use crate::scan::{Scanner, parse};

/// The members that describe the instances of a resource.
const HEAD: [&str; 6] = ["module", "mode", "type", "name", "each", "provider"];

/// The members that identify a resource.
const NAME: [&str; 3] = ["mode", "type", "name"];

/// The text of an object, and the resource to which it belongs.
pub(super) struct Found {
    pub(super) resource: Arc<Resource>,
    pub(super) text: Vec<u8>,
    /// The line and column at which the text begins.
    pub(super) position: (usize, usize),
}

/// A state file that is being read.
pub(super) struct Walk<R> {
    scanner: Scanner<R>,
    state: State,
    pub(super) header: Header,
    /// The current resource. The next two fields count the resources, and the objects of this resource, before the
    /// current position.
    resource: Arc<Resource>,
    resources: u64,
    instances: u64,
    /// Whether the resources were found.
    has_resources: bool,
}

/// The root members that identify the state, if they have already been read.
#[derive(Clone, Debug, Default)]
pub(super) struct Header {
    pub(super) version: Option<Version>,
    pub(super) terraform_version: Option<String>,
    pub(super) serial: Option<u64>,
    pub(super) lineage: Option<String>,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum State {
    /// The opening brace of the file.
    Begin,
    /// A member of the file.
    Member,
    /// The comma or brace after a member of the file.
    AfterMember,
    /// The first resource, or the end of the list.
    FirstResource,
    /// The comma or bracket after a resource.
    AfterResource,
    /// The first object, or the end of the list.
    FirstInstance,
    /// The comma or bracket after an object.
    AfterInstance,
    /// Nothing. The file has ended, or an error was returned.
    End,
}

impl<R> fmt::Debug for Walk<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk")
            .field("scanner", &self.scanner)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl<R: Read> Walk<R> {
    pub(super) fn new(reader: R) -> Self {
        Walk {
            scanner: Scanner::new(reader),
            state: State::Begin,
            header: Header::default(),
            resource: Arc::default(),
            resources: 0,
            instances: 0,
            has_resources: false,
        }
    }

    /// Returns the next object.
    pub(super) fn next(&mut self) -> Result<Option<Found>> {
        let found = self.advance();
        if found.is_err() {
            self.state = State::End;
        }
        found
    }

    /// Adds the path of the current object to an error.
    pub(super) fn at_instance(&self, error: Error) -> Error {
        let step = |name: &'static str| Step::Attribute(name.into());
        let error = error.at(Step::Index(self.instances)).at(step("instances"));
        self.at_resource(error)
    }

    fn at_resource(&self, error: Error) -> Error {
        let index = Step::Index(self.resources);
        error.at(index).at(Step::Attribute("resources".into()))
    }

    fn advance(&mut self) -> Result<Option<Found>> {
        loop {
            self.state = match self.state {
                State::Begin => {
                    self.scanner.open(b'{', "an object")?;
                    match self.scanner.peek()? {
                        Some(b'}') => State::AfterMember,
                        _ => State::Member,
                    }
                }
                State::Member => self.member()?,
                State::AfterMember => match self.scanner.one_of(b",}", "expected `,` or `}`")? {
                    b',' => State::Member,
                    _ => {
                        self.end()?;
                        State::End
                    }
                },
                State::FirstResource => match self.scanner.peek()? {
                    Some(b']') => self.close(State::AfterMember)?,
                    _ => self.resource()?,
                },
                State::AfterResource => {
                    self.resources += 1;
                    match self.scanner.one_of(b",]", "expected `,` or `]`")? {
                        b',' => self.resource()?,
                        _ => State::AfterMember,
                    }
                }
                State::FirstInstance => match self.scanner.peek()? {
                    Some(b']') => {
                        self.close(State::AfterResource)?;
                        self.rest_of_resource()?
                    }
                    _ => return self.instance().map(Some),
                },
                State::AfterInstance => {
                    self.instances += 1;
                    match self.scanner.one_of(b",]", "expected `,` or `]`")? {
                        b',' => return self.instance().map(Some),
                        _ => self.rest_of_resource()?,
                    }
                }
                State::End => return Ok(None),
            };
        }
    }

    fn close(&mut self, next: State) -> Result<State> {
        self.scanner.one_of(b"]", "expected `]`").map(|_| next)
    }

    /// Reads a member of the file, or reads up to the first resource.
    fn member(&mut self) -> Result<State> {
        let name = self.scanner.key()?;
        let at = |error: Error| error.at(Step::Attribute(name.clone().into()));
        let is_repeated = match &*name {
            "version" => self.header.version.is_some(),
            "terraform_version" => self.header.terraform_version.is_some(),
            "serial" => self.header.serial.is_some(),
            "lineage" => self.header.lineage.is_some(),
            "resources" => std::mem::replace(&mut self.has_resources, true),
            _ => match another(&name) {
                Some(error) => return Err(error),
                None => return self.scanner.skip().map(|()| State::AfterMember).map_err(at),
            },
        };
        if is_repeated {
            return Err(self.scanner.locate(error::repeated(&name)));
        }
        if name == "resources" {
            if self.scanner.peek()? == Some(b'n') {
                return self.scanner.skip().map(|()| State::AfterMember);
            }
            self.scanner.open(b'[', "a list").map_err(at)?;
            return Ok(State::FirstResource);
        }
        match &*name {
            "version" => self.header.version = Some(self.scanner.typed(at)?),
            "serial" => self.header.serial = Some(self.scanner.typed(at)?),
            "lineage" => self.header.lineage = Some(self.scanner.typed(at)?),
            _ => self.header.terraform_version = Some(self.scanner.typed(at)?),
        }
        Ok(State::AfterMember)
    }

    /// Reads a resource up to its first object.
    fn resource(&mut self) -> Result<State> {
        self.scanner.peek()?;
        let position = self.scanner.position();
        let (mut names, mut end, mut next) = (Vec::new(), 0, State::AfterResource);
        let head = self.scanner.recorded(|scanner| {
            scanner.open(b'{', "an object")?;
            end = scanner.recorded_len();
            if scanner.peek()? == Some(b'}') {
                return scanner.one_of(b"}", "expected `}`").map(|_| ());
            }
            loop {
                let name = scanner.key()?;
                if name == "instances" && scanner.peek()? != Some(b'n') {
                    next = State::FirstInstance;
                    return scanner.open(b'[', "a list");
                }
                scanner.skip()?;
                names.push(name);
                end = scanner.recorded_len();
                if scanner.one_of(b",}", "expected `,` or `}`")? == b'}' {
                    return Ok(());
                }
            }
        });
        let head = head.map_err(|error| self.at_resource(error))?;
        let is_named = NAME
            .iter()
            .all(|name| names.iter().any(|found| found == name));
        if next == State::FirstInstance && !is_named {
            return Err(self.at_resource(misplaced(NAME)));
        }
        let text = [&head[..end], b"}"].concat();
        let resource = parse(&text, position).map_err(|error| self.at_resource(error))?;
        self.resource = Arc::new(resource);
        self.instances = 0;
        Ok(next)
    }

    /// Reads the members of a resource after its objects.
    fn rest_of_resource(&mut self) -> Result<State> {
        while self.scanner.one_of(b",}", "expected `,` or `}`")? == b',' {
            let name = self.scanner.key()?;
            if name == "instances" {
                return Err(self.at_resource(self.scanner.locate(error::repeated(&name))));
            }
            if let Some(name) = HEAD.into_iter().find(|one| *one == name) {
                return Err(self.at_resource(self.scanner.locate(misplaced([name]))));
            }
            self.scanner
                .skip()
                .map_err(|error| self.at_resource(error))?;
        }
        Ok(State::AfterResource)
    }

    fn instance(&mut self) -> Result<Found> {
        self.scanner.peek()?;
        let position = self.scanner.position();
        let text = self
            .scanner
            .take()
            .map_err(|error| self.at_instance(error))?;
        self.state = State::AfterInstance;
        let resource = Arc::clone(&self.resource);
        Ok(Found {
            resource,
            text,
            position,
        })
    }

    /// Checks that the document is a state file, and that nothing follows it.
    fn end(&mut self) -> Result<()> {
        let header = &self.header;
        let missing = [
            ("version", header.version.is_none()),
            ("serial", header.serial.is_none()),
            ("lineage", header.lineage.is_none()),
        ];
        if let Some((name, _)) = missing.into_iter().find(|(_, is_missing)| *is_missing) {
            return Err(self.scanner.locate(error::missing(name)));
        }
        match self.scanner.peek()? {
            None => Ok(()),
            Some(_) => Err(self.scanner.locate(error::syntax("trailing characters"))),
        }
    }
}

/// Returns the error for members that come after the objects that require them.
#[cold]
fn misplaced<const N: usize>(names: [&str; N]) -> Error {
    let names = match names.as_slice() {
        [name] => (*name).to_owned(),
        names => names.join(", "),
    };
    error::data(format!(
        "to read one instance at a time, {names} must come before instances, as Terraform writes them; read the whole \
         file as a StateFile instead"
    ))
}
