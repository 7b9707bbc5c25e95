//! Decoded calls.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::inspect;
use tfvalue::prost::Message;
use tfvalue::schema::Block;
use tfvalue::tfplugin6::deferred::Reason;
use tfvalue::tfplugin6::diagnostic::Severity;
use tfvalue::tfplugin6::{
    AttributePath, ClientCapabilities, Deferred, Diagnostic, DynamicValue, FunctionError,
};
use tfvalue::{Path, Type, Value};
use tfvalue_testing::response;

use super::record::{self, Messages};
use super::schemas::Schemas;
use super::table::{Entry, Kind, Names, Of};
use super::wire::{self, Field};
use crate::terminal::count;

/// A decoded call.
#[derive(Default)]
pub(crate) struct Decoded {
    pub(crate) entry: Option<&'static Entry>,
    /// The resource type or function to which the call applies.
    pub(crate) subject: String,
    pub(crate) parts: Vec<Part>,
    /// Facts about the call that are not values, with their names.
    pub(crate) notes: Vec<(String, String)>,
    pub(crate) problems: Vec<Problem>,
    /// The reasons why Terraform cannot read parts of the response.
    pub(crate) unreadable: Vec<String>,
    pub(crate) replace: Vec<Path>,
    /// Private data in the response.
    pub(crate) private: Vec<(String, Vec<u8>)>,
    pub(crate) is_legacy: bool,
    /// The capabilities of the client, if the request contains them.
    pub(crate) client: Option<ClientCapabilities>,
    /// The sensitive strings, which may occur in messages from the provider.
    secrets: BTreeSet<String>,
}

/// A value of a message.
pub(crate) struct Part {
    pub(crate) label: String,
    pub(crate) is_response: bool,
    pub(crate) value: Value,
    pub(crate) ty: Type,
    /// The schema of the value, if there is one.
    pub(crate) block: Option<Arc<Block>>,
}

/// An error or a warning that the provider has returned.
pub(crate) struct Problem {
    pub(crate) is_error: bool,
    pub(crate) summary: String,
    pub(crate) detail: String,
    pub(crate) path: String,
}

impl Part {
    /// Prints the value without its sensitive parts.
    pub(crate) fn text(&self) -> String {
        match &self.block {
            Some(block) => inspect::print(&self.value, block),
            None => inspect::print_typed(&self.value, &self.ty),
        }
    }
}

impl Decoded {
    pub(crate) fn new(call: &record::Call, schemas: &mut Schemas) -> Self {
        let name = call
            .method
            .in_version(6)
            .map_or(call.method.name, |method| method.name);
        let mut decoded = Decoded {
            entry: Entry::find(name),
            ..Decoded::default()
        };
        Decoded::learn(call, schemas);
        let Some(entry) = decoded.entry else {
            decoded.size("request", &call.requests);
            decoded.size("response", &call.responses);
            return decoded;
        };
        for (messages, names, is_response) in [
            (&call.requests, entry.request, false),
            (&call.responses, entry.response, true),
        ] {
            let mut reader = Reader {
                decoded: &mut decoded,
                schemas,
                entry,
                is_response,
                arguments: 0,
            };
            for (at, message) in messages.kept.iter().enumerate() {
                // Elements of a stream.
                let prefix = if messages.count > 1 {
                    format!("{}. ", at + 1)
                } else {
                    String::new()
                };
                reader.message(message, names, &prefix);
            }
            if messages.count != 1 || !messages.is_complete() {
                decoded.size(if is_response { "response" } else { "request" }, messages);
            }
        }
        decoded.mask();
        decoded
    }

    /// Reads the schemas if the response of the call contains them.
    pub(crate) fn learn(call: &record::Call, schemas: &mut Schemas) {
        let name = call.method.in_version(6).map_or("", |method| method.name);
        if matches!(name, "GetProviderSchema" | "GetResourceIdentitySchemas") {
            for response in &call.responses.kept {
                schemas.learn(call.method.version, name, response);
            }
        }
    }

    fn size(&mut self, name: &str, messages: &Messages) {
        let bytes = count(messages.bytes, "byte");
        let text = match messages.count {
            0 => "none".to_owned(),
            1 => bytes,
            messages => format!("{messages} messages, {bytes}"),
        };
        self.notes.push((name.to_owned(), text));
    }

    /// Hides sensitive strings in all data that was not decoded with the schema.
    fn mask(&mut self) {
        let secrets = std::mem::take(&mut self.secrets);
        for text in self.texts() {
            inspect::mask_text(text, &secrets);
        }
        self.secrets = secrets;
    }

    fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let problems = self.problems.iter_mut();
        let problems = problems.flat_map(|one| [&mut one.summary, &mut one.detail, &mut one.path]);
        let notes = self.notes.iter_mut().map(|(_, text)| text);
        problems.chain(notes)
    }

    /// Hides the sensitive strings of the call in a message.
    pub(crate) fn masked(&self, text: &str) -> String {
        let mut text = text.to_owned();
        inspect::mask_text(&mut text, &self.secrets);
        text
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.problems.iter().any(|one| one.is_error)
    }

    /// Returns the value with the given name.
    pub(crate) fn part(&self, label: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.label == label)
    }
}

/// Reads messages in one direction.
struct Reader<'a> {
    decoded: &'a mut Decoded,
    schemas: &'a mut Schemas,
    entry: &'static Entry,
    is_response: bool,
    /// The number of arguments that have been read.
    arguments: usize,
}

impl Reader<'_> {
    fn message(&mut self, message: &[u8], names: Names, prefix: &str) {
        let Some(mut fields) = wire::fields(message) else {
            let size = format!("malformed, {}", count(message.len(), "byte"));
            return self.note(&format!("{prefix}message"), size);
        };
        let entry = self.entry;
        let known = |number: u32| entry.field(names, number);
        // The subject determines the schemas of the other fields, so the subject is read first.
        fields.sort_by_key(|(number, _)| {
            known(*number).is_none_or(|(_, kind)| kind != Kind::Subject)
        });
        for (number, field) in fields {
            match known(number) {
                Some((label, kind)) => self.field(&format!("{prefix}{label}"), kind, &field),
                None => self.note(
                    &format!("{prefix}field {number}"),
                    "unknown, forwarded as it is".to_owned(),
                ),
            }
        }
    }

    fn field(&mut self, label: &str, kind: Kind, field: &Field<'_>) {
        let subject = self.decoded.subject.clone();
        let bytes = match field {
            Field::Bytes(bytes) => *bytes,
            Field::Number(number) => return self.number(label, kind, *number),
            Field::Other => return,
        };
        let text = || String::from_utf8_lossy(bytes).into_owned();
        match kind {
            Kind::Subject => self.decoded.subject = text(),
            Kind::Text | Kind::Progress => {
                let text = if kind == Kind::Progress {
                    string(bytes, 1)
                } else {
                    text()
                };
                self.note(label, text);
            }
            Kind::Private if self.is_response => {
                self.note(label, count(bytes.len(), "byte"));
                self.decoded
                    .private
                    .push((label.to_owned(), bytes.to_vec()));
            }
            Kind::Private | Kind::Other => self.note(label, count(bytes.len(), "byte")),
            Kind::Value | Kind::Object | Kind::Meta => {
                let of = match kind {
                    Kind::Object => Of::Resource,
                    Kind::Meta => Of::Meta,
                    _ => self.entry.of,
                };
                let schema = self.schemas.block(of, &subject);
                self.value(label, bytes, schema);
            }
            Kind::Identity => self.identity(label, bytes, &subject),
            Kind::Argument | Kind::Result => self.of_function(label, kind, bytes, &subject),
            Kind::Diagnostics => self.diagnostic(bytes),
            Kind::Completed => {
                for (_, field) in wire::fields(bytes).into_iter().flatten() {
                    self.field(label, Kind::Diagnostics, &field);
                }
            }
            Kind::FunctionError => {
                let error = FunctionError::decode(bytes).unwrap_or_default();
                let argument = error.function_argument.map(|at| format!("argument {at}"));
                self.decoded.problems.push(Problem {
                    is_error: true,
                    summary: error.text,
                    detail: String::new(),
                    path: argument.unwrap_or_default(),
                });
            }
            Kind::Paths => {
                let path = AttributePath::decode(bytes).ok();
                let path = path
                    .and_then(|path| Path::try_from(&path).ok())
                    .unwrap_or_default();
                self.note(label, path.to_string());
                self.decoded.replace.push(path);
            }
            Kind::Deferred => {
                let reason = match Deferred::decode(bytes).unwrap_or_default().reason {
                    0 => "without a reason".to_owned(),
                    number => Reason::try_from(number)
                        .map_or_else(|_| number.to_string(), |it| it.as_str_name().to_owned()),
                };
                self.note(label, reason);
            }
            Kind::Client => self.decoded.client = ClientCapabilities::decode(bytes).ok(),
            Kind::Imported => self.imported(label, bytes),
            Kind::Flag | Kind::Silent => {}
        }
    }

    fn number(&mut self, label: &str, kind: Kind, number: u64) {
        match kind {
            Kind::Other => self.note(label, number.to_string()),
            Kind::Flag => {
                self.decoded.is_legacy |= label == "legacy_type_system" && number != 0;
                self.note(label, (number != 0).to_string());
            }
            _ => {}
        }
    }

    fn note(&mut self, label: &str, text: String) {
        self.decoded.notes.push((label.to_owned(), text));
    }

    /// Adds a value with its type and schema, if the type and the schema are known.
    fn value(&mut self, label: &str, message: &[u8], schema: Option<(Type, Option<Arc<Block>>)>) {
        let Some((ty, block)) = schema else {
            return self.note(
                label,
                format!("{}, without a schema", count(message.len(), "byte")),
            );
        };
        let read = Message::decode(message).map_err(|error| error.to_string());
        let read = read.and_then(|value: DynamicValue| {
            let value = if self.is_response {
                response::decode(&value, &ty)
            } else {
                value.decode_value(&ty)
            };
            // The message of an error may contain a value.
            let hides = block.as_deref().is_some_and(inspect::has_secrets);
            value.map_err(|error| {
                if hides {
                    "the schema has sensitive attributes, so the reason is not shown".to_owned()
                } else {
                    error.to_string()
                }
            })
        });
        match read {
            Ok(value) => {
                if let Some(block) = &block {
                    inspect::collect_secrets(&value, block, &mut self.decoded.secrets);
                }
                let label = label.to_owned();
                self.decoded.parts.push(Part {
                    label,
                    is_response: self.is_response,
                    value,
                    ty,
                    block,
                });
            }
            Err(problem) => {
                let problem = format!("{label} does not have the type of the schema: {problem}");
                if self.is_response {
                    self.decoded.unreadable.push(problem);
                } else {
                    self.note(label, problem);
                }
            }
        }
    }

    fn identity(&mut self, label: &str, message: &[u8], subject: &str) {
        let ty = self.schemas.identity(subject);
        for (_, field) in wire::fields(message).into_iter().flatten() {
            if let Field::Bytes(value) = field {
                self.value(label, value, ty.clone().map(|ty| (ty, None)));
            }
        }
    }

    fn of_function(&mut self, label: &str, kind: Kind, message: &[u8], subject: &str) {
        let ty = self
            .schemas
            .function(subject)
            .and_then(|(parameters, variadic, result)| {
                if kind == Kind::Result {
                    return Some(result);
                }
                let mut parameters = parameters.into_iter();
                parameters.nth(self.arguments).or(variadic)
            });
        let label = match kind {
            Kind::Result => label.to_owned(),
            _ => format!("argument {}", self.arguments),
        };
        self.arguments += 1;
        self.value(&label, message, ty.map(|ty| (ty, None)));
    }

    fn diagnostic(&mut self, message: &[u8]) {
        let Ok(diagnostic) = Diagnostic::decode(message) else {
            return self.note(
                "diagnostic",
                format!("malformed, {}", count(message.len(), "byte")),
            );
        };
        let path = diagnostic
            .attribute
            .as_ref()
            .and_then(|path| Path::try_from(path).ok());
        self.decoded.problems.push(Problem {
            is_error: diagnostic.severity() == Severity::Error,
            summary: diagnostic.summary,
            detail: diagnostic.detail,
            path: path.unwrap_or_default().to_string(),
        });
    }

    /// Reads an imported object, which can have a different type.
    fn imported(&mut self, label: &str, message: &[u8]) {
        let name = string(message, 1);
        for (number, field) in wire::fields(message).into_iter().flatten() {
            let Field::Bytes(bytes) = field else { continue };
            match number {
                2 => {
                    let schema = self.schemas.block(Of::Resource, &name);
                    self.value(&format!("{label} {name}"), bytes, schema);
                }
                4 => self.identity(&format!("{label} {name}, identity"), bytes, &name),
                _ => {}
            }
        }
    }
}

/// Returns the string in a field.
fn string(message: &[u8], wanted: u32) -> String {
    let fields = wire::fields(message).unwrap_or_default();
    let found = fields.into_iter().find_map(|(number, field)| match field {
        Field::Bytes(bytes) if number == wanted => Some(bytes),
        _ => None,
    });
    String::from_utf8_lossy(found.unwrap_or_default()).into_owned()
}
