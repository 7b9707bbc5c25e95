//! Maps schemas to the types of attributes.

use std::collections::BTreeSet;
use std::sync::Arc;

use tfvalue::schema::{Attribute, AttributeType, NestedType, Nesting};
use tfvalue::{Error, Path, Type};

use crate::Reading;
use crate::choices::{Allowed, Choices, SECOND_CHOICE, is_of_several_kinds};
use crate::document::{Fragment, Pointer, Schemas};
use crate::facts::{Facts, allows_all, general};
use crate::plain::shape::{Kind, Shape, Slots, is_secret};
use crate::rules::Collected;
use crate::secrets::Secrecy;

/// Where a value is.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) path: Path,
    pub(crate) level: usize,
    /// Whether only the provider sets the value.
    pub(crate) is_computed: bool,
    /// The names that attributes must not have.
    pub(crate) reserved: &'static [&'static str],
}

impl Place {
    pub(crate) fn within(&self, name: Option<&str>) -> Self {
        let path = match name {
            Some(name) => self.path.clone().attribute(name),
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

/// The type of an attribute, with the properties that a type cannot express.
pub(crate) struct Mapped {
    pub(crate) ty: AttributeType,
    pub(crate) shape: Shape,
    /// The rules for the value itself.
    pub(crate) rules: Collected,
    /// Whether the value is a secret as a whole, or has a secret part without an attribute.
    pub(crate) secrecy: Secrecy,
    /// Whether null is allowed as a value in JSON.
    is_nullable: bool,
}

impl Mapped {
    fn of(ty: Type, rules: Collected) -> Self {
        Mapped {
            ty: ty.into(),
            shape: Shape::Same,
            rules,
            secrecy: Secrecy::default(),
            is_nullable: false,
        }
    }

    fn with_shape(self, shape: Shape) -> Self {
        Mapped { shape, ..self }
    }

    pub(crate) fn implied_type(&self) -> Type {
        match &self.ty {
            AttributeType::Type(ty) => ty.clone(),
            ty => Attribute::new("", ty.clone()).implied_type(),
        }
    }

    fn any(&self, is: &dyn Fn(&Attribute) -> bool) -> bool {
        any(&self.ty, is)
    }
}

/// Returns `true` if a condition holds for an attribute in a type, at any depth.
fn any(ty: &AttributeType, is: &dyn Fn(&Attribute) -> bool) -> bool {
    match ty {
        AttributeType::Nested(nested) => {
            let mut attributes = nested.attributes.iter();
            attributes.any(|one| is(one) || any(&one.ty, is))
        }
        _ => false,
    }
}

impl<'d> Reading<'d> {
    /// Maps the schemas that apply to one value.
    pub(crate) fn node(&mut self, start: Vec<Fragment<'d>>, place: &Place) -> Option<Mapped> {
        let schemas = self.collect(start, &BTreeSet::new());
        if let Some(never) = &schemas.never {
            return self.unmapped(never, "a schema that no value fits");
        }
        let facts = self.facts(&schemas);
        self.mapped(&schemas, &facts, None, place)
    }

    /// Maps schemas, unless the schemas contain themselves. If the schemas have no type, the type is `kind`.
    pub(crate) fn mapped(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        kind: Option<Kind>,
        place: &Place,
    ) -> Option<Mapped> {
        if self.is_exhausted() {
            return None;
        }
        let mut mapped = self.guarded(schemas, facts, kind, place)?;
        mapped.is_nullable = facts.is_nullable;
        if matches!(&mapped.ty, AttributeType::Type(Type::Dynamic)) {
            mapped.is_nullable = true;
            mapped.secrecy.is_sensitive |= self.contain_secret(schemas);
        }
        mapped.secrecy.add(Secrecy::of(facts));
        Some(mapped)
    }

    /// Maps schemas, unless the mapping would never terminate.
    fn guarded(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        kind: Option<Kind>,
        place: &Place,
    ) -> Option<Mapped> {
        let pointer = schemas.pointer();
        if facts.is_only_null() {
            return self.unmapped(&pointer, "a schema that only null fits");
        }
        if facts.is_contradictory {
            return self
                .maps_to_dynamic
                .then(|| Mapped::of(Type::Dynamic, Collected::default()));
        }
        let own = schemas.with_parts();
        let has_parts = !matches!(
            facts.kind().or(kind),
            Some(Kind::Bool | Kind::Integer | Kind::Number | Kind::String)
        );
        if has_parts && !own.is_empty() && self.within.contains(&own) {
            return self.unmapped(&pointer, "a schema that contains itself");
        }
        if place.level > self.levels {
            let words = format!("a schema of more than {} levels", self.levels);
            return self.unmapped(&pointer, &words);
        }
        self.within.push(own);
        let mapped = self.of_facts(schemas, facts, kind, place);
        self.within.pop();
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
            let mapped = Mapped::of(Type::String, facts.rules_of_number_or_text());
            return Some(mapped.with_shape(Shape::NumberOrText));
        }
        let choices = self.choices(schemas, facts);
        if let Some(second) = &choices.second {
            return self.unmapped(second, SECOND_CHOICE);
        }
        let own = facts.kind().or(choices.kind).or(kind);
        let own = own.filter(|_| choices.is_empty());
        let mut mapped = match own {
            Some(kind) => self.of_kind(kind, schemas, facts, &choices, place)?,
            None if choices.is_empty() && facts.kinds.is_none() => {
                let mut rules = facts.own_rules(Kind::Null);
                rules.one_of(facts.values(|_| true));
                Mapped::of(Type::Dynamic, rules)
            }
            None => self.nested(schemas, facts, &choices, kind, place)?,
        };
        for Allowed { at, kind, values } in choices.allowed {
            if own.is_some_and(|own| general(own) == general(kind)) {
                mapped.rules.one_of(values);
            } else {
                self.unchecked(&at);
            }
        }
        mapped.secrecy.add(choices.secrecy);
        Some(mapped)
    }

    pub(crate) fn of_kind(
        &mut self,
        kind: Kind,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        choices: &Choices<'d>,
        place: &Place,
    ) -> Option<Mapped> {
        let ty = match kind {
            Kind::Null => return self.unmapped(&schemas.pointer(), "a schema that only null fits"),
            Kind::Bool => Type::Bool,
            Kind::Integer | Kind::Number => Type::Number,
            Kind::String => Type::String,
            Kind::Array => return self.array(schemas, facts, place),
            Kind::Object => return self.object(schemas, facts, choices, place),
        };
        let shape = match &facts.values {
            Some(values) => {
                let sizes = values
                    .iter()
                    .map(|one| 48 + one.as_str().map_or(0, str::len));
                if !self.charge(sizes.sum(), &schemas.pointer()) {
                    return None;
                }
                Shape::Values(values.iter().copied().cloned().collect())
            }
            None if kind == Kind::Integer => Shape::Integer,
            None => Shape::Same,
        };
        Some(Mapped::of(ty, facts.own_rules(kind)).with_shape(shape))
    }

    fn array(&mut self, schemas: &Schemas<'d>, facts: &Facts<'d>, place: &Place) -> Option<Mapped> {
        let pointer = schemas.pointer();
        if !facts.prefix_items.is_empty() {
            return self.tuple(&pointer, facts, place);
        }
        if facts.items.is_empty() {
            return Some(Mapped::of(Type::Dynamic, Collected::default()));
        }
        let rules = self.rules.len();
        let element = self.node(facts.items.clone(), &place.within(None))?;
        let has_secrets = element.any(&|one| one.write_only);
        let nesting = match (&facts.is_unique, has_secrets) {
            (Some(unique), true) => {
                // A set is compared with its stored elements, which do not have write-only values.
                self.unchecked(unique);
                Nesting::List
            }
            (Some(_), false) => Nesting::Set,
            (None, _) => Nesting::List,
        };
        let mut own = facts.own_rules(Kind::Array);
        if !facts.list_keys.is_empty() {
            let keys = facts.list_keys.iter();
            let keys = keys.filter_map(|key| element.shape.name_of(key).map(str::to_owned));
            own.pair_by(keys.collect());
        }
        self.collection(nesting, element, own, rules, &pointer)
    }

    /// Maps a list, set or map with a mapped element. `rules` is the number of rules before the element.
    fn collection(
        &mut self,
        nesting: Nesting,
        element: Mapped,
        mut own: Collected,
        rules: usize,
        pointer: &Pointer<'d>,
    ) -> Option<Mapped> {
        let implied = element.implied_type();
        if implied.has_dynamic() {
            self.rules.truncate(rules);
            return self.unmapped(pointer, "elements that can be of any type");
        }
        let has_secrets = element.any(&is_secret);
        if !element.rules.is_empty() && !own.each(element.rules) {
            self.unchecked(pointer);
        }
        let shape = match element.shape {
            Shape::Same => Shape::Same,
            shape => shape.nested(nesting),
        };
        let ty = match element.ty {
            AttributeType::Nested(NestedType {
                attributes,
                nesting: Nesting::Single,
                ..
            }) => NestedType::new(nesting, attributes).into(),
            _ if has_secrets => {
                self.rules.truncate(rules);
                return self.unmapped(pointer, "lists of lists with secrets");
            }
            _ => {
                if self.rules.len() > rules {
                    self.rules.truncate(rules);
                    self.unchecked(pointer);
                }
                match nesting {
                    Nesting::Set => Type::set(implied),
                    Nesting::Map => Type::map(implied),
                    _ => Type::list(implied),
                }
                .into()
            }
        };
        Some(Mapped {
            ty,
            shape,
            rules: own,
            secrecy: element.secrecy,
            is_nullable: false,
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
        let mut secrecy = Secrecy::default();
        let least = facts.lengths[1].0.unwrap_or(0);
        let least = usize::try_from(least).map_or(len, |least| least.min(len));
        for item in &facts.prefix_items {
            let element = self.node(vec![item.clone()], &place.within(None))?;
            if element.any(&is_secret) {
                return self.unmapped(pointer, "tuples with secrets");
            }
            if !element.rules.is_empty() || self.rules.len() > rules {
                self.rules.truncate(rules);
                self.unchecked(&item.pointer);
            }
            if element.is_nullable && types.len() >= least {
                let words = "null at the end of an array is omitted";
                self.note(&item.pointer, words.to_owned());
            }
            secrecy.add(element.secrecy);
            types.push(element.implied_type());
            shapes.push(element.shape);
        }
        let shape = Shape::Tuple(Arc::new(Slots { shapes, least }));
        Some(Mapped {
            ty: Type::tuple(types).into(),
            shape,
            rules: Collected::default(),
            secrecy,
            is_nullable: false,
        })
    }

    fn object(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        choices: &Choices<'d>,
        place: &Place,
    ) -> Option<Mapped> {
        let pointer = schemas.pointer();
        if !facts.properties.is_empty() {
            return self.nested(schemas, facts, choices, Some(Kind::Object), place);
        }
        let mut own = facts.own_rules(Kind::Object);
        let elements = match &*facts.patterns {
            [] => facts.additional.clone(),
            [(pattern, schema)] if facts.additional.is_empty() => {
                if !facts.is_closed {
                    let words = "members with other names are not in the schema";
                    self.note(&schema.pointer, words.to_owned());
                }
                own.keys().pattern(pattern);
                vec![schema.clone()]
            }
            _ => return self.unmapped(&pointer, "members of several patterns of names"),
        };
        if elements.is_empty() {
            if facts.is_closed && facts.required.is_empty() {
                return self.nested(schemas, facts, choices, Some(Kind::Object), place);
            }
            return Some(Mapped::of(Type::Dynamic, Collected::default()));
        }
        let rules = self.rules.len();
        let element = self.node(elements, &place.within(None))?;
        self.collection(Nesting::Map, element, own, rules, &pointer)
    }

    /// Maps an object with attributes, or a value with several forms. `kind` is the kind of the value, provided that
    /// the value has only one kind.
    fn nested(
        &mut self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        choices: &Choices<'d>,
        kind: Option<Kind>,
        place: &Place,
    ) -> Option<Mapped> {
        if let Some((at, what)) = self.others(schemas, facts, choices) {
            return self.unmapped(&at, what);
        }
        self.note_others(facts);
        if facts.values.is_some() && !is_of_several_kinds(facts, choices, kind) {
            self.unchecked(&schemas.pointer());
        }
        let (attributes, shape) = self.attributes(schemas, facts, choices, kind, place)?;
        if facts.lengths[2] != (None, None) {
            self.unchecked(&schemas.pointer());
        }
        Some(Mapped {
            ty: NestedType::new(Nesting::Single, attributes).into(),
            shape,
            rules: facts.own_rules(Kind::Null),
            secrecy: Secrecy::default(),
            is_nullable: false,
        })
    }

    /// Returns the reason why an object cannot have attributes: it can have other members with restricted values.
    pub(crate) fn others(
        &self,
        schemas: &Schemas<'d>,
        facts: &Facts<'d>,
        choices: &Choices<'d>,
    ) -> Option<(Pointer<'d>, &'static str)> {
        if facts.properties.is_empty() && !choices.have_members() {
            return None;
        }
        if let Some(open) = &facts.is_open {
            return Some((open.clone(), "members that the schema does not name"));
        }
        let mut patterns = facts.patterns.iter();
        let has_others =
            !facts.additional.is_empty() || patterns.any(|(_, schema)| !allows_all(schema.json));
        has_others.then(|| (schemas.pointer(), "members of any name next to properties"))
    }

    /// Adds a note that an object can have other members with any values.
    pub(crate) fn note_others(&mut self, facts: &Facts<'d>) {
        let pattern = facts.patterns.first().map(|(_, schema)| &schema.pointer);
        if let Some(others) = facts.allows_others.as_ref().or(pattern) {
            let words = "members that the schema does not name are not in the schema";
            self.note(others, words.to_owned());
        }
    }

    /// Reports a schema for which Terraform has no type, either as an error or by replacing it with a dynamic attribute.
    pub(crate) fn unmapped(&mut self, pointer: &Pointer<'d>, what: &str) -> Option<Mapped> {
        let words = format!("Terraform has no type for {what}");
        if !self.maps_to_dynamic {
            self.fault(pointer, Error::msg(words));
            return None;
        }
        self.note(pointer, words);
        Some(Mapped::of(Type::Dynamic, Collected::default()))
    }
}
