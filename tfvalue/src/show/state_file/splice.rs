//! Changes JSON text: what has the same value keeps its text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::error::{Error, Result};
use crate::json::Reader;
use crate::number::Number;

/// Returns the value of `new` with the text of `old` wherever both have the same value. Members that both have keep
/// their order; new members follow them.
pub(super) fn splice(old: &str, new: &str) -> Result<String> {
    let (old_node, new_node) = (Node::of(old)?, Node::of(new)?);
    let mut out = String::with_capacity(old.len().max(new.len()));
    let mut splice = Splice {
        old,
        new,
        out: &mut out,
    };
    splice.value(&old_node, &new_node);
    Ok(out)
}

/// A JSON value: the range of its text, and its parts.
struct Node<'a> {
    start: u32,
    end: u32,
    parts: Parts<'a>,
}

enum Parts<'a> {
    None,
    List(Vec<Node<'a>>),
    Object(Vec<Member<'a>>),
}

struct Member<'a> {
    key: Cow<'a, str>,
    /// Where the text of the key begins.
    start: u32,
    node: Node<'a>,
}

impl<'a> Node<'a> {
    fn of(text: &'a str) -> Result<Self> {
        if u32::try_from(text.len()).is_err() {
            return Err(Error::limit(
                "an object of more than 4 GiB cannot be changed",
            ));
        }
        let mut reader = Reader::new(text.as_bytes());
        let node = Node::read(&mut reader)?;
        reader.end()?;
        Ok(node)
    }

    /// Reads a value. The reader of documents has limited its depth.
    fn read(reader: &mut Reader<'a>) -> Result<Self> {
        let start = begin(reader)?;
        let parts = if reader.open(b'{')? {
            let mut members = Vec::new();
            while reader.more(members.is_empty(), b'}')? {
                let start = begin(reader)?;
                let key = reader.key()?;
                let node = Node::read(reader)?;
                members.push(Member { key, start, node });
            }
            reader.close(b'}')?;
            Parts::Object(members)
        } else if reader.open(b'[')? {
            let mut elements = Vec::new();
            while reader.more(elements.is_empty(), b']')? {
                elements.push(Node::read(reader)?);
            }
            reader.close(b']')?;
            Parts::List(elements)
        } else {
            reader.skip()?;
            Parts::None
        };
        let end = place(reader);
        Ok(Node { start, end, parts })
    }

    fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Skips white space and returns the position after it.
fn begin(reader: &mut Reader<'_>) -> Result<u32> {
    reader.peek()?;
    Ok(place(reader))
}

/// Returns the position, which is within a text of less than 4 GiB.
fn place(reader: &Reader<'_>) -> u32 {
    u32::try_from(reader.pos()).unwrap_or(u32::MAX)
}

struct Splice<'s> {
    old: &'s str,
    new: &'s str,
    out: &'s mut String,
}

impl Splice<'_> {
    /// Appends a new value. Equal values get the old text, part by part.
    fn value(&mut self, old: &Node<'_>, new: &Node<'_>) {
        match (&old.parts, &new.parts) {
            (Parts::Object(members), Parts::Object(new_members)) if !members.is_empty() => {
                self.object(old, members, new, new_members);
            }
            (Parts::List(elements), Parts::List(new_elements))
                if elements.len() == new_elements.len() =>
            {
                let mut at = old.start;
                for (old, new) in elements.iter().zip(new_elements) {
                    self.keep(at, old.start);
                    self.value(old, new);
                    at = old.end;
                }
                self.keep(at, old.end);
            }
            (Parts::None, Parts::None) if is_same(&self.old[old.span()], &self.new[new.span()]) => {
                self.keep(old.start, old.end);
            }
            (Parts::Object(_), Parts::Object(members)) if members.is_empty() => {
                self.keep(old.start, old.end);
            }
            _ => self.out.push_str(&self.new[new.span()]),
        }
    }

    fn object(
        &mut self,
        old: &Node<'_>,
        members: &[Member<'_>],
        new: &Node<'_>,
        new_members: &[Member<'_>],
    ) {
        let mut rest: BTreeMap<&str, &Member<'_>> =
            new_members.iter().map(|one| (&*one.key, one)).collect();
        let mut is_distinct = rest.len() == new_members.len();
        let mut kept = Vec::new();
        for (at, member) in members.iter().enumerate() {
            if let Some(new) = rest.remove(&*member.key) {
                kept.push((at, &new.node));
            }
        }
        let keys: BTreeMap<&str, ()> = members.iter().map(|one| (&*one.key, ())).collect();
        is_distinct &= keys.len() == members.len();
        if !is_distinct {
            // Which of the members with one key counts is up to the reader.
            return self.out.push_str(&self.new[new.span()]);
        }
        let (first, last) = (members[0].start, members[members.len() - 1].node.end);
        self.out.push('{');
        let mut is_first = true;
        for (at, new) in kept {
            match at.checked_sub(1) {
                Some(before) if !is_first => self.keep(members[before].node.end, members[at].start),
                _ => self.keep(old.start + 1, first),
            }
            is_first = false;
            self.keep(members[at].start, members[at].node.start);
            self.value(&members[at].node, new);
        }
        for one in new_members
            .iter()
            .filter(|one| rest.contains_key(&*one.key))
        {
            if !std::mem::take(&mut is_first) {
                self.out.push(',');
            }
            self.keep(old.start + 1, first);
            let text = &self.new[one.start as usize..one.node.end as usize];
            self.out.push_str(text);
        }
        self.keep(last, old.end);
    }

    /// Appends old text.
    fn keep(&mut self, start: u32, end: u32) {
        self.out.push_str(&self.old[start as usize..end as usize]);
    }
}

/// Returns `true` if two scalars are the same. Numbers are compared by value.
fn is_same(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    match (a.parse::<Number>(), b.parse::<Number>()) {
        (Ok(a), Ok(b)) => a == b,
        _ => {
            let string = |text| serde_json::from_str::<String>(text);
            matches!((string(a), string(b)), (Ok(a), Ok(b)) if a == b)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_keep_their_text() {
        for (old, new) in [
            (
                r#"{ "a" : 1.50,"b":[ ] , "c":"\u0061\/" }"#,
                r#"{"c":"a/","b":[],"a":1.5}"#,
            ),
            (" [1e2, {\"a\":{ }}]", r#"[100,{"a":{}}]"#),
            ("{ }", "{}"),
            ("null", "null"),
        ] {
            assert_eq!(splice(old, new).unwrap(), old.trim_start(), "{old}");
        }
    }

    #[test]
    fn only_changes_are_new() {
        for (old, new, expected) in [
            (
                r#"{"a": 1.0, "b": 2}"#,
                r#"{"a":1,"b":3}"#,
                r#"{"a": 1.0, "b": 3}"#,
            ),
            (
                "{\n  \"a\": 1\n}",
                r#"{"b":[2],"a":1}"#,
                "{\n  \"a\": 1,\n  \"b\":[2]\n}",
            ),
            (
                "{\n  \"a\": 1,\n  \"b\": 1.0\n}",
                r#"{"b":1}"#,
                "{\n  \"b\": 1.0\n}",
            ),
            ("{ \"a\": 1 }", r#"{"b":1}"#, "{ \"b\":1 }"),
            ("{ \"a\": 1 }", "{}", "{ }"),
            ("{ }", r#"{"b":1}"#, r#"{"b":1}"#),
            ("[1.0, 2.0]", "[1]", "[1]"),
            ("[1.0, 2.0]", "[1,3]", "[1.0, 3]"),
            (r#"{"a": 1, "a": 2}"#, r#"{"a":2}"#, r#"{"a":2}"#),
            ("true", "\"true\"", "\"true\""),
        ] {
            assert_eq!(splice(old, new).unwrap(), expected, "{old}");
        }
    }
}
