//! Random configurations and states from a small vocabulary: two values are as likely to agree as to differ.

use tfvalue::plan::Planned;
use tfvalue::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use tfvalue::{Path, Result, Type, Value};
use tfvalue_tests::random::Rng;

/// The source of the values in a case.
pub(super) struct Source {
    pub(super) rng: Rng,
    /// The attributes and blocks at the root that are configured, in addition to the required attributes and blocks.
    focus: Vec<usize>,
    /// The next value that the service computes.
    computed: i64,
    /// Whether some values are empty.
    has_empty: bool,
}

const KEYS: [&str; 3] = ["k", "l", "m"];

impl Source {
    /// Creates the source of a block's values in a case.
    pub(super) fn new(block: &Block, case: u64) -> Self {
        let mut rng = Rng::new(7, case);
        let size = block.attributes.len() + block.block_types.len();
        let focus = (0..3).map(|_| rng.below(size)).collect();
        Source {
            rng,
            focus,
            computed: 0,
            has_empty: false,
        }
    }

    /// Lets some values be empty.
    pub(super) fn with_empty(mut self) -> Self {
        self.has_empty = true;
        self
    }

    fn text(&mut self) -> Value {
        self.rng.pick(&["a", "A", "b", "B"]).into()
    }

    /// Returns a configuration that is a variation of an old configuration. If only a few parts are configured,
    /// problems with these parts are not hidden by other parts.
    pub(super) fn config(&mut self, block: &Block, old: Option<&Value>) -> Value {
        let config = self.block(block, old);
        let empty = block.empty();
        let members = config.members().unwrap().enumerate();
        let members = members.map(|(at, (name, value))| {
            let is_required = block.attribute(name).is_some_and(|one| one.required);
            let is_configured = is_required || self.focus.contains(&at);
            let value = if is_configured {
                value
            } else {
                empty.get(name).unwrap()
            };
            (name, value.clone())
        });
        Value::object(members).unwrap()
    }

    /// Returns a configuration of a block that is a variation of an old configuration.
    fn block(&mut self, block: &Block, old: Option<&Value>) -> Value {
        let mut members = self.members(&block.attributes, old);
        for nested in &block.block_types {
            let old = old.and_then(|old| old.get(&*nested.type_name));
            let value = match old {
                Some(old) if !self.rng.one_in(4) => old.clone(),
                _ => self.blocks(nested, old),
            };
            members.push((nested.type_name.to_string(), value));
        }
        Value::object(members).unwrap()
    }

    fn members(&mut self, attributes: &[Attribute], old: Option<&Value>) -> Vec<(String, Value)> {
        let mut members = Vec::new();
        for one in attributes {
            let old = old.and_then(|old| old.get(&*one.name));
            let value = match old {
                _ if !one.required && !one.optional => Value::null(one.implied_type()),
                Some(old) if !self.rng.one_in(4) => old.clone(),
                _ if one.optional && self.rng.one_in(3) => Value::null(one.implied_type()),
                _ => self.attribute(one, old),
            };
            members.push((one.name.to_string(), value));
        }
        members
    }

    fn attribute(&mut self, attribute: &Attribute, old: Option<&Value>) -> Value {
        let old = old.filter(|old| !old.is_null());
        let AttributeType::Nested(nested) = &attribute.ty else {
            return self.plain(&attribute.implied_type(), old);
        };
        let can_be_null = nested.nesting != Nesting::Single && !has_secret(nested);
        self.collection(&nested.implied_type(), old, &mut |source, ty, old| {
            if can_be_null && source.rng.one_in(12) {
                return Value::null(ty.clone());
            }
            let old = old.filter(|old| !old.is_null());
            Value::object(source.members(&nested.attributes, old)).unwrap()
        })
    }

    fn blocks(&mut self, nested: &NestedBlock, old: Option<&Value>) -> Value {
        let ty = nested.implied_type();
        if nested.nesting == Nesting::Single && self.rng.one_in(2) {
            return Value::null(ty);
        }
        let old = old.filter(|old| !old.is_null());
        self.collection(&ty, old, &mut |source, _, old| {
            source.block(&nested.block, old)
        })
    }

    fn plain(&mut self, ty: &Type, old: Option<&Value>) -> Value {
        let is_empty = self.has_empty && self.rng.one_in(3);
        match (ty, old.and_then(Value::as_str)) {
            (Type::String, _) if is_empty => "".into(),
            (Type::Number, _) if is_empty => 0.into(),
            (Type::Bool, _) => self.rng.one_in(2).into(),
            (Type::String, Some(old)) if self.rng.one_in(2) => {
                let upper = old.to_uppercase();
                if upper == old {
                    old.to_lowercase()
                } else {
                    upper
                }
                .into()
            }
            (Type::String, _) => self.text(),
            (Type::Number, _) => (1 + self.rng.below(2) as i64).into(),
            _ => self.collection(ty, old, &mut |source, ty, old| source.plain(ty, old)),
        }
    }

    /// Returns a collection of new and old elements, or the result of `element` for an object type.
    fn collection(
        &mut self,
        ty: &Type,
        old: Option<&Value>,
        element: &mut dyn FnMut(&mut Self, &Type, Option<&Value>) -> Value,
    ) -> Value {
        let count = self.rng.below(3);
        let mut old_elements: Vec<Value> = match old {
            Some(old) if old.entries().is_some() => {
                old.entries().unwrap().map(|(_, one)| one.clone()).collect()
            }
            Some(old) => old.elements().into_iter().flatten().cloned().collect(),
            None => Vec::new(),
        };
        if self.rng.one_in(2) {
            self.rng.shuffle(&mut old_elements);
        }
        let mut elements = |source: &mut Self, ty: &Type| -> Vec<Value> {
            let mut elements = Vec::new();
            for one in &old_elements {
                match source.rng.below(6) {
                    0 => {}
                    1..3 => elements.push(element(source, ty, Some(one))),
                    _ => elements.push(one.clone()),
                }
            }
            while elements.len() < count {
                elements.push(element(source, ty, None));
            }
            elements
        };
        match ty {
            Type::List(ty) => Value::list(Type::clone(ty), elements(self, ty)).unwrap(),
            Type::Set(ty) => Value::set(Type::clone(ty), elements(self, ty)).unwrap(),
            Type::Map(ty) => {
                Value::map(Type::clone(ty), KEYS.iter().zip(elements(self, ty))).unwrap()
            }
            ty => element(self, ty, old),
        }
    }

    /// Replaces parts of a configuration with unknown values, where Terraform may send unknown values.
    pub(super) fn forget_block(&mut self, block: &Block, config: &Value, often: usize) -> Value {
        let mut members = self.forget_members(&block.attributes, config, often);
        for nested in &block.block_types {
            let name = nested.type_name.to_string();
            let blocks = config.get(&*name).unwrap();
            let value = if nested.nesting == Nesting::Single {
                if blocks.is_null() {
                    blocks.clone()
                } else {
                    self.forget_block(&nested.block, blocks, often)
                }
            } else if self.rng.one_in(often) {
                Value::unknown(blocks.ty())
            } else {
                self.forget_elements(blocks, &mut |source, element| {
                    source.forget_block(&nested.block, element, often)
                })
            };
            members.push((name, value));
        }
        Value::object(members).unwrap()
    }

    fn forget_members(
        &mut self,
        attributes: &[Attribute],
        config: &Value,
        often: usize,
    ) -> Vec<(String, Value)> {
        let mut members = Vec::new();
        for one in attributes {
            let value = config.get(&*one.name).unwrap();
            let value = if !one.required && !one.optional {
                value.clone()
            } else if self.rng.one_in(often) {
                Value::unknown(value.ty())
            } else {
                self.forget_parts(one, value, often)
            };
            members.push((one.name.to_string(), value));
        }
        members
    }

    fn forget_parts(&mut self, attribute: &Attribute, value: &Value, often: usize) -> Value {
        if value.is_null() {
            return value.clone();
        }
        let AttributeType::Nested(nested) = &attribute.ty else {
            return self.forget_elements(value, &mut |source, element| match element {
                _ if source.rng.one_in(often) => Value::unknown(element.ty()),
                _ => element.clone(),
            });
        };
        let is_element = nested.nesting != Nesting::Single;
        self.forget_elements(value, &mut |source, object| match object {
            _ if is_element && source.rng.one_in(often) => Value::unknown(object.ty()),
            _ if object.is_null() => object.clone(),
            _ => Value::object(source.forget_members(&nested.attributes, object, often)).unwrap(),
        })
    }

    fn forget_elements(
        &mut self,
        value: &Value,
        element: &mut dyn FnMut(&mut Self, &Value) -> Value,
    ) -> Value {
        if let Type::Map(ty) = value.ty() {
            let entries = value.entries().unwrap();
            let entries: Vec<_> = entries
                .map(|(key, one)| (key, element(self, one)))
                .collect();
            return Value::map(Type::clone(&ty), entries).unwrap();
        }
        let elements = value.elements().map(Iterator::collect::<Vec<_>>);
        let mut changed = |elements: Vec<&Value>| -> Vec<Value> {
            elements.into_iter().map(|one| element(self, one)).collect()
        };
        match (value.ty(), elements) {
            (Type::List(ty), Some(elements)) => {
                Value::list(Type::clone(&ty), changed(elements)).unwrap()
            }
            (Type::Set(ty), Some(elements)) => {
                Value::set(Type::clone(&ty), changed(elements)).unwrap()
            }
            (Type::Object(_), _) => element(self, value),
            _ => value.clone(),
        }
    }

    /// Returns the state after a plan is applied.
    pub(super) fn apply(&mut self, planned: &Planned) -> Value {
        let compute = |_: &Path, value: Value| -> Result<Value> {
            if value.is_unknown() {
                self.compute(&value.ty())
            } else {
                Ok(value)
            }
        };
        planned.state.clone().transform(compute).unwrap()
    }

    fn compute(&mut self, ty: &Type) -> Result<Value> {
        self.computed += 1;
        Ok(match ty {
            Type::String if self.rng.one_in(4) => Value::null(Type::String),
            Type::String => Value::string(format!("c{}", self.computed)),
            Type::Number => self.computed.into(),
            Type::Object(object) => {
                let members = object.iter();
                let members = members.map(|one| Ok((one.name.clone(), self.compute(&one.ty)?)));
                Value::object(members.collect::<Result<Vec<_>>>()?)?
            }
            ty => Value::null(ty.clone()),
        })
    }
}

/// Returns `true` if an element has a write-only attribute. In that case, Terraform panics if another element is null.
fn has_secret(nested: &NestedType) -> bool {
    nested.attributes.iter().any(|one| one.write_only)
}
