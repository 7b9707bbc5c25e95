//! Prints values, types and paths in Go syntax, as Terraform prints them in messages about providers.

use std::fmt::{self, Write};

use super::order;
use super::quoted::quote;
use crate::number::{Number, Wire};
use crate::path::{Path, Step};
use crate::refinements::Refinements;
use crate::ty::Type;
use crate::value::{Repr, Value};

/// Displays something in Go syntax.
pub(super) struct Go<'a, T>(pub(super) &'a T);

impl fmt::Display for Go<'_, Value> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.0;
        if value.is_null() {
            return write!(f, "cty.NullVal({})", Go(&value.ty()));
        }
        if let Some(refinements) = value.refinements() {
            return match value.ty() {
                Type::Dynamic => f.write_str("cty.DynamicVal"),
                ty => {
                    write!(f, "cty.UnknownVal({})", Go(&ty))?;
                    write_refinements(f, &refinements)
                }
            };
        }
        if let Some(value) = value.as_bool() {
            return f.write_str(if value { "cty.True" } else { "cty.False" });
        }
        if let Some(number) = value.as_number() {
            return write_number(f, number);
        }
        if let Some(text) = value.as_str() {
            f.write_str("cty.StringVal(")?;
            quote(f, text)?;
            return f.write_char(')');
        }
        write_container(f, value)
    }
}

fn write_container(f: &mut fmt::Formatter<'_>, value: &Value) -> fmt::Result {
    let is_empty = value.parts().is_empty();
    let name = match value.ty() {
        Type::List(element) if is_empty => return write!(f, "cty.ListValEmpty({})", Go(&*element)),
        Type::Set(element) if is_empty => return write!(f, "cty.SetValEmpty({})", Go(&*element)),
        Type::Map(element) if is_empty => return write!(f, "cty.MapValEmpty({})", Go(&*element)),
        Type::Tuple(_) if is_empty => return f.write_str("cty.EmptyTupleVal"),
        Type::Object(_) if is_empty => return f.write_str("cty.EmptyObjectVal"),
        Type::List(_) => "List",
        Type::Set(_) => "Set",
        Type::Map(_) => "Map",
        Type::Tuple(_) => "Tuple",
        _ => "Object",
    };
    write!(f, "cty.{name}Val(")?;
    if let Repr::Set(_) = value.0 {
        f.write_str("[]cty.Value{")?;
        let elements = order::sorted(value.parts());
        separated(f, elements.into_iter(), |f, element| {
            write!(f, "{}", Go(element))
        })?;
    } else if let Some(elements) = value.elements() {
        f.write_str("[]cty.Value{")?;
        separated(f, elements, |f, element| write!(f, "{}", Go(element)))?;
    } else {
        f.write_str("map[string]cty.Value{")?;
        let entries = value.entries().into_iter().flatten();
        let members = value.members().into_iter().flatten();
        separated(f, entries.chain(members), |f, (name, value)| {
            quote(f, name)?;
            write!(f, ":{}", Go(value))
        })?;
    }
    f.write_str("})")
}

fn write_refinements(f: &mut fmt::Formatter<'_>, refinements: &Refinements) -> fmt::Result {
    let (min, max) = refinements.lengths();
    let bounds = [
        ("Lower", refinements.lower()),
        ("Upper", refinements.upper()),
    ];
    let has_range = refinements.known_prefix().is_some()
        || bounds.iter().any(|(_, bound)| bound.is_some())
        || (min, max) != (0, None);
    if !has_range {
        let not_null = if refinements.is_not_null() {
            ".RefineNotNull()"
        } else {
            ""
        };
        return f.write_str(not_null);
    }
    f.write_str(".Refine()")?;
    if refinements.is_not_null() {
        f.write_str(".NotNull()")?;
    }
    if let Some(prefix) = refinements.known_prefix() {
        f.write_str(".StringPrefixFull(")?;
        quote(f, prefix)?;
        f.write_char(')')?;
    }
    for (name, bound) in bounds {
        if let Some(bound) = bound {
            write!(f, ".Number{name}Bound(")?;
            write_number(f, &bound.value)?;
            write!(f, ", {})", bound.inclusive)?;
        }
    }
    if min > 0 {
        write!(f, ".CollectionLengthLowerBound({min})")?;
    }
    if let Some(max) = max {
        write!(f, ".CollectionLengthUpperBound({max})")?;
    }
    f.write_str(".NewValue()")
}

fn write_number(f: &mut fmt::Formatter<'_>, number: &Number) -> fmt::Result {
    if !number.is_finite() {
        let sign = if *number < Number::from(0) { '-' } else { '+' };
        return write!(f, "cty.NumberFloatVal({sign}Inf)");
    }
    let text = number.to_string();
    if number.is_integer() {
        return write!(f, "cty.NumberIntVal({})", general(&text));
    }
    if let Wire::Float(double) = number.wire() {
        // Go prints the shortest representation of the double, even if more digits were written.
        let shortest = Number::try_from(double).map_or(text, |number| number.to_string());
        return write!(f, "cty.NumberFloatVal({})", general(&shortest));
    }
    write!(f, "cty.MustParseNumberVal(\"{text}\")")
}

/// Writes a decimal string like Go's `%g` with the fewest digits. The result has an exponent if the exponent is less
/// than -4, or at least 6.
fn general(text: &str) -> String {
    let (sign, text) = text
        .strip_prefix('-')
        .map_or(("", text), |text| ("-", text));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    let leading = digits.len() - significant.len();
    let exponent = whole.len() as i64 - leading as i64 - 1;
    let significant = significant.trim_end_matches('0');
    if significant.is_empty() || (-4..6).contains(&exponent) {
        return format!("{sign}{text}");
    }
    let (first, rest) = significant.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    let sign_of_exponent = if exponent < 0 { '-' } else { '+' };
    format!(
        "{sign}{first}{point}{rest}e{sign_of_exponent}{:02}",
        exponent.abs()
    )
}

impl fmt::Display for Go<'_, Type> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Type::String => f.write_str("cty.String"),
            Type::Number => f.write_str("cty.Number"),
            Type::Bool => f.write_str("cty.Bool"),
            Type::Dynamic => f.write_str("cty.DynamicPseudoType"),
            Type::List(element) => write!(f, "cty.List({})", Go(&**element)),
            Type::Set(element) => write!(f, "cty.Set({})", Go(&**element)),
            Type::Map(element) => write!(f, "cty.Map({})", Go(&**element)),
            Type::Tuple(types) if types.is_empty() => f.write_str("cty.EmptyTuple"),
            Type::Tuple(types) => {
                f.write_str("cty.Tuple([]cty.Type{")?;
                separated(f, types.iter(), |f, ty| write!(f, "{}", Go(ty)))?;
                f.write_str("})")
            }
            Type::Object(object) if object.is_empty() => f.write_str("cty.EmptyObject"),
            Type::Object(object) => {
                f.write_str("cty.Object(map[string]cty.Type{")?;
                separated(f, object.iter(), |f, attribute| {
                    quote(f, &attribute.name)?;
                    write!(f, ":{}", Go(&attribute.ty))
                })?;
                f.write_str("})")
            }
        }
    }
}

impl fmt::Display for Go<'_, Path> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cty.Path{")?;
        separated(f, self.0.steps().iter(), |f, step| match step {
            Step::Attribute(name) => {
                f.write_str("cty.GetAttrStep{Name:")?;
                quote(f, name)?;
                f.write_char('}')
            }
            Step::Key(key) => {
                f.write_str("cty.IndexStep{Key:cty.StringVal(")?;
                quote(f, key)?;
                f.write_str(")}")
            }
            Step::Index(index) => {
                write!(
                    f,
                    "cty.IndexStep{{Key:cty.NumberIntVal({})}}",
                    general(&index.to_string())
                )
            }
        })?;
        f.write_char('}')
    }
}

fn separated<T>(
    f: &mut fmt::Formatter<'_>,
    parts: impl Iterator<Item = T>,
    write: impl Fn(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    for (at, part) in parts.enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        write(f, part)?;
    }
    Ok(())
}
