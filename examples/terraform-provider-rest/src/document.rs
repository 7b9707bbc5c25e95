//! The collections of objects that an OpenAPI document describes.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use tfvalue::{Diagnostic, Error};
use tfvalue_json_schema::{JsonSchema, Mapping};

/// The member of the document that contains the schemas of objects whose ID occurs only in responses.
const WITH_ID: &str = "x-rest-with-id";

/// A collection of objects in an API.
#[derive(Clone)]
pub(crate) struct Collection {
    /// The part of the resource type's name that follows the name of the provider.
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) mapping: Arc<Mapping>,
}

/// The path of a collection.
struct Candidate {
    name: String,
    path: String,
    /// `None` if the ID of the objects occurs only in responses.
    mapping: Option<Mapping>,
}

/// Returns the collections that a provider can serve, and the reasons why it cannot serve the other collections.
pub(crate) fn collections(mut document: Json) -> (Vec<Collection>, Vec<Diagnostic>) {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    let mut schemas = Map::new();
    let mut names = BTreeSet::new();
    let paths = document["paths"].as_object();
    if paths.is_none() {
        let detail = "The document has no `paths`, so it is not an OpenAPI document.";
        left_out.push(Diagnostic::warning("The document describes no API", detail));
    }
    for path in paths.into_iter().flatten().map(|(path, _)| path) {
        match candidate(&document, path, &mut schemas) {
            Ok(None) => {}
            Ok(Some(mut one)) => {
                one.name = unique(&one.name, path, &mut names);
                found.push(one);
            }
            Err(reason) => {
                left_out.push(Diagnostic::warning(format!("{path} is left out"), reason));
            }
        }
    }
    if let Json::Object(members) = &mut document {
        members.insert(WITH_ID.to_owned(), schemas.into());
    }
    let mut collections = Vec::new();
    for one in found {
        let Candidate {
            name,
            path,
            mapping,
        } = one;
        let of_response = || read(&document, &format!("/{WITH_ID}/{}", escaped(&path)));
        match mapping.map_or_else(of_response, Ok) {
            Ok(mapping) => collections.push(Collection {
                name,
                path,
                mapping: Arc::new(mapping),
            }),
            Err(error) => left_out.push(Diagnostic::warning(format!("{path} is left out"), error)),
        }
    }
    (collections, left_out)
}

/// Determines whether a path belongs to a collection. Fails with a reason if the path can create objects but another
/// requirement is not met.
fn candidate(
    document: &Json,
    path: &str,
    schemas: &mut Map<String, Json>,
) -> Result<Option<Candidate>, String> {
    let here = format!("/paths/{}", escaped(path));
    let Some((post, operation)) = follow(document, &format!("{here}/post")) else {
        return Ok(None);
    };
    if path.contains('{') {
        return Err("The path has parameters.".to_owned());
    }
    let (get, item) = item(document, path)?;
    let body = body(document, &post, operation).ok_or("The request has no body in JSON.")?;
    let name = name(document, &body);
    let name = name.as_deref().or_else(|| path.rsplit('/').next());
    let candidate = |mapping| Candidate {
        name: identifier(name.unwrap_or(path)),
        path: path.to_owned(),
        mapping,
    };
    if let Some(mapping) = with_id(document, &body) {
        return Ok(Some(candidate(Some(mapping))));
    }
    let response = response(document, &get, item);
    if response.is_none_or(|schema| with_id(document, &schema).is_none()) {
        return Err("Neither the request nor the response has a member `id`.".to_owned());
    }
    let reference = format!("#{}", body.replace('%', "%25"));
    let id = json!({"properties": {"id": {"type": "string", "readOnly": true}}});
    schemas.insert(path.to_owned(), json!({"allOf": [{"$ref": reference}, id]}));
    Ok(Some(candidate(None)))
}

/// Returns the operation that reads an object in a collection, and the operation's place in the document. All other
/// operations must also exist.
fn item<'d>(document: &'d Json, path: &str) -> Result<(String, &'d Json), String> {
    let is_item = |other: &&String| {
        let rest = other.strip_prefix(path.trim_end_matches('/'));
        rest.and_then(|rest| rest.strip_prefix("/{"))
            .is_some_and(|rest| {
                rest.trim_end_matches('/').find('}') == Some(rest.trim_end_matches('/').len() - 1)
            })
    };
    let paths = document["paths"].as_object().into_iter().flatten();
    let item = paths.map(|(other, _)| other).find(is_item);
    let item = item.ok_or("There is no path for one object.")?;
    let here = format!("/paths/{}", escaped(item));
    let find = |method: &str| {
        let found = follow(document, &format!("{here}/{method}"));
        found.ok_or_else(|| format!("{item} has no `{method}`."))
    };
    let get = find("get")?;
    find("put")?;
    find("delete")?;
    Ok(get)
}

/// Returns a part of the document and its place, after resolving references.
fn follow<'d>(document: &'d Json, pointer: &str) -> Option<(String, &'d Json)> {
    let mut pointer = pointer.to_owned();
    // References in a document can form a cycle.
    for _ in 0..16 {
        let Some(json) = document.pointer(&pointer) else {
            // A path can refer to another path.
            let (owner, last) = pointer.rsplit_once('/')?;
            let reference = document.pointer(owner)?.get("$ref")?.as_str()?;
            pointer = format!("{}/{last}", pointer_of(reference)?);
            continue;
        };
        match json.get("$ref").and_then(Json::as_str) {
            Some(reference) => pointer = pointer_of(reference)?,
            None => return Some((pointer, json)),
        }
    }
    None
}

/// Returns the JSON Pointer in a reference within the document, after decoding percent-encoded characters such as `%20`.
fn pointer_of(reference: &str) -> Option<String> {
    let mut decoded = Vec::new();
    let mut rest = reference.strip_prefix('#')?.bytes();
    while let Some(byte) = rest.next() {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        decoded.push(match byte {
            b'%' => u8::try_from(digit(rest.next()?)? * 16 + digit(rest.next()?)?).ok()?,
            byte => byte,
        });
    }
    String::from_utf8(decoded).ok()
}

/// Returns the place of the schema for a request.
fn body(document: &Json, place: &str, operation: &Json) -> Option<String> {
    if operation.get("requestBody").is_some() {
        let (place, body) = follow(document, &format!("{place}/requestBody"))?;
        return content(&place, body);
    }
    // In OpenAPI 2.0, the body is a parameter.
    let parameters = operation.get("parameters")?.as_array()?;
    (0..parameters.len()).find_map(|at| {
        let (place, parameter) = follow(document, &format!("{place}/parameters/{at}"))?;
        let is_body = parameter["in"] == "body" && parameter.get("schema").is_some();
        is_body.then(|| format!("{place}/schema"))
    })
}

/// Returns the place of the schema for a successful response.
fn response(document: &Json, place: &str, operation: &Json) -> Option<String> {
    let responses = operation.get("responses")?.as_object()?;
    let status = responses.keys().find(|status| status.starts_with('2'))?;
    let (place, response) = follow(document, &format!("{place}/responses/{status}"))?;
    if response.get("schema").is_some() {
        return Some(format!("{place}/schema"));
    }
    content(&place, response)
}

/// Returns the place of the schema for JSON content.
fn content(place: &str, body: &Json) -> Option<String> {
    let types = body.get("content")?.as_object()?;
    let is_json = |name: &&String| name.starts_with("application/json") || name.ends_with("+json");
    let exact = types.keys().find(|name| *name == "application/json");
    let name = exact.or_else(|| types.keys().find(is_json))?;
    types[name].get("schema")?;
    Some(format!("{place}/content/{}/schema", escaped(name)))
}

/// Returns the name of the schema to which another schema refers.
fn name(document: &Json, schema: &str) -> Option<String> {
    let reference = document.pointer(schema)?.get("$ref")?.as_str()?;
    let pointer = pointer_of(reference)?;
    let last = pointer.rsplit('/').next()?;
    Some(last.replace("~1", "/").replace("~0", "~"))
}

/// Reads the schema at the given pointer if the objects that the schema describes have an ID.
fn with_id(document: &Json, schema: &str) -> Option<Mapping> {
    let mapping = read(document, schema).ok()?;
    mapping.schema.block.attribute("id")?;
    Some(mapping)
}

fn read(document: &Json, schema: &str) -> Result<Mapping, Error> {
    JsonSchema::new(document).at(schema).map_to_dynamic().read()
}

/// Returns a name that is not used by any other collection.
fn unique(name: &str, path: &str, names: &mut BTreeSet<String>) -> String {
    let mut unique = name.to_owned();
    if names.contains(&unique) {
        unique = identifier(path.trim_matches('/'));
    }
    let mut number = 1;
    while !names.insert(unique.clone()) {
        number += 1;
        unique = format!("{name}_{number}");
    }
    unique
}

/// Converts a name to a name that Terraform can parse.
fn identifier(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            words.push(letter.to_ascii_lowercase());
        } else if !words.ends_with('_') && !words.is_empty() {
            words.push('_');
        }
    }
    match words.trim_end_matches('_') {
        "" => "object".to_owned(),
        words => words.to_owned(),
    }
}

/// Escapes a name for use in a JSON Pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
