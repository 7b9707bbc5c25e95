//! The parts in which two values differ.

use std::cmp::Ordering;
use std::iter::FusedIterator;

use super::items::{Entries, Members};
use super::{Repr, Value, similar};
use crate::limits::MAX_PATH;
use crate::path::{Path, Step};

/// A part in which two values differ. See [`Value::differences`].
///
/// # Examples
///
/// ```
/// use tfvalue::value::Difference;
/// use tfvalue::{Path, Value};
///
/// let before = Value::object([("size", 10)])?;
/// let after = Value::object([("size", 20)])?;
/// let Some(Difference { path, before, after }) = before.differences(&after).next() else { unreachable!() };
/// assert_eq!(path, Path::from("size"));
/// assert_eq!((before, after), (Some(&Value::from(10)), Some(&Value::from(20))));
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    /// The path of the part. For an element of a set, the index is its position in the value after the change, or in
    /// the value before the change if the element was removed.
    pub path: Path,
    /// The old part, or `None` if the part was added.
    pub before: Option<&'a Value>,
    /// The new part, or `None` if the part was removed.
    pub after: Option<&'a Value>,
}

/// An iterator over the parts in which two values differ. See [`Value::differences`].
#[derive(Clone, Debug)]
pub struct Differences<'a> {
    /// The whole values, until they have been compared.
    whole: Option<(&'a Value, &'a Value)>,
    /// The steps to the values whose parts are being compared.
    steps: Vec<StepRef<'a>>,
    /// The remaining pairs of parts, for the whole values and for each value on the current path.
    waiting: Vec<std::vec::IntoIter<Pair<'a>>>,
}

/// A step that borrows its name.
#[derive(Clone, Copy, Debug)]
enum StepRef<'a> {
    Attribute(&'a str),
    Key(&'a str),
    Index(usize),
}

/// A part of one or both values.
#[derive(Clone, Debug)]
struct Pair<'a> {
    part: StepRef<'a>,
    before: Option<&'a Value>,
    after: Option<&'a Value>,
}

impl Value {
    /// Returns the innermost parts in which two values differ, such as a prior state and a planned state.
    ///
    /// Elements of lists and tuples are compared by index, elements of maps by key, and attributes by name. An element
    /// of a set is compared with an equal element, or else with an element that shares at least half of its parts. All
    /// other elements of the set count as added or removed. Values differ as a whole if they have different types, or
    /// if only one of them is null or unknown. The comparison takes linear time.
    ///
    /// Use [`Block::at`](crate::schema::Block::at) to find out which parts are sensitive. To list all attributes of an
    /// object that is created, compare the object with [`Block::empty`](crate::schema::Block::empty). If the names on a
    /// path take more than 4 KiB, the value at this path is compared as a whole.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Type, Value};
    ///
    /// let disk = |name: &str, size: i64| {
    ///     Value::object([("name", Value::from(name)), ("size", Value::from(size))])
    /// };
    /// let before = Value::object([
    ///     ("disk", Value::set(Type::Dynamic, [disk("root", 10)?, disk("data", 20)?])?),
    ///     ("ports", Value::list(Type::Number, [22, 80])?),
    /// ])?;
    /// let after = Value::object([
    ///     ("disk", Value::set(Type::Dynamic, [disk("data", 40)?, disk("root", 10)?])?),
    ///     ("ports", Value::list(Type::Number, [22, 80, 443])?),
    /// ])?;
    /// let show = |part: Option<&Value>| part.map_or("none".to_owned(), Value::to_string);
    /// let changes = before.differences(&after);
    /// let changes = changes.map(|one| format!("{}: {} -> {}", one.path, show(one.before), show(one.after)));
    /// assert_eq!(changes.collect::<Vec<_>>(), ["disk[0].size: 20 -> 40", "ports[2]: none -> 443"]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn differences<'a>(&'a self, after: &'a Value) -> Differences<'a> {
        Differences {
            whole: Some((self, after)),
            steps: Vec::new(),
            waiting: Vec::new(),
        }
    }
}

impl<'a> Iterator for Differences<'a> {
    type Item = Difference<'a>;

    fn next(&mut self) -> Option<Difference<'a>> {
        if let Some((before, after)) = self.whole.take() {
            match parts(before, after) {
                Some(pairs) => self.waiting.push(pairs.into_iter()),
                None if before == after => {}
                None => return Some(self.difference(None, Some(before), Some(after))),
            }
        }
        loop {
            let Some(pair) = self.waiting.last_mut()?.next() else {
                self.waiting.pop();
                self.steps.pop();
                continue;
            };
            if let (Some(before), Some(after)) = (pair.before, pair.after) {
                let inside = || parts(before, after);
                if let Some(pairs) = self.is_short(pair.part).then(inside).flatten() {
                    self.steps.push(pair.part);
                    self.waiting.push(pairs.into_iter());
                    continue;
                }
                if before == after {
                    continue;
                }
            }
            return Some(self.difference(Some(pair.part), pair.before, pair.after));
        }
    }
}

impl FusedIterator for Differences<'_> {}

impl<'a> Differences<'a> {
    fn difference(
        &self,
        part: Option<StepRef<'a>>,
        before: Option<&'a Value>,
        after: Option<&'a Value>,
    ) -> Difference<'a> {
        let steps = self.steps.iter().copied().chain(part);
        Difference {
            path: steps.map(StepRef::step).collect(),
            before,
            after,
        }
    }

    /// Returns `true` if the paths to a part's nested parts are short enough.
    fn is_short(&self, part: StepRef<'a>) -> bool {
        let names = self.steps.iter().copied().chain([part]);
        names.map(|part| part.name().len()).sum::<usize>() <= MAX_PATH
    }
}

impl<'a> StepRef<'a> {
    fn name(self) -> &'a str {
        match self {
            StepRef::Attribute(name) | StepRef::Key(name) => name,
            StepRef::Index(_) => "",
        }
    }

    fn step(self) -> Step {
        match self {
            StepRef::Attribute(name) => Step::Attribute(name.to_owned().into()),
            StepRef::Key(key) => Step::Key(key.into()),
            StepRef::Index(index) => Step::Index(index as u64),
        }
    }
}

/// Pairs the parts of two values. Returns `None` if the values must be compared as a whole.
fn parts<'a>(before: &'a Value, after: &'a Value) -> Option<Vec<Pair<'a>>> {
    let are_empty = before.parts().is_empty() && after.parts().is_empty();
    match (&before.0, &after.0) {
        _ if are_empty => None,
        (Repr::List(_), Repr::List(_)) | (Repr::Tuple(_), Repr::Tuple(_)) => {
            Some(indexed(before.parts(), after.parts()))
        }
        (Repr::Set(_), Repr::Set(_)) => Some(of_sets(before.parts(), after.parts())),
        (Repr::Map(a), Repr::Map(b)) => {
            let entries = |items: Entries<'a>| items.map(|(key, one)| (StepRef::Key(key), one));
            Some(named(entries(a.entries()), entries(b.entries())))
        }
        (Repr::Object(a), Repr::Object(b)) => {
            let members =
                |items: Members<'a>| items.map(|(key, one)| (StepRef::Attribute(key), one));
            Some(named(members(Members::new(a)), members(Members::new(b))))
        }
        _ => None,
    }
}

fn indexed<'a>(before: &'a [Value], after: &'a [Value]) -> Vec<Pair<'a>> {
    let pair = |index: usize| Pair {
        part: StepRef::Index(index),
        before: before.get(index),
        after: after.get(index),
    };
    (0..before.len().max(after.len())).map(pair).collect()
}

/// Pairs parts by their names, which must be sorted.
fn named<'a>(
    before: impl Iterator<Item = (StepRef<'a>, &'a Value)>,
    after: impl Iterator<Item = (StepRef<'a>, &'a Value)>,
) -> Vec<Pair<'a>> {
    let (mut before, mut after) = (before.peekable(), after.peekable());
    let mut pairs = Vec::with_capacity(after.size_hint().0);
    loop {
        let order = match (before.peek(), after.peek()) {
            (Some((a, _)), Some((b, _))) => a.name().cmp(b.name()),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return pairs,
        };
        let old = before.next_if(|_| order.is_le());
        let new = after.next_if(|_| order.is_ge());
        let part = old.or(new).map_or(StepRef::Index(0), |(part, _)| part);
        pairs.push(Pair {
            part,
            before: old.map(|(_, value)| value),
            after: new.map(|(_, value)| value),
        });
    }
}

/// Pairs the elements of sets. The elements after the change come first, followed by the removed elements.
fn of_sets<'a>(before: &'a [Value], after: &'a [Value]) -> Vec<Pair<'a>> {
    let found = similar::pair(before, after);
    let mut is_removed = vec![true; before.len()];
    let mut pairs = Vec::with_capacity(after.len());
    for (index, (value, found)) in after.iter().zip(found).enumerate() {
        if let Some(at) = found {
            is_removed[at] = false;
        }
        pairs.push(Pair {
            part: StepRef::Index(index),
            before: found.map(|at| &before[at]),
            after: Some(value),
        });
    }
    let removed = before.iter().enumerate().zip(is_removed);
    pairs.extend(
        removed
            .filter(|(_, is)| *is)
            .map(|((index, value), _)| Pair {
                part: StepRef::Index(index),
                before: Some(value),
                after: None,
            }),
    );
    pairs
}
