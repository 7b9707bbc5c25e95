//! Schemas as types of attributes.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::document::{Fragment, Pointer, Schemas};
use super::facts::Facts;
use super::{MAX_LEVELS, Reading, Rule};
use crate::error::Error;
use crate::json::plain::shape::{Kind, Shape};
use crate::path::Path;
use crate::schema::{Attribute, AttributeType, NestedType, Nesting};
use crate::ty::Type;

/// Where a value is.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) path: Path,
    pub(super) level: usize,
    /// Whether only the provider sets the value.
    pub(super) is_computed: bool,
    /// The names that attributes cannot have.
    pub(super) reserved: &'static [&'static str],
}

impl Place {
    pub(super) fn within(&self, name: Option<&str>) -> Self {
        let path = match name {
            Some(name) => self.path.clone().attribute(name.to_owned()),
            None => self.path.clone(),
        };
        Place {
            path,
            level: self.level + 1,
            is_computed: self.is_computed,
            reserved: &[],
        }
    }
}

/// The type of an attribute, with what a type cannot say.
pub(super) struct Mapped {
    pub(super) ty: AttributeType,
    pub(super) shape: Shape,
    /// The rules for the value itself.
    pub(super) rules: Vec<Rule>,
}

impl Mapped {
    fn of(ty: Type, rules: Vec<Rule>) -> Self {
        Mapped {
            ty: ty.into(),
            shape: Shape::Same,
            rules,
        }
    }

    pub(super) fn implied_type(&self) -> Type {
        match &self.ty {
            AttributeType::Type(ty) => ty.clone(),
            AttributeType::Nested(nested) => nested.implied_type(),
        }
    }

    fn any(&self, is: &dyn Fn(&Attribute) -> bool) -> bool {
        match &self.ty {
            AttributeType::Type(_) => false,
            AttributeType::Nested(nested) => nested.attributes.iter().any(|one| one.any(is)),
        }
    }
}

impl<'d> Reading<'d> {
    /// Maps the schemas that apply to one value.
    pub(super) fn node(&mut self, start: Vec<Fragment<'d>>, place: &Place) -> Option<Mapped> {
        let schemas = self.collect(start, &BTreeSet::new());
        if let Some(never) = &schemas.never {
            return self.unmapped(never, "a schema that no value fits");
        }
        let facts = self.facts(&schemas);
        self.mapped(&schemas, &facts, None, place)
    }

    /// Maps schemas, unless they are a part of themselves. Without a type in the schemas, it is `kind`.
    pub(super) fn mapped(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        kind: Option<Kind>,
        place: &Place,
    ) -> Option<Mapped> {
        if self.is_exhausted() {
            return None;
        }
        let pointer = schemas.pointer();
        let ids = schemas.ids();
        if !self.within.is_disjoint(&ids) {
            return self.unmapped(&pointer, "a schema that contains itself");
        }
        if place.level > MAX_LEVELS {
            let words = format!("a schema of more than {MAX_LEVELS} levels");
            return self.unmapped(&pointer, &words);
        }
        self.within.extend(&ids);
        let mapped = self.of_facts(schemas, facts, kind, place);
        self.within.retain(|id| !ids.contains(id));
        mapped
    }

    fn of_facts(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        kind: Option<Kind>,
        place: &Place,
    ) -> Option<Mapped> {
        if facts.number_or_text {
            return Some(Mapped {
                ty: Type::String.into(),
                shape: Shape::NumberOrText,
                rules: facts.own_rules(Kind::String),
            });
        }
        let choices = self.choices(schemas, facts);
        if choices.is_empty() {
            match facts.kind().or(choices.kind).or(kind) {
                Some(kind) => {
                    let mut mapped = self.of_kind(kind, schemas, facts, place)?;
                    mapped.rules.extend(choices.rules);
                    return Some(mapped);
                }
                None if facts.kinds.as_ref().is_none_or(BTreeSet::is_empty) => {
                    return Some(Mapped::of(Type::Dynamic, facts.own_rules(Kind::Null)));
                }
                None => {}
            }
        }
        self.nested(schemas, facts, &choices, place)
    }

    pub(super) fn of_kind(
        &mut self,
        kind: Kind,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        place: &Place,
    ) -> Option<Mapped> {
        let ty = match kind {
            Kind::Null => return self.unmapped(&schemas.pointer(), "a schema that only null fits"),
            Kind::Bool => Type::Bool,
            Kind::Integer | Kind::Number => Type::Number,
            Kind::String => Type::String,
            Kind::Array => return self.array(schemas, facts, place),
            Kind::Object => return self.object(schemas, facts, place),
        };
        Some(Mapped::of(ty, facts.own_rules(kind)))
    }

    fn array(&mut self, schemas: &Schemas<'d>, facts: &Facts<'d>, place: &Place) -> Option<Mapped> {
        let pointer = schemas.pointer();
        if !facts.prefix_items.is_empty() {
            return self.tuple(&pointer, facts, place);
        }
        if facts.items.is_empty() {
            return Some(Mapped::of(Type::Dynamic, Vec::new()));
        }
        let rules = self.rules.len();
        let element = self.node(facts.items.clone(), &place.within(None))?;
        let has_secrets = element.any(&|one| one.write_only);
        let nesting = match (facts.is_unique, has_secrets) {
            (true, true) => {
                // A set is compared with its stored elements, which lack write-only values.
                self.unchecked(&pointer.member("uniqueItems"));
                Nesting::List
            }
            (true, false) => Nesting::Set,
            (false, _) => Nesting::List,
        };
        let mut own = facts.own_rules(Kind::Array);
        if !facts.list_keys.is_empty() {
            let keys = facts.list_keys.iter();
            let keys = keys.filter_map(|key| element.shape.name_of(key).map(str::to_owned));
            own.push(Rule::PairBy(keys.collect()));
        }
        self.collection(nesting, element, own, rules, &pointer)
    }

    /// Maps a list, set or map of a mapped element. `rules` is the number of rules before it.
    fn collection(
        &mut self,
        nesting: Nesting,
        element: Mapped,
        mut own: Vec<Rule>,
        rules: usize,
        pointer: &Pointer<'d>,
    ) -> Option<Mapped> {
        let implied = element.implied_type();
        if implied.has_dynamic() {
            self.rules.truncate(rules);
            return self.unmapped(pointer, "elements that can be of any type");
        }
        if !element.rules.is_empty() {
            own.push(Rule::Each(element.rules));
        }
        let shape = match element.shape {
            Shape::Same => Shape::Same,
            shape => shape.nested(nesting),
        };
        let ty = match element.ty {
            AttributeType::Nested(NestedType {
                attributes,
                nesting: Nesting::Single,
            }) => NestedType::new(nesting, attributes).into(),
            _ if element_has_secrets(&element.ty) => {
                self.rules.truncate(rules);
                return self.unmapped(pointer, "lists of lists with secrets");
            }
            _ => {
                if self.rules.len() > rules {
                    self.rules.truncate(rules);
                    self.unchecked(pointer);
                }
                nesting.of(implied).into()
            }
        };
        Some(Mapped {
            ty,
            shape,
            rules: own,
        })
    }

    fn tuple(&mut self, pointer: &Pointer<'d>, facts: &Facts<'d>, place: &Place) -> Option<Mapped> {
        let len = facts.prefix_items.len();
        let ends = matches!(&*facts.items, [only] if *only.json == false);
        if !ends && facts.lengths[1].1 != Some(len as u64) {
            return self.unmapped(pointer, "an array that continues after prefixItems");
        }
        let rules = self.rules.len();
        let (mut types, mut shapes) = (Vec::new(), Vec::new());
        for item in &facts.prefix_items {
            let element = self.node(vec![item.clone()], &place.within(None))?;
            if element_has_secrets(&element.ty) {
                return self.unmapped(pointer, "tuples with secrets");
            }
            if !element.rules.is_empty() || self.rules.len() > rules {
                self.rules.truncate(rules);
                self.unchecked(&item.pointer);
            }
            types.push(element.implied_type());
            shapes.push(element.shape);
        }
        Some(Mapped {
            ty: Type::tuple(types).into(),
            shape: Shape::Tuple(Arc::from(shapes)),
            rules: Vec::new(),
        })
    }

    fn object(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        place: &Place,
    ) -> Option<Mapped> {
        let pointer = schemas.pointer();
        let additional = facts.additional.iter();
        let additional: Vec<_> = additional
            .filter(|one| *one.json != true)
            .cloned()
            .collect();
        let has_others = !additional.is_empty() || !facts.patterns.is_empty();
        if !facts.properties.is_empty() {
            if let Some(open) = &facts.is_open {
                return self.unmapped(open, "members that the schema does not name");
            }
            if has_others {
                return self.unmapped(&pointer, "members of any name next to properties");
            }
            let choices = super::choices::Choices::default();
            return self.nested(schemas, facts, &choices, place);
        }
        let mut own = facts.own_rules(Kind::Object);
        let elements = match &*facts.patterns {
            [] => additional,
            [(pattern, schema)] if additional.is_empty() => {
                own.push(Rule::Keys(vec![Rule::Pattern((*pattern).to_owned())]));
                vec![schema.clone()]
            }
            _ => return self.unmapped(&pointer, "members of several patterns of names"),
        };
        if elements.is_empty() {
            if facts.is_closed && facts.required.is_empty() {
                let choices = super::choices::Choices::default();
                return self.nested(schemas, facts, &choices, place);
            }
            return Some(Mapped::of(Type::Dynamic, Vec::new()));
        }
        let rules = self.rules.len();
        let element = self.node(elements, &place.within(None))?;
        self.collection(Nesting::Map, element, own, rules, &pointer)
    }

    fn nested(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        choices: &super::choices::Choices<'d>,
        place: &Place,
    ) -> Option<Mapped> {
        let (attributes, shape) = self.attributes(schemas, facts, choices, place)?;
        if facts.lengths[2] != (None, None) {
            self.unchecked(&schemas.pointer());
        }
        Some(Mapped {
            ty: NestedType::new(Nesting::Single, attributes).into(),
            shape,
            rules: facts.own_rules(Kind::Null),
        })
    }

    /// Reports a schema that Terraform has no type for: as an error, or by a dynamic attribute in its place.
    pub(super) fn unmapped(&mut self, pointer: &Pointer<'d>, what: &str) -> Option<Mapped> {
        let words = format!("Terraform has no type for {what}");
        if !self.maps_to_dynamic {
            self.fault(pointer, Error::msg(words));
            return None;
        }
        self.note(pointer, words);
        Some(Mapped::of(Type::Dynamic, Vec::new()))
    }
}

fn element_has_secrets(ty: &AttributeType) -> bool {
    match ty {
        AttributeType::Type(_) => false,
        AttributeType::Nested(nested) => {
            (nested.attributes.iter()).any(|one| one.any(&Attribute::is_secret))
        }
    }
}
