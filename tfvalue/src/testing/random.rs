//! Random configurations that fit a schema.

use crate::error::Result;
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use crate::ty::Type;
use crate::value::Value;

/// A stream of random numbers (`SplitMix64`).
#[derive(Clone, Debug)]
pub(super) struct Rng(u64);

impl Rng {
    /// Creates the stream of a case, so that each case can be repeated without the others.
    pub(super) fn new(seed: u64, case: u64) -> Self {
        let mut rng = Rng(seed);
        Rng(rng.next() ^ case.wrapping_mul(0xa076_1d64_78bd_642f))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number below `end`, which must not be 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap_or(0)
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Values that the author of a test suggests for attributes: by path, without indexes and keys.
pub(super) type Hints = Vec<(String, Vec<Value>)>;

/// A source of random values.
pub(super) struct Source<'a> {
    pub(super) rng: Rng,
    pub(super) hints: &'a Hints,
}

const WORDS: [&str; 8] = ["a", "b", "red", "web-1", "10", "x y", "Ä", ""];
const NUMBERS: [i64; 7] = [1, 2, 3, 0, 10, 60, -1];

/// The number of elements that a collection can have more than it must.
const MORE: usize = 3;

impl Source<'_> {
    /// Returns an object for a block.
    pub(super) fn block(&mut self, path: &str, block: &Block) -> Result<Value> {
        let mut members = Vec::new();
        for attribute in &block.attributes {
            let value = self.attribute(&join(path, &attribute.name), attribute)?;
            members.push((attribute.name.clone(), value));
        }
        for nested in &block.block_types {
            if block.attribute(&nested.type_name).is_none() {
                let value = self.blocks(&join(path, &nested.type_name), nested)?;
                members.push((nested.type_name.clone(), value));
            }
        }
        Value::object(members)
    }

    /// Returns another value for one member of an object, or `None` if nothing can be configured.
    pub(super) fn change(&mut self, block: &Block, config: &Value) -> Result<Option<Value>> {
        let attributes = block.attributes.iter();
        let configured = attributes.filter(|one| one.required || one.optional);
        let mut names: Vec<_> = configured.map(|one| one.name.clone()).collect();
        names.extend(block.block_types.iter().map(|one| one.type_name.clone()));
        if names.is_empty() {
            return Ok(None);
        }
        let name = self.rng.pick(&names).clone();
        self.change_member(block, config, &name).map(Some)
    }

    /// Returns a configuration with another value for one attribute or block.
    pub(super) fn change_member(
        &mut self,
        block: &Block,
        config: &Value,
        name: &str,
    ) -> Result<Value> {
        let new = match (block.attribute(name), block.block_type(name)) {
            (Some(attribute), _) => self.attribute(name, attribute)?,
            (None, Some(nested)) => self.blocks(name, nested)?,
            (None, None) => return Ok(config.clone()),
        };
        let members = config.members().into_iter().flatten();
        Value::object(members.map(|(key, old)| {
            let value = if key == name { &new } else { old };
            (key, value.clone())
        }))
    }

    fn attribute(&mut self, path: &str, attribute: &Attribute) -> Result<Value> {
        let is_configured = attribute.required || attribute.optional && !self.rng.one_in(3);
        if !is_configured {
            return Ok(Value::null(attribute.implied_type()));
        }
        if let Some((_, values)) = self.hints.iter().find(|(name, _)| name == path) {
            return Ok(self.rng.pick(values).clone());
        }
        match &attribute.ty {
            AttributeType::Type(ty) => self.of_type(path, ty),
            AttributeType::Nested(nested) => self.objects(path, nested),
        }
    }

    /// Returns the value of a nested attribute.
    fn objects(&mut self, path: &str, nested: &NestedType) -> Result<Value> {
        let mut object = |source: &mut Self| {
            let mut members = Vec::new();
            for attribute in &nested.attributes {
                let value = source.attribute(&join(path, &attribute.name), attribute)?;
                members.push((attribute.name.clone(), value));
            }
            Value::object(members)
        };
        match nested.nesting {
            Nesting::Single | Nesting::Group => object(self),
            nesting => {
                let count = self.rng.below(MORE);
                self.collection(nesting, nested.implied_type(), count, &mut object)
            }
        }
    }

    fn blocks(&mut self, path: &str, nested: &NestedBlock) -> Result<Value> {
        let mut object = |source: &mut Self| source.block(path, &nested.block);
        let min = usize::try_from(nested.min_items).unwrap_or(usize::MAX);
        let max = match usize::try_from(nested.max_items) {
            Ok(0) | Err(_) => min.saturating_add(MORE),
            Ok(max) => max.min(min.saturating_add(MORE)),
        };
        match nested.nesting {
            Nesting::Single if min == 0 && self.rng.one_in(2) => {
                Ok(Value::null(nested.implied_type()))
            }
            Nesting::Single | Nesting::Group => object(self),
            nesting => {
                let count = min + self.rng.below(max - min + 1);
                self.collection(nesting, nested.implied_type(), count, &mut object)
            }
        }
    }

    fn collection(
        &mut self,
        nesting: Nesting,
        ty: Type,
        count: usize,
        element: &mut dyn FnMut(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let mut elements = Vec::new();
        for _ in 0..count {
            elements.push(element(self)?);
        }
        let keyed = |elements: Vec<Value>| {
            let keys = (0..).map(|index: usize| format!("k{index}"));
            keys.zip(elements).collect::<Vec<_>>()
        };
        match (nesting, ty) {
            (Nesting::Map, Type::Map(ty)) => Value::map(Type::clone(&ty), keyed(elements)),
            (Nesting::Map, _) => Value::object(keyed(elements)),
            (Nesting::Set, Type::Set(ty)) => Value::set(Type::clone(&ty), elements),
            (_, Type::List(ty)) => Value::list(Type::clone(&ty), elements),
            _ => Ok(Value::tuple(elements)),
        }
    }

    fn of_type(&mut self, path: &str, ty: &Type) -> Result<Value> {
        let count = self.rng.below(MORE);
        let element = |ty: &Type| {
            let ty = ty.clone();
            move |source: &mut Self| source.of_type(path, &ty)
        };
        match ty {
            Type::Bool => Ok(self.rng.one_in(2).into()),
            Type::Number => Ok((*self.rng.pick(&NUMBERS)).into()),
            Type::List(one) => self.collection(Nesting::List, ty.clone(), count, &mut element(one)),
            Type::Set(one) => self.collection(Nesting::Set, ty.clone(), count, &mut element(one)),
            Type::Map(one) => self.collection(Nesting::Map, ty.clone(), count, &mut element(one)),
            Type::Tuple(tuple) => {
                let mut elements = Vec::new();
                for ty in tuple {
                    elements.push(self.of_type(path, ty)?);
                }
                Ok(Value::tuple(elements))
            }
            Type::Object(object) => {
                let mut members = Vec::new();
                for attribute in object {
                    let value = self.of_type(&join(path, &attribute.name), &attribute.ty)?;
                    members.push((attribute.name.clone(), value));
                }
                Value::object(members)
            }
            Type::Dynamic if self.rng.one_in(2) => Ok(self.rng.one_in(2).into()),
            _ => Ok((*self.rng.pick(&WORDS)).into()),
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
