//! Compares a decoded value with the tree in a vector.

use serde_json::{Map, Value as Json};
use tfvalue::{Number, Path, Type, Value, types::Bound};

use super::report::Failure;
use super::type_of;

/// How strictly the types of nulls, unknown values and empty collections are compared.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Types {
    /// The types are equal, except for `optional`.
    Exact,
    /// The type may also be the type in the constraint instead of the concrete type.
    OfConstraint,
}

/// Checks that a value matches the description in the tree.
pub(crate) fn compare(value: &Value, tree: &Json, types: Types) -> Result<(), Failure> {
    Comparison { types }.value(value, tree, &Path::root())
}

struct Comparison {
    types: Types,
}

impl Comparison {
    fn value(&self, value: &Value, tree: &Json, path: &Path) -> Result<(), Failure> {
        let same = |same: bool| {
            if same {
                Ok(())
            } else {
                Err(Failure::new(tree, format!("{value:?}")).of(format!("at {path}")))
            }
        };
        let field = &tree["v"];
        match tree["k"].as_str().unwrap_or_default() {
            "string" => same(value.as_str() == field.as_str() && field.is_string()),
            "bool" => same(value.as_bool() == field.as_bool() && field.is_boolean()),
            "number" => same(is_number(value, tree)),
            "null" => {
                same(value.is_null())?;
                same(self.type_is(&value.ty(), &tree["t"])?)
            }
            "unknown" => {
                same(self.type_is(&value.ty(), &tree["t"])?)?;
                same(is_unknown_of(value, tree))
            }
            "list" => {
                same(self.collection(value, tree, Type::list)?)?;
                self.in_order(value, array(tree), path)
            }
            "set" => {
                same(self.collection(value, tree, Type::set)?)?;
                self.in_any_order(value, array(tree), path)
            }
            "tuple" => {
                same(matches!(value.ty(), Type::Tuple(_)) && !value.is_null())?;
                self.in_order(value, array(tree), path)
            }
            "map" => {
                same(self.collection(value, tree, Type::map)?)?;
                let entries = value.entries().map(Iterator::collect::<Vec<_>>);
                self.named(entries.unwrap_or_default(), tree, path)
            }
            "object" => {
                let members = value.members().map(Iterator::collect::<Vec<_>>);
                same(members.is_some())?;
                self.named(members.unwrap_or_default(), tree, path)
            }
            kind => Err(Failure::new("a kind of value", kind)),
        }
    }

    fn collection(
        &self,
        value: &Value,
        tree: &Json,
        make: fn(Type) -> Type,
    ) -> Result<bool, Failure> {
        let expected = make(type_of(&tree["et"])?);
        Ok(!value.is_null() && !value.is_unknown() && self.fits(&value.ty(), &expected))
    }

    fn type_is(&self, ty: &Type, expected: &Json) -> Result<bool, Failure> {
        Ok(self.fits(ty, &type_of(expected)?))
    }

    fn fits(&self, ty: &Type, expected: &Type) -> bool {
        ty.without_optional() == expected.without_optional()
            || (self.types == Types::OfConstraint && expected.conforms_to(ty))
    }

    fn in_order(&self, value: &Value, trees: &[Json], path: &Path) -> Result<(), Failure> {
        let elements = value.elements().unwrap_or_default();
        if elements.len() != trees.len() {
            let got = format!("{} elements", elements.len());
            return Err(Failure::new(trees.len(), got).of(format!("at {path}")));
        }
        for (index, (element, tree)) in (0..).zip(elements.zip(trees)) {
            self.value(element, tree, &path.clone().index(index))?;
        }
        Ok(())
    }

    fn in_any_order(&self, value: &Value, trees: &[Json], path: &Path) -> Result<(), Failure> {
        let Err(failure) = self.in_order(value, trees, path) else {
            return Ok(());
        };
        let mut left: Vec<&Value> = value.elements().unwrap_or_default().collect();
        for tree in trees {
            let found = left
                .iter()
                .position(|element| self.value(element, tree, path).is_ok());
            match found {
                Some(at) => drop(left.remove(at)),
                None => return Err(failure),
            }
        }
        if left.is_empty() {
            Ok(())
        } else {
            Err(failure)
        }
    }

    fn named(&self, parts: Vec<(&str, &Value)>, tree: &Json, path: &Path) -> Result<(), Failure> {
        let none = Map::new();
        let trees = tree["v"].as_object().unwrap_or(&none);
        if !parts
            .iter()
            .map(|(name, _)| *name)
            .eq(trees.keys().map(String::as_str))
        {
            let names: Vec<_> = parts.iter().map(|(name, _)| *name).collect();
            let expected: Vec<_> = trees.keys().collect();
            let failure = Failure::new(format!("{expected:?}"), format!("{names:?}"));
            return Err(failure.of(format!("at {path}")));
        }
        for ((name, value), tree) in parts.into_iter().zip(trees.values()) {
            self.value(value, tree, &path.clone().key(name))?;
        }
        Ok(())
    }
}

/// Compares a number by its string form. A subnormal double is compared by its value, because go-cty does not find the
/// shortest string.
fn is_number(value: &Value, tree: &Json) -> bool {
    let (Some(got), Some(expected)) = (value.as_number(), number(tree)) else {
        return false;
    };
    let double = expected.to_f64();
    let subnormal = tree["prec"] == 53 && double.is_subnormal();
    *got == expected || (subnormal && got.to_f64() == double)
}

/// Reads a number from a tree or a bound.
fn number(tree: &Json) -> Option<Number> {
    tree["v"].as_str()?.parse().ok()
}

fn array(tree: &Json) -> &[Json] {
    tree["v"].as_array().map_or(&[], Vec::as_slice)
}

fn is_unknown_of(value: &Value, tree: &Json) -> bool {
    let Some(known) = value.refinements() else {
        return false;
    };
    let bound = |key: &str| -> Option<Bound> {
        let value = number(&tree[key])?;
        Some(if tree[key]["inc"].as_bool()? {
            Bound::inclusive(value)
        } else {
            Bound::exclusive(value)
        })
    };
    let lengths = (
        tree["lenmin"].as_u64().unwrap_or(0),
        // If there is no upper bound, go-cty writes the greatest possible length.
        tree["lenmax"]
            .as_u64()
            .filter(|&max| max != i64::MAX as u64),
    );
    known.is_not_null() == tree["notnull"].as_bool().unwrap_or(false)
        && known.known_prefix() == tree["prefix"].as_str()
        && known.lower() == bound("min").as_ref()
        && known.upper() == bound("max").as_ref()
        && known.lengths() == lengths
}
