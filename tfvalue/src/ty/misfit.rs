//! Finds the first difference between a type and a constraint, and reports it as a short error.

use std::borrow::Cow;

use super::Type;
use crate::error::{Error, elements};
use crate::path::Step;

/// The maximum length at which the JSON of a type is shown in full.
const SHOWN: usize = 200;

impl Type {
    /// Returns the first difference that prevents values of this type from satisfying a constraint. Dynamic parts of this
    /// type satisfy any constraint.
    ///
    /// The error reports a single place, because the description of two whole types can be a megabyte long.
    #[cold]
    pub(crate) fn misfit(&self, constraint: &Type) -> Option<Error> {
        match (self, constraint) {
            _ if self.is_at_once(constraint) => None,
            (_, Type::Dynamic) | (Type::Dynamic, _) => None,
            (Type::List(own), Type::List(element))
            | (Type::Set(own), Type::Set(element))
            | (Type::Map(own), Type::Map(element)) => own.misfit(element),
            (Type::Tuple(own), Type::Tuple(types)) if own.len() != types.len() => {
                let expected = format!("a tuple of {}", elements(types.len()));
                Some(Error::mismatch(expected, elements(own.len())))
            }
            (Type::Tuple(own), Type::Tuple(types)) => own
                .iter()
                .zip(types)
                .zip(0..)
                .find_map(|((own, ty), at)| Some(own.misfit(ty)?.at_step(Step::Index(at)))),
            (Type::Object(own), Type::Object(object)) => {
                let fault = object.iter().find_map(|attribute| {
                    let name = &attribute.name;
                    match own.get(name) {
                        None => Some(Error::missing(name.clone())),
                        Some(own) => {
                            let fault = own.ty.misfit(&attribute.ty)?;
                            Some(fault.at_step(Step::Attribute(name.clone())))
                        }
                    }
                });
                fault.or_else(|| {
                    let mut names = own.iter().map(|attribute| &attribute.name);
                    let surplus = names.find(|name| object.get(name).is_none())?;
                    Some(Error::surplus(surplus))
                })
            }
            _ => Some(Error::mismatch(
                constraint.with_article(),
                self.with_article(),
            )),
        }
    }

    /// Returns the type in Terraform's wording, as in "a list of string".
    pub(crate) fn with_article(&self) -> String {
        match self {
            Type::Object(_) => format!("an {self}"),
            _ => format!("a {self}"),
        }
    }

    /// Returns the JSON form of the type, shortened if it is long.
    pub(crate) fn brief(&self) -> String {
        brief(&self.to_json()).into_owned()
    }
}

/// Shortens the JSON form of a type if it is long.
pub(crate) fn brief(json: &str) -> Cow<'_, str> {
    match json.char_indices().nth(SHOWN) {
        None => json.into(),
        Some((end, _)) => format!("{}…", &json[..end]).into(),
    }
}
