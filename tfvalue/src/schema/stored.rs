//! Reads states that were stored with another version of a schema.

use super::{Block, Place};
use crate::error::{Error, Result};
use crate::json::tree::{Tree, check_depth};
use crate::limits::MAX_FAULTS;
use crate::path::{Path, Step};
use crate::state::Stored;
use crate::ty::Type;
use crate::value::Value;

impl Block {
    /// Reads a stored state with the schema of another version, for example with the schema of a newer provider that
    /// has not upgraded the state yet.
    ///
    /// Attributes that are missing from the state are null, and missing blocks are [empty](Block::empty). Attributes that
    /// the schema does not have are ignored, but up to 1,000 of their paths are returned.
    ///
    /// # Errors
    ///
    /// Fails if the string is not JSON, or if a value does not fit the type of its attribute. The error has a
    /// [fault](crate::Error::faults) for each of these problems. The error does not contain sensitive values.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
    /// use tfvalue::{Path, Type};
    ///
    /// let disk = Block::new().attributes([Attribute::new("size", Type::Number).required()]);
    /// let block = Block::new()
    ///     .attributes([
    ///         Attribute::new("name", Type::String).required(),
    ///         Attribute::new("zone", Type::String).computed(),
    ///     ])
    ///     .block_types([NestedBlock::new("disk", Nesting::List, disk)]);
    ///
    /// let old = br#"{"name": "web", "disk": [{"size": 20, "kind": "ssd"}], "cpus": 2}"#;
    /// let (state, ignored) = block.state_from_json(old)?;
    /// assert_eq!(state.to_string(), r#"{ disk = [{ size = 20 }], name = "web", zone = null }"#);
    /// assert_eq!(ignored, [Path::from("cpus"), Path::from("disk[0].kind")]);
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    pub fn state_from_json(&self, json: &[u8]) -> Result<(Value, Vec<Path>)> {
        let value = Stored::json(json).value(self)?;
        let text = std::str::from_utf8(json).map_err(|_| Error::syntax("the JSON is not UTF-8"))?;
        check_depth(text)?;
        let mut ignored = Ignored {
            block: self,
            path: Path::root(),
            found: Vec::new(),
            cost: 0,
        };
        ignored.of(&Tree::parse(text)?, &self.implied_type());
        ignored.found.dedup();
        Ok((value, ignored.found))
    }
}

/// Searches for attributes that a type does not have.
struct Ignored<'a> {
    block: &'a Block,
    path: Path,
    found: Vec<Path>,
    cost: usize,
}

impl Ignored<'_> {
    fn of(&mut self, tree: &Tree<'_>, ty: &Type) {
        match (tree, ty) {
            (Tree::Object(members), Type::Object(object)) => {
                for (name, tree) in members {
                    let step = Step::Attribute(name.clone().into_owned().into());
                    match object.get(name) {
                        Some(member) => self.within(step, |ignored| ignored.of(tree, &member.ty)),
                        None => self.within(step, Ignored::add),
                    }
                }
            }
            (Tree::Object(members), Type::Map(element)) => {
                for (key, tree) in members {
                    let step = Step::Key(key.as_ref().into());
                    self.within(step, |ignored| ignored.of(tree, element));
                }
            }
            (Tree::List(elements), Type::List(ty) | Type::Set(ty)) => {
                for (index, tree) in elements.iter().enumerate() {
                    self.within(Step::Index(index as u64), |ignored| ignored.of(tree, ty));
                }
            }
            (Tree::List(elements), Type::Tuple(types)) => {
                for (index, (tree, ty)) in elements.iter().zip(types.iter()).enumerate() {
                    self.within(Step::Index(index as u64), |ignored| ignored.of(tree, ty));
                }
            }
            _ => {}
        }
    }

    fn within(&mut self, step: Step, run: impl FnOnce(&mut Self)) {
        if self.cost < MAX_FAULTS {
            self.path.push(step);
            run(self);
            self.path.pop();
        }
    }

    /// Adds the path. Inside a sensitive attribute, adds the path of the sensitive attribute instead.
    fn add(&mut self) {
        let steps = self.path.steps();
        let around = steps[..steps.len() - 1].iter().cloned().collect();
        let place = self.block.at(&around).filter(Place::is_sensitive);
        let path = place.map_or_else(|| self.path.clone(), |place| place.path().clone());
        self.cost += Step::cost(path.steps());
        self.found.push(path);
    }
}
