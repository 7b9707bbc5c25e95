//! Prints a value in Terraform's notation, with comments for information that the notation cannot express.

use tfvalue::{Type, Value, paths::Step};

use super::shape::Shape;

/// Prints a value as a tree. `typed` is `true` if the type was specified rather than inferred.
pub(super) fn print(value: &Value, ty: &Type, typed: bool, shape: Shape<'_>) -> String {
    let mut out = String::new();
    let place = Place { ty, typed, shape };
    line(&mut out, "", "", value, place, "");
    out
}

/// Information about the place of a value.
#[derive(Clone, Copy)]
struct Place<'a> {
    ty: &'a Type,
    typed: bool,
    shape: Shape<'a>,
}

/// A part of a value, with its label.
struct Part<'a> {
    step: Step,
    label: String,
    value: &'a Value,
}

fn line(out: &mut String, indent: &str, label: &str, value: &Value, place: Place<'_>, end: &str) {
    let comment = comment(value, place);
    if let Some(text) = leaf(value, place) {
        out.push_str(&format!("{indent}{label}{text}{end}{comment}\n"));
        return;
    }
    let own = value.ty();
    let inside = match place.ty {
        Type::Dynamic => Place {
            ty: &own,
            typed: true,
            ..place
        },
        _ => place,
    };
    let (open, close, end_of_part) = match inside.ty {
        Type::Set(_) => ("toset([", "])", ","),
        Type::List(_) | Type::Tuple(_) => ("[", "]", ","),
        _ => ("{", "}", ""),
    };
    out.push_str(&format!("{indent}{label}{open}{comment}\n"));
    let deeper = format!("{indent}  ");
    let parts = parts(value);
    let width = parts.iter().map(|part| part.label.chars().count()).max();
    for (at, part) in parts.iter().enumerate() {
        let label = match &part.step {
            Step::Index(_) => String::new(),
            step if inside.shape.hides_name(step) => "(unsupported attribute) = ".to_owned(),
            _ => format!("{:1$} = ", part.label, width.unwrap_or(0)),
        };
        let inside = Place {
            ty: part_type(inside.ty, &part.step, at),
            shape: inside.shape.step(&part.step),
            ..inside
        };
        line(out, &deeper, &label, part.value, inside, end_of_part);
    }
    out.push_str(&format!("{indent}{close}{end}\n"));
}

/// Returns the notation of a value that fits on one line.
fn leaf(value: &Value, place: Place<'_>) -> Option<String> {
    let hidden = place.shape.hides(value);
    Some(match hidden {
        true if value.is_unknown() => "(known after apply)".to_owned(),
        true if !value.is_null() => "(sensitive value)".to_owned(),
        _ if !parts(value).is_empty() => return None,
        _ => value.to_string(),
    })
}

fn comment(value: &Value, place: Place<'_>) -> String {
    let mut words = Vec::new();
    let own = value.ty();
    let silent = value.is_null() || value.is_unknown() || place.shape.hides(value);
    match place.ty {
        // The names in the object type are part of the value.
        Type::Dynamic if place.shape.hides_something() => words.push("dynamic".to_owned()),
        Type::Dynamic if own != Type::Dynamic => words.push(format!("dynamic, here {own}")),
        ty if place.typed && (silent || is_empty(value)) => words.push(ty.to_string()),
        _ => {}
    }
    if place.shape.sensitive {
        words.push("sensitive".to_owned());
    }
    if place.shape.write_only {
        words.push("write-only".to_owned());
    }
    if words.is_empty() {
        String::new()
    } else {
        format!(" # {}", words.join(", "))
    }
}

/// Returns `true` if the value is an empty container.
fn is_empty(value: &Value) -> bool {
    let scalar = matches!(value.ty(), Type::String | Type::Number | Type::Bool);
    !scalar && parts(value).is_empty()
}

fn parts(value: &Value) -> Vec<Part<'_>> {
    let elements = value.elements().into_iter().flatten().enumerate();
    let elements = elements.map(|(at, value)| Part {
        step: Step::Index(at as u64),
        label: String::new(),
        value,
    });
    let members = value.members().into_iter().flatten();
    let members = members.map(|(name, value)| Part {
        step: Step::Attribute(name.to_owned().into()),
        label: if is_identifier(name) {
            name.to_owned()
        } else {
            Value::string(name).to_string()
        },
        value,
    });
    let entries = value.entries().into_iter().flatten();
    let entries = entries.map(|(key, value)| Part {
        step: Step::Key(key.into()),
        label: Value::string(key).to_string(),
        value,
    });
    elements.chain(members).chain(entries).collect()
}

/// Returns the type constraint of a part, or dynamic if the constraint of the whole value does not specify a type for
/// the part.
fn part_type<'a>(ty: &'a Type, step: &Step, at: usize) -> &'a Type {
    match (ty, step) {
        (Type::List(element) | Type::Set(element) | Type::Map(element), _) => element,
        (Type::Tuple(types), _) => types.get(at).unwrap_or(&Type::Dynamic),
        (Type::Object(object), Step::Attribute(name)) => {
            object.get(name).map_or(&Type::Dynamic, |member| &member.ty)
        }
        _ => &Type::Dynamic,
    }
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}
