//! The document of a JSON Schema: places in the document, references, and the schemas that apply together.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use serde_json::{Map, Value as Json};

use tfvalue::Error;

use crate::Reading;
use crate::choices::not_null;

/// The keywords of a schema that contain the schemas of parts of the value.
const PARTS: &[&str] = &[
    "additionalProperties",
    "anyOf",
    "items",
    "oneOf",
    "patternProperties",
    "prefixItems",
    "properties",
    "unevaluatedProperties",
];

/// A place in the document, as a JSON Pointer.
#[derive(Clone)]
pub(crate) struct Pointer<'d>(Option<Rc<(Pointer<'d>, Token<'d>)>>);

#[derive(Clone)]
enum Token<'d> {
    Name(&'d str),
    Index(usize),
    /// A part of a reference, which is already escaped.
    Escaped(Rc<str>),
}

impl<'d> Pointer<'d> {
    pub(crate) fn root() -> Self {
        Pointer(None)
    }

    /// Creates the pointer from a reference or from the caller's string, without the leading `#`.
    pub(crate) fn of(text: &str) -> Self {
        match text {
            "" => Pointer::root(),
            text => Pointer::root().then(Token::Escaped(text.into())),
        }
    }

    fn then(&self, token: Token<'d>) -> Self {
        Pointer(Some(Rc::new((self.clone(), token))))
    }

    pub(crate) fn member(&self, name: &'d str) -> Self {
        self.then(Token::Name(name))
    }

    pub(crate) fn element(&self, index: usize) -> Self {
        self.then(Token::Index(index))
    }
}

impl fmt::Display for Pointer<'_> {
    /// Prints the pointer with a leading `#`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tokens = Vec::new();
        let mut rest = self;
        while let Some(last) = &rest.0 {
            tokens.push(&last.1);
            rest = &last.0;
        }
        f.write_str("#")?;
        for token in tokens.into_iter().rev() {
            match token {
                Token::Name(name) => {
                    write!(f, "/{}", name.replace('~', "~0").replace('/', "~1"))?;
                }
                Token::Index(index) => write!(f, "/{index}")?,
                Token::Escaped(text) => f.write_str(text)?,
            }
        }
        Ok(())
    }
}

/// A schema, and its place in the document.
#[derive(Clone)]
pub(crate) struct Fragment<'d> {
    pub(crate) json: &'d Json,
    pub(crate) pointer: Pointer<'d>,
    /// The number of references and `allOf` on the way to the schema.
    pub(crate) depth: usize,
    /// Whether the schema is, or is part of, an alternative to null in a choice.
    pub(crate) is_next_to_null: bool,
}

impl<'d> Fragment<'d> {
    pub(crate) fn new(json: &'d Json, pointer: Pointer<'d>) -> Self {
        Fragment {
            json,
            pointer,
            depth: 0,
            is_next_to_null: false,
        }
    }

    /// Returns the schema as part of an enclosing schema that applies to the same value.
    fn below(self, whole: &Fragment<'d>) -> Self {
        Fragment {
            depth: whole.depth + 1,
            is_next_to_null: self.is_next_to_null || whole.is_next_to_null,
            ..self
        }
    }

    /// Returns an identifier of the schema in the document.
    pub(crate) fn id(&self) -> usize {
        id(self.json)
    }

    pub(crate) fn object(&self) -> Option<&'d Map<String, Json>> {
        self.json.as_object()
    }

    pub(crate) fn get(&self, keyword: &str) -> Option<&'d Json> {
        self.object()?.get(keyword)
    }

    /// Returns the place of a keyword in the schema.
    pub(crate) fn at(&self, keyword: &'static str) -> Pointer<'d> {
        self.pointer.member(keyword)
    }
}

/// All schemas that apply to one value: a schema, the schemas that it refers to, and the schemas in its `allOf`.
pub(crate) struct Schemas<'d> {
    pub(crate) fragments: Vec<Fragment<'d>>,
    /// The place where a schema allows no value.
    pub(crate) never: Option<Pointer<'d>>,
}

impl<'d> Schemas<'d> {
    /// Returns the place of the first schema.
    pub(crate) fn pointer(&self) -> Pointer<'d> {
        let first = self.fragments.first();
        first.map_or_else(Pointer::root, |first| first.pointer.clone())
    }

    pub(crate) fn ids(&self) -> BTreeSet<usize> {
        self.fragments.iter().map(Fragment::id).collect()
    }

    /// Returns the schemas that describe parts of the value. If a part had the same schemas as the value itself, the
    /// nesting would never end. Schemas that only refer to other schemas or add a description are not returned, because
    /// they make no difference.
    pub(crate) fn with_parts(&self) -> BTreeSet<usize> {
        let has_parts = |one: &&Fragment<'d>| {
            let mut keywords = PARTS.iter();
            keywords.any(|keyword| one.get(keyword).is_some_and(|json| !json.is_boolean()))
        };
        let found = self.fragments.iter().filter(has_parts);
        found.map(Fragment::id).collect()
    }
}

impl<'d> Reading<'d> {
    /// Collects the schemas in `start` and all schemas that apply together with them, except the schemas in `applied`.
    /// Each schema is collected once, so the work is linear in the size of the document.
    pub(crate) fn collect(
        &mut self,
        start: Vec<Fragment<'d>>,
        applied: &BTreeSet<usize>,
    ) -> Schemas<'d> {
        let mut all = Schemas {
            fragments: Vec::new(),
            never: None,
        };
        let mut seen = BTreeMap::new();
        let mut open = start;
        open.reverse();
        while let Some(next) = open.pop() {
            let members = match next.json {
                Json::Bool(true) => {
                    if !self.charge(128, &next.pointer) {
                        break;
                    }
                    all.fragments.push(next);
                    continue;
                }
                Json::Bool(false) => {
                    all.never.get_or_insert(next.pointer);
                    continue;
                }
                Json::Object(members) => members,
                other => {
                    self.wrong(&next.pointer, "an object or a bool", other);
                    continue;
                }
            };
            if applied.contains(&next.id()) {
                continue;
            }
            if let Some(at) = seen.get(&next.id()) {
                let same: &mut Fragment<'d> = &mut all.fragments[*at];
                if same.is_next_to_null && !next.is_next_to_null {
                    // The schema also applies on its own, and so do its parts.
                    same.is_next_to_null = false;
                    let reference = members.get("$ref").and_then(Json::as_str);
                    let reference = reference.and_then(|text| self.find(text));
                    open.extend(of_same_value(&next, reference));
                }
                continue;
            }
            let parts = members.values().map(|json| match json {
                Json::Array(elements) => elements.len(),
                Json::Object(members) => members.len(),
                _ => 1,
            });
            if !self.charge(128 + 16 * parts.sum::<usize>(), &next.pointer) {
                break;
            }
            if let Some(parts) = members.get("allOf") {
                self.list(parts, &next.at("allOf"));
            }
            let reference = members.get("$ref");
            let reference = reference.and_then(|one| self.resolve(one, &next.at("$ref")));
            open.extend(of_same_value(&next, reference));
            if members.contains_key("$dynamicRef") {
                self.fault(
                    &next.at("$dynamicRef"),
                    "dynamic references are not supported",
                );
            }
            seen.insert(next.id(), all.fragments.len());
            all.fragments.push(next);
        }
        all
    }

    /// Finds the schema to which a reference points.
    pub(crate) fn resolve(
        &mut self,
        reference: &'d Json,
        at: &Pointer<'d>,
    ) -> Option<Fragment<'d>> {
        let Json::String(text) = reference else {
            self.wrong(at, "a string", reference);
            return None;
        };
        if !text.starts_with('#') {
            let words = format!("a reference within the document is required, got {text:?}");
            self.fault(at, Error::msg(words));
            return None;
        }
        let found = self.find(text);
        if found.is_none() {
            self.fault(at, Error::msg(format!("the document has no {text:?}")));
        }
        found
    }

    /// Finds the schema to which the string of a reference points.
    pub(crate) fn find(&mut self, text: &str) -> Option<Fragment<'d>> {
        let decoded = percent_decoded(text.strip_prefix('#')?)?;
        if decoded.is_empty() || decoded.starts_with('/') {
            let json = self.document.pointer(&decoded)?;
            return Some(Fragment::new(json, Pointer::of(&decoded)));
        }
        self.anchor(&decoded)
    }

    /// Finds the schema with an anchor.
    fn anchor(&mut self, anchor: &str) -> Option<Fragment<'d>> {
        let document = self.document;
        let anchors = self.anchors.get_or_insert_with(|| {
            let mut found = BTreeMap::new();
            let mut open = vec![Fragment::new(document, Pointer::root())];
            while let Some(next) = open.pop() {
                if let Some(Json::String(anchor)) = next.get("$anchor") {
                    found.insert(anchor.as_str(), next.clone());
                }
                match next.json {
                    Json::Object(members) => open.extend(
                        (members.iter())
                            .filter(|(_, json)| json.is_object() || json.is_array())
                            .map(|(name, json)| Fragment::new(json, next.pointer.member(name))),
                    ),
                    Json::Array(elements) => open.extend(
                        (elements.iter().enumerate())
                            .map(|(index, json)| Fragment::new(json, next.pointer.element(index))),
                    ),
                    _ => {}
                }
            }
            found
        });
        anchors.get(anchor).cloned()
    }
}

/// Returns the schemas that a schema applies to the same value, in reverse order.
fn of_same_value<'d>(whole: &Fragment<'d>, reference: Option<Fragment<'d>>) -> Vec<Fragment<'d>> {
    let mut found = Vec::new();
    for keyword in ["oneOf", "anyOf"] {
        let choices = whole.get(keyword).and_then(Json::as_array);
        if let Some((index, only)) = choices.and_then(|choices| only_choice(choices)) {
            let at = whole.at(keyword).element(index);
            let mut only = Fragment::new(only, at).below(whole);
            only.is_next_to_null |= choices.is_some_and(|choices| choices.len() > 1);
            found.push(only);
        }
    }
    let at = whole.at("allOf");
    let parts = whole.get("allOf").and_then(Json::as_array);
    let parts = parts
        .map_or(&[][..], Vec::as_slice)
        .iter()
        .enumerate()
        .rev();
    found.extend(parts.map(|(index, part)| Fragment::new(part, at.element(index)).below(whole)));
    found.extend(reference.map(|found| found.below(whole)));
    found
}

/// Returns an identifier of a part of the document.
pub(crate) fn id(json: &Json) -> usize {
    std::ptr::from_ref(json).addr()
}

/// Returns the choice that does not stand for null, if there is exactly one such choice.
pub(crate) fn only_choice(choices: &[Json]) -> Option<(usize, &Json)> {
    let mut choices = not_null(choices);
    let first = choices.next()?;
    choices.next().is_none().then_some(first)
}

/// Decodes percent-encoded characters such as `%41`.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |digit: u8| char::from(digit).to_digit(16);
            let (high, low) = (digit(rest.next()?)?, digit(rest.next()?)?);
            bytes.push((high * 16 + low) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Returns a lower bound of the size of a document's text without whitespace.
pub(crate) fn size(document: &Json) -> usize {
    let mut size = 0;
    let mut open = vec![document];
    while let Some(next) = open.pop() {
        size += match next {
            Json::Null | Json::Bool(_) => 4,
            Json::Number(_) => 1,
            Json::String(text) => text.len() + 2,
            Json::Array(elements) => {
                open.extend(elements);
                1 + elements.len()
            }
            Json::Object(members) => {
                open.extend(members.values());
                1 + members.keys().map(|name| name.len() + 4).sum::<usize>()
            }
        };
    }
    size
}
