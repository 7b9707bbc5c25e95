//! Generates random configurations that match a schema.

mod similar;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use tfvalue::__internal::testing as internal;
use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{Number, Path, Result, Type, Value, paths::Step};

use super::learn;
use super::limits::Limits;

/// A stream of random numbers (`SplitMix64`).
#[derive(Clone, Debug)]
pub(super) struct Rng(u64);

impl Rng {
    /// Creates the stream of a case, so that each case can be repeated without the other cases.
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

/// Values that the author of a test suggests for attributes. The paths of the attributes have no indexes or keys.
pub(super) type Hints = Vec<(String, Vec<Value>)>;

/// A source of random values.
pub(super) struct Source<'a> {
    pub(super) rng: Rng,
    pub(super) hints: &'a Hints,
    /// The annotations of the resource, if they are known.
    declared: internal::MemberAnnotations<'a>,
    pub(super) extent: Extent,
    /// The largest absolute value of a number.
    pub(super) most: u128,
    /// The values that error messages have revealed, by attribute path.
    learned: BTreeMap<String, Learned>,
    /// The number of attributes that can still be configured. When none are left, only required attributes are
    /// configured.
    left: usize,
}

/// The values that error messages have revealed for an attribute.
#[derive(Default)]
struct Learned {
    values: Rc<[Value]>,
    /// Values that no error message contains, so a sensitive attribute can use them.
    unnamed: Rc<[Value]>,
    /// The number of errors.
    errors: usize,
}

/// How much is configured.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Extent {
    /// Only what is required.
    Bare,
    Random,
    /// Everything.
    Full,
    /// Collections with many elements.
    Large,
}

/// The number of elements that a collection can have beyond the minimum.
const MORE: usize = 3;

/// The number of additional elements in large configurations.
const MANY: usize = 40;

/// The number of attributes in a configuration beyond the required attributes. Some providers nest blocks so deeply
/// that a full configuration would have millions of blocks, and some need seconds to validate a few hundred attributes.
const ATTRIBUTES: usize = 150;

/// The number of values that are remembered for an attribute.
const LEARNED: usize = 200;

/// The number of errors about an attribute that are searched for values, because most of the errors are the same.
const ERRORS: usize = 4;

/// The members of an object, with their annotations.
#[derive(Clone, Copy)]
struct Members<'a> {
    path: &'a str,
    declared: internal::MemberAnnotations<'a>,
    /// Whether the whole object is a secret.
    is_secret: bool,
}

impl<'a> Members<'a> {
    fn limits(self, name: &str, is_secret: bool) -> Limits<'a> {
        Limits::new(self.declared.limits(name), is_secret)
    }

    fn path(self, name: &str) -> String {
        match self.path {
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
        }
    }
}

impl<'a> Source<'a> {
    pub(super) fn new(
        rng: Rng,
        hints: &'a Hints,
        declared: internal::MemberAnnotations<'a>,
        extent: Extent,
    ) -> Self {
        Source {
            rng,
            hints,
            declared,
            extent,
            most: u128::MAX,
            learned: BTreeMap::new(),
            left: ATTRIBUTES,
        }
    }

    /// Remembers the values that an error lists for an attribute.
    pub(super) fn learn(&mut self, path: &Path, text: &str) {
        let names = path.steps().iter().filter_map(|step| match step {
            Step::Attribute(name) => Some(&**name),
            _ => None,
        });
        let path = names.collect::<Vec<_>>().join(".");
        let learned = self.learned.entry(path).or_default();
        learned.errors += 1;
        if learned.errors > ERRORS {
            return;
        }
        let mut values = learned.values.to_vec();
        let mut unnamed = learned.unnamed.to_vec();
        for value in learn::values(&mut self.rng, text) {
            if values.len() < LEARNED && !values.contains(&value) {
                let is_named = value.as_str().is_none_or(|value| text.contains(value));
                unnamed.extend((!is_named).then(|| value.clone()));
                values.push(value);
            }
        }
        learned.values = values.into();
        learned.unnamed = unnamed.into();
    }

    fn is_bare(&self) -> bool {
        self.extent == Extent::Bare || self.left == 0
    }

    /// Decides at random whether an optional part is configured.
    fn configures(&mut self, n: usize) -> bool {
        match self.extent {
            _ if self.is_bare() => false,
            Extent::Full => true,
            _ => !self.rng.one_in(n),
        }
    }

    /// Returns a random number of elements beyond the minimum.
    fn more(&self) -> usize {
        match self.extent {
            Extent::Large if self.left > ATTRIBUTES / 2 => MANY,
            _ => MORE,
        }
    }

    fn root(&self) -> Members<'a> {
        Members {
            path: "",
            declared: self.declared,
            is_secret: false,
        }
    }

    /// Returns a configuration.
    pub(super) fn config(&mut self, block: &Block) -> Result<Value> {
        self.left = ATTRIBUTES;
        self.block(self.root(), block)
    }

    /// Returns an object for a block.
    fn block(&mut self, members: Members<'_>, block: &Block) -> Result<Value> {
        let mut object = self.attributes(members, &block.attributes)?;
        for nested in &block.block_types {
            if block.attribute(&nested.type_name).is_none() {
                let value = self.blocks(members, nested)?;
                object.push((nested.type_name.clone(), value));
            }
        }
        Value::object(object)
    }

    fn attributes(
        &mut self,
        members: Members<'_>,
        attributes: &[Attribute],
    ) -> Result<Vec<(Cow<'static, str>, Value)>> {
        let attributes = attributes.iter();
        let attributes =
            attributes.map(|one| Ok((one.name.clone(), self.attribute(members, one)?)));
        attributes.collect()
    }

    /// Returns an object with a different value for one of its members, or `None` if nothing can be configured.
    pub(super) fn change(&mut self, block: &Block, config: &Value) -> Result<Option<Value>> {
        let attributes = block.attributes.iter();
        let configured = attributes.filter(|one| one.required || one.optional);
        let mut names: Vec<_> = configured.map(|one| one.name.clone()).collect();
        names.extend(block.block_types.iter().map(|one| one.type_name.clone()));
        if names.is_empty() {
            return Ok(None);
        }
        let name = self.rng.pick(&names).clone();
        let is_hinted = self.hints.iter().any(|(path, _)| *path == *name);
        let attribute = block.attribute(&name);
        if let (Some(old), false) = (config.get(&name), is_hinted || self.rng.one_in(2)) {
            if let (
                Some(Attribute {
                    ty: AttributeType::Type(_),
                    ..
                }),
                false,
            ) = (attribute, old.is_null())
            {
                if let Some(new) = self.similar(old)? {
                    return with_member(config, &name, &new).map(Some);
                }
            }
        }
        self.change_member(block, config, &name).map(Some)
    }

    /// Returns a configuration with a different value for one attribute or block.
    pub(super) fn change_member(
        &mut self,
        block: &Block,
        config: &Value,
        name: &str,
    ) -> Result<Value> {
        self.left = ATTRIBUTES;
        let root = self.root();
        let new = match (block.attribute(name), block.block_type(name)) {
            (Some(attribute), _) => self.attribute(root, attribute)?,
            (None, Some(nested)) => self.blocks(root, nested)?,
            (None, None) => return Ok(config.clone()),
        };
        with_member(config, name, &new)
    }

    /// If an attribute or block conflicts with others, returns a configuration without the attribute or block.
    /// Otherwise, returns a configuration with a different value for the attribute or block.
    pub(super) fn repair(
        &mut self,
        block: &Block,
        config: &Value,
        name: &str,
        is_conflict: bool,
    ) -> Result<Value> {
        let empty = block.empty();
        let is_required = block.attribute(name).is_some_and(|one| one.required);
        if let (Some(none), false) = (empty.get(name), is_required || !is_conflict) {
            if config.get(name) != Some(none) && !self.rng.one_in(4) {
                return with_member(config, name, none);
            }
        }
        // Otherwise, either no optional part or every optional part would be configured.
        let extent = std::mem::replace(&mut self.extent, Extent::Random);
        let changed = self.change_member(block, config, name);
        self.extent = extent;
        changed
    }

    fn attribute(&mut self, members: Members<'_>, attribute: &Attribute) -> Result<Value> {
        let is_configured = attribute.required || attribute.optional && self.configures(3);
        if !is_configured {
            return Ok(Value::null(attribute.implied_type()));
        }
        self.left = self.left.saturating_sub(1);
        let path = members.path(&attribute.name);
        if let Some((_, values)) = self.hints.iter().find(|(name, _)| *name == path) {
            return Ok(self.rng.pick(values).clone());
        }
        let is_secret = members.is_secret || attribute.is_secret();
        let learned = self.learned.get(&path);
        let learned = learned.map(|learned| {
            Rc::clone(if is_secret {
                &learned.unnamed
            } else {
                &learned.values
            })
        });
        let limits = members.limits(&attribute.name, is_secret);
        let declared = members.declared.within(&attribute.name);
        if let AttributeType::Nested(nested) = &attribute.ty {
            let inner = Members {
                path: &path,
                declared,
                is_secret,
            };
            return self.objects(inner, nested, limits);
        }
        let limits = limits.with_learned(learned.as_deref().unwrap_or_default());
        self.of_type(&attribute.implied_type(), limits, declared)
    }

    /// Returns the value of a nested attribute.
    fn objects(
        &mut self,
        members: Members<'_>,
        nested: &NestedType,
        limits: Limits<'_>,
    ) -> Result<Value> {
        let mut object =
            |source: &mut Self| Value::object(source.attributes(members, &nested.attributes)?);
        match nested.nesting {
            Nesting::Single | Nesting::Group => object(self),
            nesting => {
                let count = self.count(limits);
                self.collection(
                    (nesting, &nested.implied_type()),
                    count,
                    limits,
                    &mut object,
                )
            }
        }
    }

    fn count(&mut self, limits: Limits<'_>) -> usize {
        let more = self.more() - 1;
        limits.count(&mut self.rng, more)
    }

    fn blocks(&mut self, members: Members<'_>, nested: &NestedBlock) -> Result<Value> {
        let path = members.path(&nested.type_name);
        let inner = Members {
            path: &path,
            declared: members.declared.within(&nested.type_name),
            is_secret: false,
        };
        let mut object = |source: &mut Self| source.block(inner, &nested.block);
        let min = usize::try_from(nested.min_items).unwrap_or(usize::MAX);
        let max = match usize::try_from(nested.max_items) {
            _ if self.is_bare() => min,
            Ok(0) | Err(_) => min.saturating_add(self.more()),
            Ok(max) => max.min(min.saturating_add(self.more())),
        };
        match nested.nesting {
            Nesting::Single if min == 0 && !self.configures(2) => {
                Ok(Value::null(nested.implied_type()))
            }
            Nesting::Single | Nesting::Group => object(self),
            nesting => {
                let least = match self.extent {
                    Extent::Full if max > min => min.max(1),
                    _ => min,
                };
                let count = least + self.rng.below(max - least + 1);
                let limits = members.limits(&nested.type_name, false);
                self.collection(
                    (nesting, &nested.implied_type()),
                    count,
                    limits,
                    &mut object,
                )
            }
        }
    }

    /// Returns a collection of a type, or a tuple or object whose elements have different types.
    fn collection(
        &mut self,
        (nesting, ty): (Nesting, &Type),
        count: usize,
        limits: Limits<'_>,
        element: &mut dyn FnMut(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        let mut elements: Vec<Value> = Vec::new();
        for _ in 0..count {
            let repeated = elements.last().filter(|_| self.rng.one_in(6)).cloned();
            elements.push(repeated.map_or_else(|| element(self), Ok)?);
        }
        let keyed = |source: &mut Self, elements: Vec<Value>| {
            let mut entries: Vec<(String, Value)> = Vec::new();
            for (index, element) in elements.into_iter().enumerate() {
                let key = limits.key(&mut source.rng, index);
                if entries.iter().all(|(other, _)| *other != key) {
                    entries.push((key, element));
                }
            }
            entries
        };
        match (nesting, ty) {
            (Nesting::Map, Type::Map(ty)) => Value::map(Type::clone(ty), keyed(self, elements)),
            (Nesting::Map, _) => Value::object(keyed(self, elements)),
            (Nesting::Set, Type::Set(ty)) => Value::set(Type::clone(ty), elements),
            (_, Type::List(ty)) => Value::list(Type::clone(ty), elements),
            _ => Ok(Value::tuple(elements)),
        }
    }

    fn number(&mut self, limits: Limits<'_>) -> Value {
        let value = limits.number(&mut self.rng);
        let number = value.as_number().and_then(Number::as_i128);
        if number.is_some_and(|number| number.unsigned_abs() > self.most) {
            return 1.into();
        }
        value
    }

    fn of_type(
        &mut self,
        ty: &Type,
        limits: Limits<'_>,
        within: internal::MemberAnnotations<'_>,
    ) -> Result<Value> {
        match ty {
            Type::Bool => Ok(self.rng.one_in(2).into()),
            Type::Number => Ok(self.number(limits)),
            Type::List(one) | Type::Set(one) | Type::Map(one) => {
                let nesting = match ty {
                    Type::Map(_) => Nesting::Map,
                    Type::Set(_) => Nesting::Set,
                    _ => Nesting::List,
                };
                let count = self.count(limits);
                let one = Type::clone(one);
                let mut element = |source: &mut Self| {
                    if source.rng.one_in(8) {
                        return Ok(Value::null(one.clone()));
                    }
                    source.of_type(&one, limits.elements(), within)
                };
                self.collection((nesting, ty), count, limits, &mut element)
            }
            Type::Tuple(tuple) => {
                let limits = Limits::new(internal::Limits::default(), limits.is_secret);
                let none = internal::MemberAnnotations::default();
                let elements = tuple.iter().map(|ty| self.of_type(ty, limits, none));
                Ok(Value::tuple(elements.collect::<Result<Vec<_>>>()?))
            }
            Type::Object(object) => {
                let mut members = Vec::new();
                for attribute in object {
                    let name = &*attribute.name;
                    let limits = Limits::new(within.limits(name), limits.is_secret);
                    let value = self.of_type(&attribute.ty, limits, within.within(name))?;
                    members.push((attribute.name.clone(), value));
                }
                Value::object(members)
            }
            Type::Dynamic => Ok(match self.rng.below(4) {
                0 | 1 => self.rng.one_in(2).into(),
                2 => self.number(limits),
                _ => limits.string(&mut self.rng),
            }),
            Type::String => Ok(limits.string(&mut self.rng)),
        }
    }
}

/// Returns an object with a different value for one member.
fn with_member(object: &Value, name: &str, new: &Value) -> Result<Value> {
    let members = object.members().into_iter().flatten();
    Value::object(members.map(|(key, old)| {
        let value = if key == name { new } else { old };
        (key, value.clone())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_can_be_limited() {
        let block = Block::new().attributes([Attribute::new("size", Type::Number).required()]);
        let hints = Hints::new();
        let largest = |most| {
            let rng = Rng::new(1, 1);
            let declared = internal::MemberAnnotations::default();
            let mut source = Source::new(rng, &hints, declared, Extent::Random);
            source.most = most;
            let sizes = (0..500).filter_map(|_| {
                let config = source.config(&block).unwrap();
                config.get("size")?.as_number()?.as_i128()
            });
            sizes.map(i128::unsigned_abs).max().unwrap()
        };
        assert!(largest(u128::MAX) > 1 << 53);
        assert_eq!(largest(1 << 53), 1 << 53);
        assert_eq!(largest(1000), 256);
    }
}
