//! What the compiler says of a field that breaks a rule; one function for each group of rules.

use super::{Fault, Flags, Members};
use crate::model::{TypeFacts, TypeKind};
use crate::schema::Nesting;

pub(super) const FOREIGN_DYNAMIC: &str = "`as` cannot be or hold dynamic: each dynamic value carries its type, which the serde impls of \
     this type do not write: use `tfvalue::Dynamic`, or a `with` module that reads and writes one";

pub(super) const DYNAMIC_SET: &str = "elements of a set cannot be or hold dynamic values, since Terraform tells them apart by their \
     value and all need one type: use a list or map";

pub(super) const DYNAMIC_ARRAY: &str = "elements of an array cannot be or hold dynamic values: they all need one type, which nothing \
     checks when an array is written: use `Vec`";

pub(super) const OTHER_KEYS: &str = "the keys of a map are strings in Terraform: use `String`, an integer, or an enum or newtype \
     that derives `TfSchema`";

const ROOT: &str = "the struct has a `kind` or a `version`, so it is a root, and both have no effect here: nest a \
     struct without them";

/// `flags` are completed; `said` is what the user wrote.
pub(super) const fn of_flags(facts: TypeFacts, said: Flags, flags: Flags) -> Fault {
    if facts.null && facts.unknown && !said.say_who_sets_it() {
        return Some(
            "the type can be null and unknown, and does not tell who sets the attribute: add \
             `#[tf(required)]`, `#[tf(optional)]`, `#[tf(computed)]` or `#[tf(optional, computed)]`",
        );
    }
    if facts.float && flags.configurable() && !flags.lossy {
        return Some(
            "a configured number comes back changed if it passes through a float, and Terraform \
             refuses it then: use `tfvalue::Number`, or accept the loss with `#[tf(lossy)]`",
        );
    }
    if flags.write_only && !facts.null {
        return Some(
            "a write-only attribute is null in plans and states: use `tfvalue::Attr` or `Option`",
        );
    }
    None
}

/// Checks the members of a struct against the flags that they have in the end.
pub(super) const fn of_members(facts: TypeFacts, flags: Flags, members: Members) -> Fault {
    if facts.write_only && flags.computed && !flags.configurable() {
        return Some(
            "nothing configures what is only computed, so its write-only members are never set: \
             remove `write_only` there, or add `optional` here",
        );
    }
    let configurable = match members {
        Members::Own => false,
        Members::Given(members) => members.configurable(),
        Members::Plain => flags.configurable(),
    };
    if facts.members.float && configurable && !flags.lossy {
        return Some(
            "the configuration can set a member that is a float here. Such a number comes back \
             changed, and Terraform refuses it then: use `tfvalue::Number` in the struct, or \
             accept the loss with `#[tf(lossy)]`",
        );
    }
    if facts.members.sensitive
        && !flags.sensitive
        && (matches!(members, Members::Plain) || !facts.schema)
    {
        return Some(
            "a member is sensitive, but the type of a plain object cannot say so, and Terraform \
             would show its value: add `#[tf(sensitive)]` here",
        );
    }
    if let Members::Given(given) = members {
        if facts.write_only && given.computed {
            return Some(
                "`members` makes a write-only member `computed`, but it is null in plans and \
                 states: remove `write_only` there, or `computed` here",
            );
        }
        if facts.default && !given.computed {
            return Some(
                "a member has a default, and Terraform accepts one only for what is computed: \
                 write `members(optional, computed)`, or use a struct without defaults",
            );
        }
    }
    if flags.write_only
        && facts.schema
        && facts.members.stored
        && !matches!(members, Members::Plain)
    {
        return Some(
            "all members of a write-only attribute must be write-only too: add \
             `#[tf(write_only)]` to each, and remove `computed` and defaults",
        );
    }
    None
}

/// Checks that `lossy` and `known` allow something.
pub(super) const fn of_effects(facts: TypeFacts, flags: Flags, members: Members) -> Fault {
    let float = facts.float || (facts.members.float && !matches!(members, Members::Own));
    if flags.lossy && !float {
        return Some("the type holds no float, so `lossy` has no effect: remove it");
    }
    let closed = !facts.admits_unknown() || facts.known_elements;
    if flags.known && !closed && !facts.known_members && !facts.members.never_unknown {
        return Some(
            "the type can hold unknown values everywhere, so `known` has no effect: remove it",
        );
    }
    None
}

pub(super) const fn of_nested_attribute(facts: TypeFacts, members: Members) -> Fault {
    let own = matches!(members, Members::Own);
    if !own && !facts.schema {
        return Some(
            "`members` is for nested attributes, and the type holds no struct with a schema",
        );
    }
    if facts.schema && facts.nesting.is_none() {
        return Some(
            "a nested attribute is a struct, or one list, set or map of a struct: add \
             `#[tf(object)]` to make structs that are deeper within plain objects",
        );
    }
    if facts.blocks {
        return Some(
            "the struct has nested blocks, and a nested attribute cannot: add `#[tf(block)]` to \
             make this a block too, or make the blocks within attributes",
        );
    }
    if facts.root && own {
        return Some(ROOT);
    }
    None
}

pub(super) const fn of_set(facts: TypeFacts) -> Fault {
    match facts.nesting {
        Some(Nesting::Set) if facts.write_only => Some(
            "elements of a set cannot have write-only members, since the set would not find them \
             again: use a list or map",
        ),
        Some(Nesting::Set) if facts.default => Some(
            "elements of a set cannot have defaults, since nothing tells which element of the \
             plan is which of the configuration: use a list or map",
        ),
        _ => None,
    }
}

pub(super) const fn of_object(facts: TypeFacts) -> Fault {
    if !facts.schema {
        return Some(
            "there is no struct with a schema within, so `object` would change nothing: remove it",
        );
    }
    if facts.default {
        return Some(
            "members of a plain object have no defaults, so those of the struct would never be \
             applied: use a struct without defaults, or make it a nested attribute",
        );
    }
    of_member(facts)
}

pub(super) const fn of_member(facts: TypeFacts) -> Fault {
    match facts.write_only {
        true => Some(
            "members of a plain object cannot be write-only: make it a nested attribute or block",
        ),
        false => None,
    }
}

pub(super) const fn of_identity(facts: TypeFacts, says_who_sets_it: bool) -> Fault {
    let list = matches!(facts.kind, TypeKind::List) && !facts.compound_elements;
    if !facts.is_primitive() && !list {
        return Some(
            "an attribute of an identity is a string, a number, a bool, or a list of these: \
             nested lists, maps, sets, tuples, objects and dynamic are not possible",
        );
    }
    if facts.null && facts.unknown && !says_who_sets_it {
        return Some(
            "the type can be null and unknown, and does not tell whether an import gives the \
             attribute: add `#[tf(required_for_import)]` or `#[tf(optional_for_import)]`",
        );
    }
    None
}

pub(super) const fn of_block(facts: TypeFacts) -> Fault {
    match facts.nesting {
        None => Some(
            "a nested block is a struct that derives `TfSchema`, or an `Option`, list, set or map \
             of one",
        ),
        Some(Nesting::List | Nesting::Set | Nesting::Map)
            if facts.null_elements || !facts.known_elements =>
        {
            Some(
                "a single block of a list, set or map is never null or unknown, only its \
                 attributes are: remove `tfvalue::Attr`, `tfvalue::Unknown` or `Option` around the \
                 element",
            )
        }
        Some(_) if facts.root => Some(ROOT),
        Some(_) => None,
    }
}

pub(super) const fn of_group(facts: TypeFacts) -> Fault {
    match facts.nesting {
        Some(Nesting::Single) if !facts.null => None,
        _ => Some("a group is one block that is always there: use the struct itself"),
    }
}

pub(super) const fn of_count(facts: TypeFacts, min_items: u64, max_items: u64) -> Fault {
    if let Some(length) = facts.length {
        if min_items != length as u64 || max_items != length as u64 {
            return Some(
                "an array always holds the same number of blocks: give its length as both \
                 `min_items` and `max_items`, or use `Vec`",
            );
        }
    }
    match facts.nesting {
        Some(Nesting::Single) => match (min_items, max_items) {
            (0, 0) if !facts.null => Some(
                "a single block is null if it is absent: use `Option`, or say \
                 `block(min_items = 1, max_items = 1)` if it is required, or `block(group)` if it \
                 is always there",
            ),
            (0, 0) | (1, 1) => None,
            _ => Some("of a single block, `min_items` and `max_items` are both 1, or not given"),
        },
        Some(Nesting::Map) if min_items != 0 || max_items != 0 => {
            Some("blocks in a map are not counted: remove `min_items` and `max_items`")
        }
        _ => None,
    }
}
