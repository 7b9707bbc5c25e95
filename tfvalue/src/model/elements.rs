//! Names the elements of sets in error messages.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write};
use std::hash::{BuildHasher, RandomState};
use std::ptr;

use super::{Field, Names as Keys};
use crate::diagnostics::Diagnostics;
use crate::error::Error;
use crate::path::{ANY_ELEMENT, ElementNames, Path, Step};
use crate::schema::members::{SchemaMember, SchemaMembers};
use crate::schema::{Attribute, AttributeType, Block};
use crate::ty::Type;
use crate::value::{Repr, Value};

/// The maximum length in bytes of a value in a name, and also of the name itself.
const LONGEST: [usize; 2] = [40, 160];

/// The maximum number of members in a name, in addition to the members in `pair_by`.
const MEMBERS: usize = 4;

/// The maximum number of names in a path. The path of a small value can lead through any number of sets.
const NAMES: usize = 4;

impl Error {
    /// Names the set elements in the message by the members that identify them: `record[name = "www"].weight`. The path
    /// of the error keeps the index. Users cannot identify an element by its index, because they do not know the order
    /// of the set.
    ///
    /// The name of an element consists of its members in [`pair_by`](macro@crate::TfSchema#pair_by) and of as many
    /// other members as are needed to distinguish the element. Required members come first. Values are shortened.
    /// Sensitive and write-only attributes, and attributes that contain them, are not shown. If nothing else identifies
    /// the element, it is printed as `record[...]`, as in Terraform.
    ///
    /// Errors about configurations, and diagnostics from the handlers of a [`provider`](crate::provider), already have
    /// such names.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Error, Path, Set, TfSchema, Unknown, json};
    ///
    /// #[derive(TfSchema)]
    /// struct Zone {
    ///     #[tf(block)]
    ///     record: Unknown<Set<Record>>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Record {
    ///     #[tf(required)]
    ///     name: String,
    ///     #[tf(required)]
    ///     weight: u8,
    /// }
    ///
    /// let zone = br#"{"record": [{"name": "ftp", "weight": 2}, {"name": "www", "weight": 2}]}"#;
    /// let zone = json::value_from_slice(zone, &Zone::schema().implied_type())?;
    /// let path = Path::from("record").index(1).attribute("weight");
    /// let error = Error::msg("2 is taken").at(path).name_elements(&Zone::block(), &zone);
    /// assert_eq!(error.to_string(), r#"record[name = "www"].weight: 2 is taken"#);
    /// assert_eq!(error.path().to_string(), "record[1].weight");
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    #[must_use]
    pub fn name_elements(self, schema: &Block, value: &Value) -> Self {
        self.named(&mut Namer::new(schema, &[], value))
    }

    /// Adds the names of set elements.
    #[cold]
    pub(crate) fn named(self, namer: &mut Namer<'_>) -> Self {
        self.each(|error| {
            let names = namer.names(&error.path());
            error.with_names(names)
        })
    }
}

impl Diagnostics {
    /// Names the set elements in the messages by the members that identify them; see [`Error::name_elements`].
    pub fn name_elements(self, schema: &Block, value: &Value) -> Self {
        self.named(Namer::new(schema, &[], value))
    }

    /// Adds the names of set elements.
    pub(crate) fn named(self, mut namer: Namer<'_>) -> Self {
        self.map(|error| error.named(&mut namer))
    }
}

/// Names the set elements in a value according to the value's schema.
pub(crate) struct Namer<'a> {
    root: ElementPlace<'a>,
    value: &'a Value,
    /// The members that identify the elements of a set, keyed by the address of the set.
    identities: HashMap<*const Value, Vec<&'a str>>,
}

impl<'a> Namer<'a> {
    /// Creates a namer for a value of a block. The fields are the fields of the block's struct, if the block has one.
    pub(crate) fn new(block: &'a Block, fields: &'a [Field], value: &'a Value) -> Self {
        Namer {
            root: ElementPlace {
                fields,
                members: SchemaMembers::of_block(block),
                ..ElementPlace::NONE
            },
            value,
            identities: HashMap::new(),
        }
    }

    /// Returns names for the set elements on a path, as far as the path exists in the value.
    pub(crate) fn names(&mut self, path: &Path) -> ElementNames {
        let mut names = ElementNames::default();
        let (mut place, mut value) = (self.root, self.value);
        for (step, after) in path.steps().iter().zip((0..path.steps().len()).rev()) {
            let Some(part) = value.get(step) else {
                break;
            };
            match (step, &value.0) {
                (Step::Attribute(name), _) => place = place.within(name),
                (Step::Index(_), Repr::Set(_)) => {
                    let is_hidden = place.is_secret || names.len() >= NAMES;
                    let name = (!is_hidden).then(|| self.name(place, value, part));
                    names.push(after, Some(name.flatten().unwrap_or(ANY_ELEMENT)));
                }
                _ => {}
            }
            value = part;
        }
        names
    }

    /// Returns the name of an element, if any member identifies the element.
    fn name(
        &mut self,
        place: ElementPlace<'a>,
        set: &'a Value,
        element: &Value,
    ) -> Option<Cow<'static, str>> {
        let mut name = Short::new(LONGEST[1]);
        if element.members().is_none() {
            if let (Type::Object(_), true) = (element.ty(), element.is_unknown()) {
                return None;
            }
            name.pair("value", element);
            return Some(name.text.into());
        }
        let identity = self.identities.entry(ptr::from_ref(set));
        let identity = identity.or_insert_with(|| place.identity(set.parts()));
        for (at, member) in identity.iter().enumerate() {
            if at > 0 {
                _ = name.write_str(", ");
            }
            name.pair(member, element.get_named(member)?);
        }
        (!identity.is_empty()).then(|| name.text.into())
    }
}

/// What the schema specifies about the objects at a place.
#[derive(Clone, Copy)]
struct ElementPlace<'a> {
    members: SchemaMembers<'a>,
    /// Whether the place is inside a sensitive or write-only attribute.
    is_secret: bool,
    fields: &'a [Field],
    /// The members that identify an element according to an annotation.
    keys: &'a Keys,
}

impl<'a> ElementPlace<'a> {
    /// The place of values without a schema.
    const NONE: Self = ElementPlace {
        members: SchemaMembers::NONE,
        is_secret: false,
        fields: &[],
        keys: &Keys::NONE,
    };

    /// Returns the place of a member.
    fn within(self, name: &str) -> Self {
        let member = self.members.get(name);
        let objects = member.and_then(SchemaMember::objects);
        let field = self.fields.iter().find(|field| field.name() == name);
        let (keys, fields) = field.map_or((&Keys::NONE, &[][..]), Field::elements);
        ElementPlace {
            members: objects.map_or(SchemaMembers::NONE, |(_, members)| members),
            is_secret: self.is_secret || member.is_some_and(SchemaMember::is_secret),
            fields,
            keys,
        }
    }

    /// Returns the members of elements that can be shown. The members that are best suited to identify an element come
    /// first.
    fn candidates(self, elements: &'a [Value]) -> Vec<&'a str> {
        if self.members.iter().next().is_none() {
            let object = elements.iter().find_map(Value::members);
            let members = object.into_iter().flatten();
            return members.map(|(name, _)| name).collect();
        }
        let mut attributes: Vec<_> = self.members.attributes.iter().collect();
        attributes.retain(|one| !one.any(&Attribute::is_secret));
        attributes.sort_by_key(|one| {
            let key = self.keys.iter().position(|key| one.name == key);
            let key = key.unwrap_or(self.keys.len());
            (key, !is_primitive(one), !one.required, !one.optional)
        });
        attributes.into_iter().map(|one| &*one.name).collect()
    }

    /// Returns the names of the members that identify each element of a set.
    ///
    /// This takes linear time, because the text of each member is compared across all elements by its hash.
    fn identity(self, elements: &'a [Value]) -> Vec<&'a str> {
        let candidates = self.candidates(elements);
        let hasher = RandomState::new();
        let mut identity = Vec::new();
        let (mut classes, mut count) = (vec![0; elements.len()], 1);
        for name in &candidates {
            let is_key = self.keys.contains(name);
            if !is_key && (count == elements.len() || identity.len() >= MEMBERS) {
                break;
            }
            let class = |(element, class): (&Value, &u64)| {
                let text = element.get_named(name).map(Short::of);
                hasher.hash_one((class, text))
            };
            let finer: Vec<_> = elements.iter().zip(&classes).map(class).collect();
            let finer_count = finer.iter().collect::<HashSet<_>>().len();
            if is_key || finer_count > count {
                identity.push(*name);
                (classes, count) = (finer, finer_count);
            }
        }
        if identity.is_empty() {
            let is_present = |name: &&&str| {
                let mut values = elements.iter().filter_map(|one| one.get_named(name));
                values.next().is_some_and(Value::is_present)
            };
            identity.extend(candidates.iter().find(is_present));
        }
        identity
    }
}

fn is_primitive(attribute: &Attribute) -> bool {
    let primitive = [Type::String, Type::Number, Type::Bool];
    matches!(&attribute.ty, AttributeType::Type(ty) if primitive.contains(ty))
}

/// A text of limited length.
struct Short {
    text: String,
    longest: usize,
    is_full: bool,
}

impl Short {
    fn new(longest: usize) -> Self {
        Short {
            text: String::new(),
            longest,
            is_full: false,
        }
    }

    /// Returns the printed form of a value.
    fn of(value: &Value) -> String {
        let mut short = Short::new(LONGEST[0]);
        // Fails if the buffer is already full.
        _ = if value.is_unknown() {
            short.write_str("(known after apply)")
        } else {
            write!(short, "{value}")
        };
        if short.is_full && short.text.starts_with('"') {
            short.text.push('"');
        }
        short.text
    }

    /// Adds a member with its value.
    fn pair(&mut self, name: &str, value: &Value) {
        _ = write!(self, "{name} = {}", Short::of(value));
    }
}

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.is_full {
            return Err(fmt::Error);
        }
        let room = self.longest.saturating_sub(self.text.len());
        if text.len() <= room {
            self.text.push_str(text);
            return Ok(());
        }
        let end = (0..=room).rev().find(|at| text.is_char_boundary(*at));
        self.text.push_str(&text[..end.unwrap_or(0)]);
        self.text.push('…');
        self.is_full = true;
        Err(fmt::Error)
    }
}
