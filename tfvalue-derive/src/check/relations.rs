//! Rules about attributes that refer to other attributes of the struct, such as `conflicts_with`.

use syn::LitStr;

use crate::ast::Field;
use crate::attr::Names;
use crate::ctxt::Ctxt;
use crate::meta::Slot;

/// Checks that the relations of a field do not contradict one another, or the relations of the fields to which they refer.
pub(super) fn agree(cx: &Ctxt, fields: &[Field<'_>], field: &Field<'_>) {
    let validation = &field.attrs.validation;
    let excluding = [&validation.conflicts_with, &validation.exactly_one_of];
    for first in excluding {
        let why = "so this one can never be set: remove one of the names";
        both_name(cx, first, &validation.required_with, why);
    }
    for second in [&validation.conflicts_with, &validation.at_least_one_of] {
        let why = "but `exactly_one_of` is enough: remove the other name";
        both_name(cx, &validation.exactly_one_of, second, why);
    }
    let why = "so there is never a reason to warn: remove one of the names";
    both_name(
        cx,
        &validation.prefer_write_only,
        &validation.required_with,
        why,
    );
    // The constraints on other fields prevent both fields from being set.
    for (text, name) in named(&validation.required_with) {
        let is_reported = excluding.iter().any(|slot| names(slot, name));
        if !is_reported && fields.iter().any(|other| other.excludes(&field.name, name)) {
            cx.error(
                text,
                format_args!("`required_with` names `{name}`, which cannot be set together with `{}`, so this one can never be set: remove one of the names", field.name),
            );
        }
    }
}

impl Field<'_> {
    /// Returns `true` if the constraints on this field prevent two fields from both being set.
    fn excludes(&self, one: &str, other: &str) -> bool {
        let validation = &self.attrs.validation;
        let is_member = |name| self.name == name || names(&validation.exactly_one_of, name);
        let is_named = |name| names(&validation.conflicts_with, name);
        (is_member(one) && is_member(other))
            || (self.name == one && is_named(other))
            || (self.name == other && is_named(one))
    }
}

fn names(slot: &Slot<Names>, name: &str) -> bool {
    named(slot).any(|(_, other)| other == name)
}

fn named(slot: &Slot<Names>) -> impl Iterator<Item = (&LitStr, &String)> {
    let names = slot.get().into_iter();
    names.flat_map(|names| names.names.iter().map(|name| (&names.text, name)))
}

/// Reports names that appear in both attributes.
fn both_name(cx: &Ctxt, first: &Slot<Names>, second: &Slot<Names>, why: &str) {
    for (text, name) in named(second).filter(|(_, name)| names(first, name)) {
        if let (Some(first), Some(second)) = (first.name(), second.name()) {
            cx.error(
                text,
                format_args!("`{first}` and `{second}` both name `{name}`, {why}"),
            );
        }
    }
}
