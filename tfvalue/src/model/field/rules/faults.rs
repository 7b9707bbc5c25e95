//! The rules for fields, with one function for each group, and the errors that the compiler shows.

use super::{Flags, MemberFlags, RuleFault};
use crate::model::{TypeFacts, TypeKind};
use crate::schema::Nesting;

pub(super) const WRITE_ONLY_NOT_SENT: &str = "only managed resources and actions can have write-only attributes: remove `write_only`, here and in nested structs";

pub(super) const COMPUTED_NOT_STORED: &str = "nothing stores computed values for this `kind`: remove `computed` and `default`, here and in nested structs";

pub(super) const NEVER_UNKNOWN: &str = "the configuration can set this to an unknown value, but the type has none: use `tfvalue::Attr`, or add `#[tf(known)]` if it is only read when all values are known";

pub(super) const MEMBER_NEVER_UNKNOWN: &str = "the configuration can set a member to an unknown value, but its type has none: use `tfvalue::Attr` in the nested struct, or add `#[tf(known)]` there if it is only read when all values are known";

pub(super) const ELEMENT_NEVER_UNKNOWN: &str = "the configuration can set an element to an unknown value, but its type has none: use `tfvalue::Attr` for elements, as in `Attr<Vec<Attr<String>>>`, or `tfvalue::Unknown`, which refuses null elements, or add `#[tf(known)]` if they are only read when all values are known";

pub(super) const COUNT_NEVER_UNKNOWN: &str =
    "the number of blocks can be unknown: write `tfvalue::Unknown` around the list, set or map";

pub(super) const BLOCKS_NEVER_PLANNED_UNKNOWN: &str = "a computed block that is not configured can be unknown in a plan: write `tfvalue::Unknown` around the list, set or map, or `tfvalue::Attr` around a single block";

pub(super) const NULL_BLOCKS: &str = "a list, set or map without blocks is empty, and Terraform rejects null from a provider: remove `Option`, or replace `tfvalue::Attr` with `tfvalue::Unknown`, here and in nested structs";

pub(super) const NEVER_UNSET: &str = "an optional or computed value is null until it is set, but the type has no null: use `tfvalue::Attr`";

pub(super) const MEMBER_NEVER_UNSET: &str = "an optional or computed member is null until it is set, but its type has no null: use `tfvalue::Attr` in the nested struct";

pub(super) const NEVER_PLANNED_UNKNOWN: &str = "a computed value is unknown in the plan of a new object, but the type has no unknown value: use `tfvalue::Attr`";

pub(super) const MEMBER_NEVER_PLANNED_UNKNOWN: &str = "a computed member is unknown in the plan of a new object, but its type has no unknown value: use `tfvalue::Attr` in the nested struct";

pub(super) const FOREIGN_DYNAMIC: &str = "`as` cannot contain dynamic values, because the serde impls of the field's type do not write their types: use `tfvalue::Dynamic` in the field, or add `with`";

pub(super) const DYNAMIC_ELEMENTS: &str = "a list, set or map cannot contain dynamic values, because all elements must have one type: write `tfvalue::Dynamic` for the whole list, set or map";

pub(super) const DYNAMIC_BLOCKS: &str = "a list, set or map of blocks cannot contain dynamic values, because all elements must have one type: replace the blocks by an attribute of type `tfvalue::Dynamic`";

pub(super) const WRAPPED_DYNAMIC: &str = "a dynamic value can itself be null or unknown: write `tfvalue::Dynamic` without `Attr`, `Unknown` and `Option`";

pub(super) const OTHER_KEYS: &str = "the keys of a map must be strings in Terraform: use `String`, an integer, or an enum or newtype that derives `TfSchema`";

pub(super) const EMPTY_ARRAY: &str =
    "an array of length 0 is always empty: change the length, or remove the field";

const ROOT: &str = "a struct with a `kind` or `version` cannot be nested, because both only apply to the root of a schema: use a struct without them";

/// `said` contains the flags that the user wrote. `flags` also contains the flag that the type implies.
pub(super) const fn of_flags(facts: &TypeFacts, said: Flags, flags: Flags) -> RuleFault {
    if facts.null && facts.unknown && !said.say_who_sets_it() {
        return Some(
            "the type can be null and unknown, so it implies no flags: add `#[tf(required)]`, `#[tf(optional)]`, `#[tf(computed)]` or `#[tf(optional, computed)]`",
        );
    }
    if facts.float && flags.configurable() && !flags.lossy {
        return Some(
            "a float can change a number of the configuration, and Terraform rejects the changed number: use `tfvalue::Number`, or add `#[tf(lossy)]`",
        );
    }
    if flags.write_only && !facts.null {
        return Some(
            "a write-only attribute is null in plans and states, but the type has no null: use `tfvalue::Attr` or `Option`",
        );
    }
    None
}

/// Checks the members of a struct with their final flags.
pub(super) const fn of_members(facts: &TypeFacts, flags: Flags, members: MemberFlags) -> RuleFault {
    if facts.write_only && flags.computed && !flags.configurable() {
        return Some(
            "the configuration cannot set an attribute that is only computed, so its write-only members are never set: remove `write_only` there, or add `optional` here",
        );
    }
    let configurable = match members {
        MemberFlags::Own => false,
        MemberFlags::Given(members) => members.configurable(),
        MemberFlags::Plain => flags.configurable(),
    };
    if facts.members.float && configurable && !flags.lossy {
        return Some(
            "a float can change a number of the configuration, and Terraform rejects the changed number: use `tfvalue::Number` for the member, or add `#[tf(lossy)]` here",
        );
    }
    if facts.members.sensitive
        && !flags.sensitive
        && (matches!(members, MemberFlags::Plain) || !facts.schema)
    {
        return Some(
            "a member is sensitive, but the type of a plain object cannot express this, and Terraform would show the value: add `#[tf(sensitive)]` here",
        );
    }
    if let MemberFlags::Given(given) = members {
        if facts.write_only && given.computed {
            return Some(
                "`members` makes a write-only member computed, but write-only members are null in plans and states: remove `write_only` there, or `computed` here",
            );
        }
        if facts.default && !given.computed {
            return Some(
                "a member has a default, which Terraform only accepts for computed attributes: use `members(optional, computed)`, or a struct without defaults",
            );
        }
    }
    if flags.write_only
        && facts.schema
        && facts.members.stored
        && !matches!(members, MemberFlags::Plain)
    {
        return Some(
            "all members of a write-only attribute must be write-only: add `#[tf(write_only)]` to each of them, and remove `computed` and `default`",
        );
    }
    None
}

/// Checks that `lossy` and `known` have an effect.
pub(super) const fn of_effects(facts: &TypeFacts, flags: Flags, members: MemberFlags) -> RuleFault {
    let float = facts.float || (facts.members.float && !matches!(members, MemberFlags::Own));
    if flags.lossy && !float {
        return Some("`lossy` has no effect, because the type contains no float: remove it");
    }
    let closed = !facts.unknown || facts.known_elements;
    if flags.known && !closed && !facts.known_members && !facts.members.never_unknown {
        return Some(
            "`known` has no effect, because all values in the type can be unknown: remove it",
        );
    }
    None
}

pub(super) const fn of_nested_attribute(facts: &TypeFacts, members: MemberFlags) -> RuleFault {
    let own = matches!(members, MemberFlags::Own);
    if !own && !facts.schema {
        return Some(
            "`members` has no effect, because the type contains no struct with a schema: remove it",
        );
    }
    if facts.schema && facts.nesting.is_none() {
        return Some(
            "a nested attribute must be a struct, or one list, set or map of structs: add `#[tf(object)]` to make deeper structs plain objects",
        );
    }
    if facts.blocks {
        return Some(
            "a nested attribute cannot contain nested blocks: add `#[tf(block)]` here, or replace the blocks in the struct with attributes",
        );
    }
    if facts.root && own {
        return Some(ROOT);
    }
    None
}

pub(super) const fn of_set(facts: &TypeFacts) -> RuleFault {
    match facts.nesting {
        Some(Nesting::Set) if facts.write_only => Some(
            "elements of a set cannot have write-only members, because Terraform identifies elements by their values: use a list or map",
        ),
        _ => None,
    }
}

pub(super) const fn of_object(facts: &TypeFacts) -> RuleFault {
    if !facts.schema {
        return Some(
            "`object` has no effect, because the type contains no struct with a schema: remove it",
        );
    }
    of_member(facts)
}

pub(super) const fn of_member(facts: &TypeFacts) -> RuleFault {
    if facts.write_only {
        return Some(
            "members of a plain object cannot be write-only: remove `write_only`, or use a nested attribute or block",
        );
    }
    if facts.default {
        return Some(
            "members of a plain object cannot have defaults, which Terraform rejects there: use a struct without defaults, or a nested attribute, which is a struct, or one list, set or map of structs",
        );
    }
    None
}

pub(super) const fn of_identity(facts: &TypeFacts, says_who_sets_it: bool) -> RuleFault {
    let list = matches!(facts.kind, TypeKind::List) && !facts.compound_elements;
    if !facts.is_primitive() && !list {
        return Some(
            "an attribute of an identity must be a string, a number, a bool, or a list of these: use one of these types",
        );
    }
    if facts.null && facts.unknown && !says_who_sets_it {
        return Some(
            "the type can be null and unknown, so it implies no flags: add `#[tf(required)]` or `#[tf(optional)]`",
        );
    }
    None
}

pub(super) const fn of_block(facts: &TypeFacts) -> RuleFault {
    match facts.nesting {
        None => Some(
            "a nested block must be a struct that derives `TfSchema`, or an `Option`, list, set or map of one: change the type, or remove `block`",
        ),
        Some(Nesting::List | Nesting::Set | Nesting::Map)
            if facts.null_elements || !facts.known_elements =>
        {
            Some(
                "a block in a list, set or map is never null or unknown, only its attributes are: remove `tfvalue::Attr`, `tfvalue::Unknown` or `Option` around the element",
            )
        }
        Some(_) if facts.root => Some(ROOT),
        Some(_) => None,
    }
}

pub(super) const fn of_computed(facts: &TypeFacts, computed: bool) -> RuleFault {
    if computed && facts.uncomputed {
        return Some(
            "everything in a computed block must be computed: add `computed` to the attributes and blocks of its struct",
        );
    }
    if computed && facts.length.is_some() {
        return Some(
            "the provider sets computed blocks only if the configuration has none, but an array always has some: use `Vec`",
        );
    }
    None
}

pub(super) const fn of_group(facts: &TypeFacts) -> RuleFault {
    match facts.nesting {
        Some(Nesting::Single) if facts.closed_group => Some(
            "in a group that the configuration omits, all attributes and single blocks are null, even if they are required, but the type of one has no null: use `tfvalue::Attr` or `Option` in its struct",
        ),
        Some(Nesting::Single) if !facts.null => None,
        _ => Some("a group is one block that is always present: use the struct itself as the type"),
    }
}

pub(super) const fn of_count(facts: &TypeFacts, min_items: u64, max_items: u64) -> RuleFault {
    if let Some(length) = facts.length {
        if min_items != length as u64 || max_items != length as u64 {
            return Some(
                "an array always has the same number of blocks: set `min_items` and `max_items` to its length, or use `Vec`",
            );
        }
    }
    match facts.nesting {
        Some(Nesting::Single) => match (min_items, max_items) {
            (0, 0) if !facts.null => Some(
                "a single block is null if it is absent, but the type has no null: use `Option`, or add `block(min_items = 1, max_items = 1)` if it is required, or `block(group)` if it is always present",
            ),
            (0, 0) | (1, 1) => None,
            _ => Some(
                "`min_items` and `max_items` of a single block must both be 1: change or remove them",
            ),
        },
        Some(Nesting::Map) if min_items != 0 || max_items != 0 => {
            Some("`min_items` and `max_items` are not allowed on a map of blocks: remove them")
        }
        _ => None,
    }
}
