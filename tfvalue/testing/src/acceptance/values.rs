//! The values of plans and states.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use tfvalue::{Error, Path, Result, TfSchema, Type, Value, paths::Step};
use tfvalue_show::{Action, Raw, ResourceChange, Snapshot};

/// A plan.
#[derive(Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The whole plan, as `terraform show -json` prints it.
    pub document: tfvalue_show::Plan,
}

/// A state.
#[derive(Debug)]
#[non_exhaustive]
pub struct State {
    /// The whole state, as `terraform show -json` prints it.
    pub document: tfvalue_show::State,
}

impl Plan {
    /// Returns the planned change to a resource or a data source.
    ///
    /// # Panics
    ///
    /// Panics if the plan has no resource or data source with the given address.
    #[must_use]
    #[track_caller]
    pub fn change(&self, address: &str) -> &ResourceChange {
        let mut changes = self.document.resource_changes.iter();
        match changes.find(|change| change.address == address) {
            Some(change) => change,
            None => panic!("{address} is not in the plan, which has {self}"),
        }
    }

    /// Returns the planned values of a resource or a data source.
    ///
    /// # Panics
    ///
    /// Panics if the plan has no resource or data source with the given address.
    #[must_use]
    #[track_caller]
    pub fn resource(&self, address: &str) -> Object<'_> {
        Object::new(address, self.change(address).change.after())
    }

    /// Returns the planned value of an output.
    ///
    /// # Panics
    ///
    /// Panics if the plan does not have the output.
    #[must_use]
    #[track_caller]
    pub fn output(&self, name: &str) -> Object<'_> {
        match self.document.output_changes.get(name) {
            Some(change) => Object::new(name, change.after()),
            None => panic!("the output {name} is not in the plan"),
        }
    }

    /// Returns `true` if neither resources nor outputs change.
    pub(super) fn is_empty(&self) -> bool {
        let resources = self.document.resource_changes.iter();
        let outputs = self.document.output_changes.values();
        let mut all = resources.map(|change| &change.change).chain(outputs);
        all.all(|change| change.actions.is_no_op() && change.importing.is_none())
    }
}

impl fmt::Display for Plan {
    /// Prints the planned actions on the resources.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.document.resource_changes.is_empty() {
            return f.write_str("no resources");
        }
        for (index, change) in self.document.resource_changes.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let actions = change.change.actions.as_slice().iter();
            let actions: Vec<_> = actions.map(Action::as_str).collect();
            write!(f, "{comma}{}: {}", change.address, actions.join(" and "))?;
        }
        Ok(())
    }
}

impl State {
    /// Returns `true` if the state has a resource or a data source with the given address.
    #[must_use]
    pub fn contains(&self, address: &str) -> bool {
        self.document
            .resources()
            .any(|found| found.address == address)
    }

    /// Returns the values of a resource or a data source.
    ///
    /// # Panics
    ///
    /// Panics if the state has no resource or data source with the given address.
    #[must_use]
    #[track_caller]
    pub fn resource(&self, address: &str) -> Object<'_> {
        let mut resources = self.document.resources();
        match resources.find(|found| found.address == address) {
            Some(found) => Object::new(address, found.snapshot()),
            None => {
                let all: Vec<_> = self
                    .document
                    .resources()
                    .map(|found| &*found.address)
                    .collect();
                panic!("{address} is not in the state, which has {all:?}")
            }
        }
    }

    /// Returns the value of an output.
    ///
    /// # Panics
    ///
    /// Panics if the state does not have the output.
    #[must_use]
    #[track_caller]
    pub fn output(&self, name: &str) -> Object<'_> {
        let outputs = self.document.values.as_ref().map(|values| &values.outputs);
        match outputs.and_then(|outputs| outputs.get(name)) {
            Some(output) => Object::new(name, output.snapshot()),
            None => panic!("the output {name} is not in the state"),
        }
    }
}

/// The value of a resource, a data source or an output.
///
/// Wherever a test refers to an attribute, a string such as `"disk[0].size"` is a [path](Path). Elements of sets are
/// numbered in Terraform's order. Messages do not show sensitive values.
///
/// # Examples
///
/// ```no_run
/// # use tfvalue::{Attr, TfSchema};
/// use tfvalue_testing::acceptance::State;
///
/// #[derive(TfSchema)]
/// struct Note {
///     #[tf(required)]
///     text: Attr<String>,
/// }
///
/// fn check(state: &State) {
///     let note = state.resource("notes_note.first");
///     note.has("text", "hello").has("tags", ["a", "b"]).is_null("author");
///     assert_eq!(note.read::<Note>().text, "hello");
///     state.output("names").is(["first"]);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Object<'a> {
    name: String,
    snapshot: Snapshot<'a>,
}

#[allow(clippy::must_use_candidate)] // An expectation is complete without its result.
impl<'a> Object<'a> {
    pub(super) fn new(name: &str, snapshot: Snapshot<'a>) -> Self {
        let name = name.to_owned();
        Object { name, snapshot }
    }

    /// Reads the value into a struct, which can contain only some of the attributes.
    ///
    /// # Panics
    ///
    /// Panics if an attribute does not fit the struct.
    #[must_use]
    #[track_caller]
    pub fn read<T: TfSchema + DeserializeOwned>(&self) -> T {
        match self.snapshot.read_ignoring_unsupported() {
            Ok(value) => value,
            Err(error) => panic!("{}: {error}", self.name),
        }
    }

    /// Returns the value at a path. Lists and sets are returned as tuples, and maps as objects, because JSON does not
    /// distinguish between them.
    ///
    /// # Panics
    ///
    /// Panics if the attribute or element does not exist.
    #[must_use]
    #[track_caller]
    pub fn value(&self, path: impl Into<Path>) -> Value {
        self.find(&path.into())
    }

    /// Expects a value at a path. The value can have any type that serde can write as JSON.
    ///
    /// # Panics
    ///
    /// Panics if the value at the path is different.
    #[track_caller]
    pub fn has(&self, path: impl Into<Path>, expected: impl Serialize) -> &Self {
        let path = path.into();
        let expected = match as_value(&expected) {
            Ok(expected) => expected,
            Err(error) => panic!("{}: the expected value: {error}", self.place(&path)),
        };
        let got = self.find(&path);
        if got != expected {
            let got = self.shown(&path, &got);
            panic!("{}: expected {expected}, got {got}", self.place(&path));
        }
        self
    }

    /// Expects a whole value, such as the value of an output.
    ///
    /// # Panics
    ///
    /// Panics if the value at the path is different.
    #[track_caller]
    pub fn is(&self, expected: impl Serialize) -> &Self {
        self.has(Path::root(), expected)
    }

    /// Expects null at a path.
    ///
    /// # Panics
    ///
    /// Panics if the value is not null.
    #[track_caller]
    pub fn is_null(&self, path: impl Into<Path>) -> &Self {
        self.has(path, ())
    }

    /// Expects an unknown value at a path, that is, a value that is known only after the apply.
    ///
    /// # Panics
    ///
    /// Panics if the value is known.
    #[track_caller]
    pub fn is_unknown(&self, path: impl Into<Path>) -> &Self {
        let path = path.into();
        let got = self.find(&path);
        if !got.is_unknown() {
            let got = self.shown(&path, &got);
            panic!(
                "{}: expected an unknown value, got {got}",
                self.place(&path)
            );
        }
        self
    }

    /// Expects that the value at a path is sensitive as a whole.
    ///
    /// # Panics
    ///
    /// Panics if the value is not sensitive as a whole.
    #[track_caller]
    pub fn is_sensitive(&self, path: impl Into<Path>) -> &Self {
        let path = path.into();
        _ = self.find(&path);
        if !self
            .sensitive()
            .iter()
            .any(|outer| starts_with(&path, outer))
        {
            panic!("{}: expected a sensitive value", self.place(&path));
        }
        self
    }

    /// Finds a value. Every part of an unknown value is unknown.
    #[track_caller]
    fn find(&self, path: &Path) -> Value {
        let value = match self.snapshot.value(&Type::Dynamic) {
            Ok(value) => value,
            Err(error) => panic!("{}: {error}", self.name),
        };
        let mut part = &value;
        for step in path.steps() {
            let next = match step {
                _ if part.is_unknown() => break,
                Step::Attribute(name) => part.get(name),
                Step::Key(key) => part.get(key),
                Step::Index(index) => usize::try_from(*index)
                    .ok()
                    .and_then(|index| part.get(index)),
            };
            match next {
                Some(next) => part = next,
                None => panic!("{} does not exist", self.place(path)),
            }
        }
        part.clone()
    }

    fn sensitive(&self) -> Vec<Path> {
        self.snapshot
            .sensitive_paths(&Type::Dynamic)
            .unwrap_or_default()
    }

    /// Returns a value as text. A value with sensitive parts is not shown.
    pub(super) fn shown(&self, path: &Path, value: &Value) -> String {
        let is_sensitive = |other: &Path| starts_with(path, other) || starts_with(other, path);
        if !value.is_null() && self.sensitive().iter().any(is_sensitive) {
            return "a sensitive value".to_owned();
        }
        value.to_string()
    }

    fn place(&self, path: &Path) -> String {
        if path.is_root() {
            return self.name.clone();
        }
        format!("{}: {path}", self.name)
    }
}

/// Returns a value as Terraform prints it, with all digits of each number.
fn as_value(expected: &impl Serialize) -> Result<Value> {
    let json = serde_json::to_string(expected).map_err(|error| Error::msg(error.to_string()))?;
    Raw::from_json(&json)?.to_value(&Type::Dynamic)
}

/// Returns `true` if a path is equal to `outer` or is inside `outer`. Keys and attributes are treated alike, because
/// JSON does not distinguish them.
pub(super) fn starts_with(path: &Path, outer: &Path) -> bool {
    let alike = |(one, other): (&Step, &Step)| match (name(one), name(other)) {
        (None, None) => one == other,
        (one, other) => one == other,
    };
    path.steps().len() >= outer.steps().len() && path.steps().iter().zip(outer.steps()).all(alike)
}

fn name(step: &Step) -> Option<&str> {
    match step {
        Step::Attribute(name) => Some(name),
        Step::Key(key) => Some(key),
        Step::Index(_) => None,
    }
}
