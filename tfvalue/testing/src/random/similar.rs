//! Generates values that differ so little that a service could treat them as the same.

use tfvalue::schema::Block;
use tfvalue::{Result, Value};

use super::{Source, with_member};
use crate::kinds::{Kind, kind};
use crate::words;

impl Source<'_> {
    /// Returns a configuration whose required strings differ only a little from the given configuration.
    pub(crate) fn alike(&mut self, block: &Block, config: &Value) -> Result<Value> {
        let mut alike = config.clone();
        for attribute in block.attributes.iter().filter(|one| one.required) {
            let name = &*attribute.name;
            if let Some(text) = config.get(name).and_then(Value::as_str) {
                let similar = words::similar(&mut self.rng, text);
                alike = with_member(&alike, name, &similar.into())?;
            }
        }
        Ok(alike)
    }

    /// Returns a value that differs only a little: in case, whitespace or order, or by a repeated, missing or null
    /// element. Returns `None` if there is no such value.
    pub(super) fn similar(&mut self, value: &Value) -> Result<Option<Value>> {
        if let Some(text) = value.as_str() {
            return Ok(Some(words::similar(&mut self.rng, text).into()));
        }
        let kind = kind(value);
        if let Some(Kind::List(element)) = kind {
            let mut elements: Vec<_> = value.elements().into_iter().flatten().cloned().collect();
            let Some(last) = elements.last().cloned() else {
                return Ok(None);
            };
            match self.rng.below(5) {
                0 => elements.reverse(),
                1 => elements.rotate_left(1),
                2 => elements.push(last),
                3 => drop(elements.pop()),
                _ => elements.push(Value::null(element.clone())),
            }
            return Value::list(element.clone(), elements).map(Some);
        }
        if let Some(Kind::Map(element)) = kind {
            let entries = value.entries().into_iter().flatten();
            let mut entries: Vec<_> = entries
                .map(|(key, one)| (key.to_owned(), one.clone()))
                .collect();
            let Some((key, last)) = entries.last_mut() else {
                return Ok(None);
            };
            match self.rng.below(3) {
                0 => *key = words::similar(&mut self.rng, key),
                1 => *last = Value::null(element.clone()),
                _ => drop(entries.pop()),
            }
            return Value::map(element.clone(), entries).map(Some);
        }
        Ok(None)
    }
}
