//! Finds the faults in the rules of a description. For derived structs, the macro and the compiler check the same rules.

use super::description::Upgrade;
use crate::model::{Field, FieldRules, FieldText, Keep, Move, Names, Replace, Role};
use crate::provider::faults::panic;
use crate::schema::Attribute;
use crate::ty::Type;

/// Returns the faults that the flags of an attribute or nested block cause in its rules. Rules from another schema
/// language may have no effect.
pub(super) fn of_flags(
    rules: &FieldRules,
    attribute: Option<&Attribute>,
    is_root: bool,
    role: Role,
    may_be_without_effect: bool,
) -> Vec<&'static str> {
    let planning = &rules.planning;
    let is_kept = !matches!(planning.keep, Keep::Never);
    let is_replaced = !matches!(planning.replace, Replace::Never);
    let mut faults = Vec::new();
    let is_planned = is_kept
        || is_replaced
        || planning.promises.is_some()
        || planning.same_as.is_some()
        // The attributes of `timeouts` always have `provider_only`.
        || (planning.provider_only && planning.time_limit.is_none())
        || !planning.pair_by.is_empty();
    if !matches!(role, Role::Resource) && is_planned && !may_be_without_effect {
        faults.push("rules about planning are only for resources: Terraform plans nothing else");
        return faults;
    }
    if planning.provider_only && is_replaced {
        faults.push(
            "`provider_only` conflicts with `replace`: a change that concerns only the provider requires no new object",
        );
    }
    let Some(attribute) = attribute else {
        if is_kept {
            faults.push("`keep` is only for attributes");
        }
        return faults;
    };
    if is_kept && planning.default.is_some() && is_root {
        faults.push(
            "`keep` conflicts with `default`, which always decides the value: remove one of them",
        );
    } else if is_kept && !attribute.computed {
        faults.push("`keep` is only for computed attributes: make it computed, or remove `keep`");
    }
    if planning.promises.is_some() && !attribute.computed {
        faults.push(
            "promises are only for computed attributes, whose unknown values the provider plans: remove them",
        );
    }
    if may_be_without_effect {
        return faults;
    }
    if attribute.write_only {
        if is_replaced {
            faults.push(
                "`replace` cannot compare a write-only attribute, which is never stored: put it on an attribute that holds a version of the value",
            );
        }
        if planning.same_as.is_some() || planning.provider_only {
            faults.push(
                "`same_as` and `provider_only` have no effect on a write-only attribute, which is never stored: remove them",
            );
        }
    } else if planning.fingerprint.is_some() {
        faults.push(
            "`fingerprint` is only for write-only attributes, because Terraform sees changes of all others: make it write-only, or remove `fingerprint`",
        );
    }
    if attribute.computed && !attribute.optional {
        if is_replaced {
            faults.push(
                "`replace` has no effect on an attribute that only the provider sets: make it optional, or remove `replace`",
            );
        }
        if planning.provider_only || !planning.pair_by.is_empty() {
            faults.push(
                "`provider_only` and `pair_by` have no effect on an attribute that only the provider sets: make it optional, or remove them",
            );
        }
    }
    faults
}

/// Returns the faults in the rules of a field that depend on the type of the field, and on the other members of the
/// object.
pub(super) fn among(
    field: &Field,
    fields: &[Field],
    is_root: bool,
    role: Role,
    may_be_without_effect: bool,
) -> Vec<String> {
    let planning = field.planning();
    let own_role = if is_root { role } else { Role::Part };
    let mut faults = Vec::new();
    let mut check = |check: &dyn Fn()| faults.extend(panic::message_of(check));
    check(&|| field.check_refine());
    check(&|| field.check_pair_by());
    check(&|| field.check_same_as());
    if is_root {
        check(&|| field.check_time_limits(role, fields));
    }
    if !may_be_without_effect {
        check(&|| field.check_pair_by_has_effect());
        check(&|| field.check_replace(own_role));
        check(&|| field.check_elements());
    }
    if field.is_empty_as_null() {
        check(&|| field.check_empty_as_null(role));
    }
    if planning.time_limit.is_some() {
        check(&|| field.check_time_limit());
    }
    let is_missing = |name: &str| fields.iter().all(|field| field.name() != name);
    let mut named: Vec<(&str, &str)> = Vec::new();
    let exist = |names: &Names| !names.iter().any(is_missing);
    if let Keep::UnlessChanged(names) = &planning.keep {
        named.extend(names.iter().map(|name| ("keep_unless_changed", name)));
        if exist(names) {
            check(&|| field.check_unless_changed(own_role, fields, &names.to_vec()));
        }
    }
    if let Some(revision) = &planning.fingerprint {
        let revision = revision.as_str();
        named.push(("fingerprint", revision));
        if !is_missing(revision) {
            check(&|| Field::check_revision(fields, revision));
        }
    }
    if let Some(own) = field.constraints() {
        for (rule, names) in own.relations() {
            named.extend(names.iter().map(|name| (rule, name)));
            if !may_be_without_effect && !names.is_empty() && exist(names) {
                check(&|| field.check_relation(rule));
                check(&|| Field::check_related(fields, rule, &names.to_vec()));
            }
        }
        let preferred = &own.prefer_write_only;
        named.extend(preferred.iter().map(|name| ("prefer_write_only", name)));
        if !preferred.is_empty() && exist(preferred) {
            check(&|| field.check_prefer_write_only());
            check(&|| Field::check_preferred(fields, &preferred.to_vec()));
        }
        check(&|| {
            let subject = field.subject();
            subject.check_all(&field.wire_type(), may_be_without_effect);
        });
    }
    let of_names = of_names(field.name(), &named, is_missing, may_be_without_effect);
    // Rules about several members are checked only if each of these rules is valid.
    if !may_be_without_effect && !named.is_empty() && of_names.is_empty() {
        faults.extend(panic::message_of(|| field.check_relations(fields, fields)));
    }
    faults.extend(of_names);
    let revision = planning.fingerprint.as_ref().map(FieldText::as_str);
    let revision = fields.iter().find(|one| Some(one.name()) == revision);
    faults.extend(revision.and_then(cannot_count));
    faults
}

/// Returns the reason why a field cannot count the changes to a write-only attribute, if any.
fn cannot_count(revision: &Field) -> Option<String> {
    let planning = revision.planning();
    let is_kept = matches!(planning.keep, Keep::Always) && planning.keep_null;
    let name = revision.name();
    (!is_kept || revision.wire_type() != Type::Number).then(|| {
        format!(
            "`fingerprint` names `{name}`, which cannot count changes: it requires a number that only the provider sets, with the rule `keep`"
        )
    })
}

/// Returns the faults in the names by which rules refer to other members. Each name comes with its rule.
fn of_names(
    own: &str,
    named: &[(&str, &str)],
    is_missing: impl Fn(&str) -> bool,
    may_be_without_effect: bool,
) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, &(rule, name)) in named.iter().enumerate() {
        let before = &named[..index];
        if name == own {
            faults.push(format!(
                "`{rule}` names `{name}`, the attribute itself: name other attributes"
            ));
        } else if is_missing(name) {
            faults.push(format!(
                "there is no attribute or nested block `{name}` in the same object"
            ));
        } else if may_be_without_effect {
            // Another schema language can have several rules about the same members.
        } else if before.contains(&(rule, name)) {
            faults.push(format!("`{rule}` names `{name}` twice: remove one of them"));
        } else if let Some(first) = before.iter().find(|one| one.1 == name) {
            faults.extend(contradiction(first.0, rule, name));
        }
    }
    faults
}

/// Returns the reason why two rules cannot refer to the same member, if any.
fn contradiction(first: &str, second: &str, name: &str) -> Option<String> {
    let is =
        |one: &str, other: &str| (first, second) == (one, other) || (second, first) == (one, other);
    let why = if is("conflicts_with", "required_with") || is("exactly_one_of", "required_with") {
        "so this one can never be set: remove one of the names"
    } else if is("exactly_one_of", "conflicts_with") || is("exactly_one_of", "at_least_one_of") {
        "but `exactly_one_of` is enough: remove the other name"
    } else {
        return None;
    };
    Some(format!(
        "`{first}` and `{second}` both name `{name}`, {why}"
    ))
}

/// Returns the faults in the versions from which the given method upgrades states or identities.
pub(super) fn of_upgrades<S>(method: &str, upgrades: &[Upgrade<S>], current: i64) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, Upgrade { version, .. }) in upgrades.iter().enumerate() {
        let is_again = upgrades[..index].iter().any(|one| one.version == *version);
        if is_again {
            faults.push(format!(
                "duplicate version {version} in `{method}`: remove one of them"
            ));
        } else if *version < 0 {
            faults.push(format!(
                "`{method}` from version {version}: no version is negative"
            ));
        } else if *version >= current {
            faults.push(format!(
                "`{method}` from version {version} has no effect, because the current version is {current}: raise the version of the schema, or remove this upgrade"
            ));
        }
    }
    faults
}

/// Returns the faults in the types from which states are moved.
pub(super) fn of_moves(moves: &[Move]) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, one) in moves.iter().enumerate() {
        let name = one.name.as_str();
        if name.is_empty() || name.ends_with('/') {
            faults.push(format!(
                "`moved_from` requires the name of a resource type, got {name:?}"
            ));
        }
        if one.min_version > one.max_version || one.max_version < 0 {
            faults.push(format!(
                "`moved_from` names no version of {name:?}, so it has no effect: change the versions"
            ));
        }
        if moves[..index].iter().any(|other| other.overlaps(one)) {
            faults.push(format!(
                "`moved_from` names a version of {name:?} twice: remove one of them"
            ));
        }
    }
    faults
}
