//! Guesses that are based on the spelling of a type.
//!
//! A guess can be wrong, because a type can have an alias, or can have the same name as another type. Therefore, a
//! guess may only select code that then checks the type itself, or an error that is clearer than the compiler's.

use syn::{GenericArgument, Generics, Ident, Path, PathArguments, Type, parse_quote};

use crate::bound;

/// Types that contain a single other type. Strings in these types can be borrowed, and maps in these types can be built
/// in one step.
const WRAPPERS: [&str; 5] = ["Attr", "Box", "Option", "Unknown", "Vec"];

/// Further types that contain values of their type parameters.
const COLLECTIONS: [&str; 5] = ["BTreeMap", "BTreeSet", "HashMap", "HashSet", "Set"];

/// Returns `true` if a type appears to contain `Cow`s whose strings can be borrowed.
pub(crate) fn has_cow(ty: &Type) -> bool {
    text(ty) == Text::Cow
}

/// The kind of string that a type contains.
#[derive(PartialEq)]
enum Text {
    /// `Cow`s. The reader for `Cow`s also supports the other strings in the type.
    Cow,
    /// The type is a `String`.
    Owned,
    /// No strings, or strings that cannot be borrowed.
    Other,
}

fn text(ty: &Type) -> Text {
    if let Some(inner) = wrapped(ty) {
        return match text(inner) {
            Text::Cow => Text::Cow,
            Text::Owned | Text::Other => Text::Other,
        };
    }
    let Some((name, arguments)) = named(ty) else {
        return Text::Other;
    };
    match (name.to_string().as_str(), arguments.as_slice()) {
        ("String", []) => Text::Owned,
        (
            "Cow",
            [
                GenericArgument::Lifetime(lifetime),
                GenericArgument::Type(Type::Path(ty)),
            ],
        ) if lifetime.ident != "static" && ty.path.is_ident("str") => Text::Cow,
        ("BTreeMap", [GenericArgument::Type(key), GenericArgument::Type(value)]) => {
            match (text(key), text(value)) {
                (Text::Other, _) | (_, Text::Other) | (Text::Owned, Text::Owned) => Text::Other,
                _ => Text::Cow,
            }
        }
        _ => Text::Other,
    }
}

/// Returns `true` if a type appears to be a `BTreeMap`, or a `BTreeMap` inside wrappers.
pub(crate) fn has_map(ty: &Type) -> bool {
    match wrapped(ty) {
        Some(inner) => has_map(inner),
        None => named(ty).is_some_and(|(name, arguments)| {
            name == "BTreeMap" && matches!(arguments.as_slice(), [_, _])
        }),
    }
}

/// Returns a type that [has a map](has_map), with `String` instead of each key and element that contains a parameter:
/// the key and the element do not affect whether the map can be built in one step.
pub(crate) fn map_of_strings(generics: &Generics, ty: &Type) -> Option<Type> {
    let mut ty = ty.clone();
    let mut inner = &mut ty;
    loop {
        inner = ungrouped_mut(inner);
        let is_map = wrapped(inner).is_none();
        let Type::Path(path) = inner else {
            return None;
        };
        let PathArguments::AngleBracketed(arguments) =
            &mut path.path.segments.last_mut()?.arguments
        else {
            return None;
        };
        let mut types = arguments
            .args
            .iter_mut()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
        if is_map {
            for ty in types.filter(|ty| bound::names_parameter(generics, ty)) {
                *ty = parse_quote!(__tf::String);
            }
            break;
        }
        inner = types.next()?;
    }
    Some(ty).filter(|ty| !bound::names_parameter(generics, ty))
}

/// Returns `true` if a type appears to be the given struct, or a collection or wrapper that contains the struct.
pub(crate) fn contains(ty: &Type, ident: &Ident) -> bool {
    let Some((name, arguments)) = unqualified(ty) else {
        return false;
    };
    let has_parts = || {
        WRAPPERS
            .iter()
            .chain(&COLLECTIONS)
            .any(|known| name == known)
    };
    name == ident
        || has_parts()
            && arguments.iter().any(|argument| match argument {
                GenericArgument::Type(ty) => contains(ty, ident),
                _ => false,
            })
}

/// Names of types that do not use the derive macro.
const NO_STRUCTS: [&str; 24] = [
    "bool",
    "char",
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "str",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "Cow",
    "Dynamic",
    "EmptyTuple",
    "GoDuration",
    "Json",
    "Number",
    "String",
];

/// Returns `true` if a type appears to be a struct or enum of the user, or a collection or wrapper that contains such a
/// type.
pub(crate) fn may_be_struct(ty: &Type) -> bool {
    let Some((name, arguments)) = named(ty) else {
        return false;
    };
    let is_in = |names: &[&str]| names.iter().any(|known| name == known);
    if !is_in(&WRAPPERS) && !is_in(&COLLECTIONS) {
        return arguments.is_empty() && !is_in(&NO_STRUCTS);
    }
    let mut types = arguments
        .iter()
        .rev()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
    let is_map = name == "BTreeMap" || name == "HashMap";
    // The last type parameter of a map is the type of the map's elements, unless there is a hasher.
    let element = if is_map {
        types.nth(arguments.len().saturating_sub(2))
    } else {
        types.next()
    };
    element.is_some_and(may_be_struct)
}

/// Returns the type inside one of the [`WRAPPERS`].
fn wrapped(ty: &Type) -> Option<&Type> {
    let (name, arguments) = named(ty)?;
    match arguments.as_slice() {
        [GenericArgument::Type(inner)] if WRAPPERS.iter().any(|known| name == known) => Some(inner),
        _ => None,
    }
}

/// Returns the name of a type without a path, and its arguments.
fn unqualified(ty: &Type) -> Option<(&Ident, Vec<&GenericArgument>)> {
    match path(ty)?.segments.len() {
        1 => named(ty),
        _ => None,
    }
}

/// Returns the name of a type, which is the last segment of its path, and the arguments of the type.
fn named(ty: &Type) -> Option<(&Ident, Vec<&GenericArgument>)> {
    let last = path(ty)?.segments.last()?;
    match &last.arguments {
        PathArguments::None => Some((&last.ident, Vec::new())),
        PathArguments::AngleBracketed(arguments) => {
            Some((&last.ident, arguments.args.iter().collect()))
        }
        PathArguments::Parenthesized(_) => None,
    }
}

fn path(mut ty: &Type) -> Option<&Path> {
    loop {
        match ty {
            Type::Group(group) => ty = &group.elem,
            Type::Paren(paren) => ty = &paren.elem,
            Type::Path(path) if path.qself.is_none() => return Some(&path.path),
            _ => return None,
        }
    }
}

/// Removes the invisible delimiters around a type that is an argument of a `macro_rules!` macro.
fn ungrouped_mut(mut ty: &mut Type) -> &mut Type {
    while let Type::Group(syn::TypeGroup { elem, .. }) | Type::Paren(syn::TypeParen { elem, .. }) =
        ty
    {
        ty = elem;
    }
    ty
}
