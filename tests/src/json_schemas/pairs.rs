//! Random JSON Schemas together with JSON values that match them by construction.

use serde_json::{Map, Value as Json, json};
use tfvalue_json_schema::{JsonSchema, Mapping};

use crate::random::Rng;

/// A schema, and a JSON value that a validator accepts.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The document, whose root is the schema.
    pub document: Json,
    /// JSON that fits.
    pub json: Json,
}

/// Generates a random schema of an object, and a JSON value that matches the schema.
///
/// No set contains values that differ only in null, because a Terraform object cannot distinguish null from a missing
/// member. For the same reason, only required members are null.
#[must_use]
pub fn pair(seed: u64, case: u64) -> Pair {
    let mut making = Making {
        rng: Rng::new(seed, case),
        definitions: Map::new(),
    };
    let depth = 1 + making.rng.below(4);
    let Made { schema, value } = making.object(depth, "");
    let mut document = schema;
    document.insert("$defs".to_owned(), making.definitions.into());
    Pair {
        document: document.into(),
        json: value,
    }
}

/// Compares JSON before and after its conversion to a Terraform value, ignoring the order of the elements in sets.
#[must_use]
pub fn is_same(before: &Json, after: &Json, schema: &Json) -> bool {
    sorted(before, schema) == sorted(after, schema)
}

/// Sorts all arrays if the schema contains sets anywhere. More arrays than necessary are sorted, but the additional
/// sorting rarely makes a difference.
fn sorted(json: &Json, schema: &Json) -> String {
    let has_sets = schema.to_string().contains("uniqueItems");
    fn sort(json: &Json, has_sets: bool) -> String {
        match json {
            Json::Array(elements) => {
                let mut texts: Vec<_> = elements.iter().map(|one| sort(one, has_sets)).collect();
                if has_sets {
                    texts.sort();
                }
                format!("[{}]", texts.join(","))
            }
            Json::Object(members) => {
                let mut texts: Vec<_> = (members.iter())
                    .map(|(name, one)| format!("{name:?}:{}", sort(one, has_sets)))
                    .collect();
                texts.sort();
                format!("{{{}}}", texts.join(","))
            }
            Json::Number(number) => {
                let number: tfvalue::Number = number.to_string().parse().expect("a number");
                number.to_string()
            }
            other => other.to_string(),
        }
    }
    sort(json, has_sets)
}

struct Made {
    schema: Map<String, Json>,
    value: Json,
}

struct Making {
    rng: Rng,
    definitions: Map<String, Json>,
}

const NAMES: &[&str] = &[
    "a", "data", "kind", "podIPs", "count", "x-y", "fooBar", "foo_bar", "2nd", "$ref ", "größe",
    "URL", "object", "string", "option", "null",
];

impl Making {
    fn made(schema: Json, value: Json) -> Made {
        let Json::Object(schema) = schema else {
            panic!("a schema is an object");
        };
        Made { schema, value }
    }

    /// Generates a schema of any kind.
    fn any(&mut self, depth: usize) -> Made {
        let kinds = if depth == 0 { 8 } else { 20 };
        let mut made = match self.rng.below(kinds) {
            0 | 1 => self.string(),
            2 | 3 => self.number(),
            4 => Self::made(json!({"type": "boolean"}), self.rng.one_in(2).into()),
            5 => self.listed(),
            6 => self.dynamic(depth),
            7 => self.nullable(depth),
            8..=10 => self.object(depth - 1, ""),
            11 | 12 => self.array(depth - 1),
            13 => self.tuple(depth - 1),
            14 => self.map(depth - 1),
            15 => self.types(depth - 1),
            16 | 17 => self.choice(depth - 1),
            _ => self.composition(depth - 1),
        };
        if self.rng.one_in(6) {
            made = self.referred(made);
        }
        if self.rng.one_in(20) {
            let keyword = *self.rng.pick(&[&"description", &"title"]);
            made.schema.insert(keyword.to_owned(), "Some Text".into());
        }
        if self.rng.one_in(20) {
            let default = if self.rng.one_in(2) {
                made.value.clone()
            } else {
                json!([1])
            };
            made.schema.insert("default".to_owned(), default);
        }
        made
    }

    fn string(&mut self) -> Made {
        let text = *self
            .rng
            .pick(&[&"", &"a", &"5", &"ünï", &"2020-01-01", &"a\nb\"c"]);
        let schema = match self.rng.below(4) {
            0 => json!({"type": "string", "format": *self.rng.pick(&[&"password", &"uuid"])}),
            1 => json!({"type": "string", "maxLength": 20}),
            _ => json!({"type": "string"}),
        };
        Self::made(schema, text.into())
    }

    fn number(&mut self) -> Made {
        let whole = self.rng.below(2000) as i64 - 1000;
        match self.rng.below(4) {
            0 => Self::made(json!({"type": "number"}), json!(whole as f64 / 8.0)),
            1 => Self::made(json!({"type": "integer", "minimum": -1000}), whole.into()),
            2 => {
                let big = self.rng.next();
                Self::made(json!({"type": "integer"}), big.into())
            }
            _ => Self::made(
                json!({"type": "number", "multipleOf": 0.125}),
                (whole / 2).into(),
            ),
        }
    }

    fn listed(&mut self) -> Made {
        let values = match self.rng.below(3) {
            0 => vec![json!("a"), json!("b"), json!("")],
            1 => vec![json!(1), json!(2.5)],
            _ => vec![json!("x"), json!(1), json!(true)],
        };
        let value = values[self.rng.below(values.len())].clone();
        if self.rng.one_in(3) {
            return Self::made(json!({"const": value}), value);
        }
        Self::made(json!({"enum": values}), value)
    }

    fn dynamic(&mut self, depth: usize) -> Made {
        let value = self.json(depth);
        let schema = match (&value, self.rng.below(3)) {
            (Json::Object(_), 0) => json!({"type": "object"}),
            (Json::Object(_), 1) => json!({"type": "object", "additionalProperties": {}}),
            (Json::Array(_), 0) => json!({"type": "array"}),
            _ => json!({}),
        };
        Self::made(schema, value)
    }

    fn json(&mut self, depth: usize) -> Json {
        match self.rng.below(if depth == 0 { 3 } else { 5 }) {
            0 => "text".into(),
            1 => 12.into(),
            2 => false.into(),
            3 => json!({"k": self.json(depth - 1), "l": null}),
            _ => json!([self.json(depth - 1), "z"]),
        }
    }

    fn nullable(&mut self, depth: usize) -> Made {
        let mut made = match self.rng.below(3) {
            0 => self.string(),
            1 => self.number(),
            _ => self.object(depth.saturating_sub(1), ""),
        };
        if self.rng.one_in(3) {
            made.value = Json::Null;
        }
        if self.rng.one_in(2) {
            let ty = made.schema["type"].clone();
            made.schema.insert("type".to_owned(), json!([ty, "null"]));
            return made;
        }
        let schema = json!({"oneOf": [made.schema, {"type": "null"}]});
        Self::made(schema, made.value)
    }

    /// Generates an object. Names begin with a prefix, so that the members of schemas that apply together have
    /// different names.
    fn object(&mut self, depth: usize, prefix: &str) -> Made {
        let (mut properties, mut value, mut required) = (Map::new(), Map::new(), Vec::new());
        for _ in 0..=self.rng.below(4) {
            let name = format!("{prefix}{}", self.rng.pick(NAMES));
            if properties.contains_key(&name) {
                continue;
            }
            let made = self.any(depth);
            if made.value.is_null() || self.rng.one_in(3) {
                required.push(Json::from(&*name));
                value.insert(name.clone(), made.value);
            } else if self.rng.one_in(2) {
                value.insert(name.clone(), made.value);
            }
            properties.insert(name, made.schema.into());
        }
        let mut schema = Map::new();
        schema.insert("properties".to_owned(), properties.into());
        schema.insert("required".to_owned(), required.into());
        schema.insert("type".to_owned(), "object".into());
        if prefix.is_empty() && self.rng.one_in(4) {
            schema.insert("additionalProperties".to_owned(), false.into());
        }
        Made {
            schema,
            value: value.into(),
        }
    }

    fn array(&mut self, depth: usize) -> Made {
        let made = self.any(depth);
        let mut elements = vec![made.value; self.rng.below(3)];
        let mut schema = json!({"type": "array", "items": made.schema});
        if self.rng.one_in(4) {
            elements.truncate(1);
            schema["uniqueItems"] = true.into();
        }
        Self::made(schema, elements.into())
    }

    fn tuple(&mut self, depth: usize) -> Made {
        let (mut schemas, mut values) = (Vec::new(), Vec::new());
        for _ in 0..=self.rng.below(3) {
            let made = self.any(depth);
            schemas.push(Json::from(made.schema));
            values.push(made.value);
        }
        let mut least = 0;
        if self.rng.one_in(3) && !values.last().is_some_and(Json::is_null) {
            least = values.len();
        } else {
            while self.rng.one_in(2) || values.last().is_some_and(Json::is_null) {
                if values.pop().is_none() {
                    break;
                }
            }
        }
        let schema =
            json!({"type": "array", "prefixItems": schemas, "items": false, "minItems": least});
        Self::made(schema, values.into())
    }

    fn map(&mut self, depth: usize) -> Made {
        let made = self.any(depth);
        let mut value = Map::new();
        for _ in 0..self.rng.below(3) {
            let key = *self.rng.pick(&[&"x-a", &"x-B c", &"x-", &"x-kind"]);
            value.insert(key.to_owned(), made.value.clone());
        }
        let schema = if self.rng.one_in(4) {
            json!({"type": "object", "patternProperties": {"^x-": made.schema}, "additionalProperties": false})
        } else {
            json!({"type": "object", "additionalProperties": made.schema})
        };
        Self::made(schema, value.into())
    }

    /// Several types in one schema, with their keywords next to each other.
    fn types(&mut self, depth: usize) -> Made {
        let mut all = vec![self.object(depth, ""), self.array(depth)];
        let scalar = if self.rng.one_in(2) {
            self.number()
        } else {
            self.string()
        };
        all.push(scalar);
        all.push(Self::made(json!({"type": "boolean"}), true.into()));
        self.rng.shuffle(&mut all);
        all.truncate(2 + self.rng.below(2));
        let chosen = self.rng.below(all.len());
        let (mut schema, mut types, mut value) = (Map::new(), Vec::new(), Json::Null);
        for (at, mut made) in all.into_iter().enumerate() {
            types.extend(made.schema.remove("type"));
            schema.extend(made.schema);
            if at == chosen {
                value = made.value;
            }
        }
        schema.insert("type".to_owned(), types.into());
        Made { schema, value }
    }

    fn choice(&mut self, depth: usize) -> Made {
        let mut all = Vec::new();
        for at in 0..2 + self.rng.below(3) {
            let mut made = self.any(depth);
            if made.value.is_null() {
                made = self.string();
            }
            if self.rng.one_in(3) {
                made.schema
                    .insert("title".to_owned(), format!("Form {at}").into());
            }
            if self.rng.one_in(4) {
                made = self.referred(made);
            }
            all.push(made);
        }
        let chosen = self.rng.below(all.len());
        let value = all[chosen].value.clone();
        let schemas: Vec<Json> = all.into_iter().map(|made| made.schema.into()).collect();
        Self::made(json!({"anyOf": schemas}), value)
    }

    fn composition(&mut self, depth: usize) -> Made {
        let base = self.object(depth, "base ");
        let base = self.referred(base);
        let own = self.object(depth, "own ");
        let mut parts = vec![Json::from(base.schema), own.schema.into()];
        let mut value = Map::new();
        let more = self.rng.one_in(3).then(|| self.object(depth, "form "));
        for made in [
            Some(base.value),
            Some(own.value),
            more.as_ref().map(|one| one.value.clone()),
        ] {
            if let Some(Json::Object(members)) = made {
                value.extend(members);
            }
        }
        if let Some(more) = more {
            let other = self.object(depth, "other ");
            parts.push(json!({"anyOf": [more.schema, other.schema]}));
        }
        Self::made(json!({"allOf": parts}), value.into())
    }

    /// Moves a schema to the definitions.
    fn referred(&mut self, made: Made) -> Made {
        let name = format!("D{}", self.definitions.len());
        self.definitions.insert(name.clone(), made.schema.into());
        Self::made(json!({"$ref": format!("#/$defs/{name}")}), made.value)
    }
}

/// Returns `true` if a note reports that values can have parts that the schema does not have. Dynamic values keep
/// everything.
fn is_noted(mapping: &Mapping) -> bool {
    let mut notes = mapping.notes.iter();
    notes.any(|note| note.message.ends_with("not in the schema"))
}

/// Reads the schema, reads the JSON according to the schema, writes the JSON again, and compares the results. Returns
/// the number of notes.
///
/// # Errors
///
/// Fails if the schema or the JSON cannot be read, or if the JSON changes without a note.
pub fn check(pair: &Pair) -> Result<usize, String> {
    let Pair { document, json } = pair;
    let fail = |what: &str| Err(format!("{what}\nschema: {document}\njson: {json}"));
    let reading = JsonSchema::new(document).map_to_dynamic();
    let mapping = match reading.read() {
        Ok(mapping) => mapping,
        Err(error) => return fail(&error.to_string()),
    };
    if let Err(error) = mapping.schema.validate() {
        return fail(&error.to_string());
    }
    for plain in [mapping.plain.clone(), mapping.plain.clone().ignore_extra()] {
        let written = plain.read(json).and_then(|value| plain.write(&value));
        match written {
            Ok(written) if is_same(json, &written, document) => {}
            _ if is_noted(&mapping) => {}
            Ok(written) => return fail(&format!("written: {written}")),
            Err(error) => return fail(&error.to_string()),
        }
    }
    Ok(mapping.notes.len())
}
