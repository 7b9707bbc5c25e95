//! Adds the nested blocks that are missing from a JSON state.
//!
//! Source: Terraform's empty values for nested blocks. A list, set or map of blocks is empty, a group is a block
//! without values, and a single block is null.

use crate::error::{Error, Result};
use crate::json::Reader;
use crate::schema::{Block, NestedBlock, Nesting};

/// The number of bytes that may be added to any state, in addition to a multiple of its length.
const ADDED: usize = 1 << 18;

/// The number of bytes that may be added for each byte of the state.
const ADDED_PER_BYTE: usize = 16;

/// Returns the state with an empty value for each nested block that is missing or null, or `None` if
/// there is no such block. Nothing else is changed.
pub(super) fn blocks(json: &[u8], block: &Block) -> Result<Option<Vec<u8>>> {
    let added = json.len().saturating_mul(ADDED_PER_BYTE);
    let mut state = Completion {
        json,
        reader: Reader::new(json),
        completed: Vec::new(),
        copied: 0,
        added: added.saturating_add(ADDED),
    };
    if state.reader.peek()? != b'{' {
        return Err(state.reader.mismatch("an object"));
    }
    state.object(&gaps(block))?;
    state.reader.end()?;
    if state.completed.is_empty() {
        return Ok(None);
    }
    state.copy_to(json.len());
    Ok(Some(state.completed))
}

/// A nested block that can be missing, or that contains a block that can be missing.
struct Gap {
    name: String,
    /// The empty value as JSON. `None` for null.
    empty: Option<String>,
    /// The brackets around the objects, if there can be several objects.
    brackets: Option<(u8, u8)>,
    inside: Vec<Gap>,
}

fn gaps(block: &Block) -> Vec<Gap> {
    block.block_types.iter().filter_map(gap).collect()
}

fn gap(nested: &NestedBlock) -> Option<Gap> {
    let is_dynamic = || nested.block.has_dynamic();
    let (brackets, is_dynamic) = match nested.nesting {
        Nesting::Single | Nesting::Group => (None, false),
        Nesting::Set => (Some((b'[', b']')), false),
        Nesting::List => (Some((b'[', b']')), is_dynamic()),
        Nesting::Map => (Some((b'{', b'}')), is_dynamic()),
    };
    let inside = gaps(&nested.block);
    let empty = match nested.nesting {
        Nesting::Single => None,
        Nesting::Group => Some(empty_block(&nested.block, &inside)),
        Nesting::List if is_dynamic => Some(r#"{"value":[],"type":["tuple",[]]}"#.into()),
        Nesting::Map if is_dynamic => Some(r#"{"value":{},"type":["object",{}]}"#.into()),
        Nesting::List | Nesting::Set => Some("[]".into()),
        Nesting::Map => Some("{}".into()),
    };
    let gap = Gap {
        name: nested.type_name.to_string(),
        empty,
        brackets,
        // Dynamic values carry a type, which must match all objects.
        inside: if is_dynamic { Vec::new() } else { inside },
    };
    (gap.empty.is_some() || !gap.inside.is_empty()).then_some(gap)
}

fn empty_block(block: &Block, inside: &[Gap]) -> String {
    let empty = |name: &str| inside.iter().find(|gap| gap.name == name)?.empty.as_deref();
    let attributes = block.attributes.iter().map(|attribute| &attribute.name);
    let names = attributes.chain(block.block_types.iter().map(|nested| &nested.type_name));
    let members = names.map(|name| format!("{}:{}", quoted(name), empty(name).unwrap_or("null")));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

struct Completion<'a> {
    json: &'a [u8],
    reader: Reader<'a>,
    /// The new string so far, which corresponds to the first `copied` bytes of the old string.
    completed: Vec<u8>,
    copied: usize,
    /// The number of bytes that may still be added.
    added: usize,
}

impl Completion<'_> {
    /// Completes the next object. Values that are not objects are skipped, because Terraform reports them.
    fn object(&mut self, gaps: &[Gap]) -> Result<()> {
        if gaps.is_empty() || self.reader.peek()? != b'{' {
            return self.reader.skip();
        }
        self.reader.open(b'{')?;
        let mut found = vec![false; gaps.len()];
        let mut first = true;
        while self.reader.more(first, b'}')? {
            first = false;
            let key = self.reader.key()?;
            match gaps.iter().position(|gap| gap.name == *key) {
                Some(at) => {
                    found[at] = true;
                    self.member(&gaps[at])?;
                }
                None => self.reader.skip()?,
            }
        }
        let missing = gaps.iter().zip(found).filter(|(_, found)| !found);
        for empty in missing.filter_map(|(gap, _)| {
            let empty = gap.empty.as_ref()?;
            Some(format!("{}:{empty}", quoted(&gap.name)))
        }) {
            let comma = if first { "" } else { "," };
            self.replace(self.reader.pos(), &[comma, &empty])?;
            first = false;
        }
        self.reader.close(b'}')
    }

    fn member(&mut self, gap: &Gap) -> Result<()> {
        self.reader.peek()?;
        let start = self.reader.pos();
        if self.reader.null()? {
            return match &gap.empty {
                Some(empty) => self.replace(start, &[empty]),
                None => Ok(()),
            };
        }
        let Some((open, close)) = gap.brackets else {
            return self.object(&gap.inside);
        };
        if gap.inside.is_empty() || self.reader.peek()? != open {
            return self.reader.skip();
        }
        self.reader.open(open)?;
        let mut first = true;
        while self.reader.more(first, close)? {
            first = false;
            if open == b'{' {
                self.reader.key()?;
            }
            self.object(&gap.inside)?;
        }
        self.reader.close(close)
    }

    /// Replaces the part of the string from `start` to the current position.
    fn replace(&mut self, start: usize, texts: &[&str]) -> Result<()> {
        self.copy_to(start);
        for text in texts {
            self.added = self.added.checked_sub(text.len()).ok_or_else(|| {
                Error::limit("too many nested blocks are missing for the size of the state")
            })?;
            self.completed.extend_from_slice(text.as_bytes());
        }
        self.copied = self.reader.pos();
        Ok(())
    }

    fn copy_to(&mut self, end: usize) {
        self.completed
            .extend_from_slice(&self.json[self.copied..end]);
        self.copied = end;
    }
}

/// Returns a name as JSON.
fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}
