//! What the type of a field and what is said of it must not contradict.
//!
//! The macro sees only how a type is spelled, so it asks here, while the struct is compiled.
//!
//! Source: Terraform's own validation of schemas, and the forms in which values arrive.

use super::{Field, Flags, Form};
use crate::schema::{Facts, Nesting};

/// A rule that is broken, as the compiler shows it.
type Fault = Option<&'static str>;

impl Field {
    /// Stops the compiler, at the place of the caller, if something is wrong with the field.
    ///
    /// # Panics
    ///
    /// If something is wrong.
    #[track_caller]
    pub const fn check(&self) {
        if let Some(fault) = self.fault() {
            panic!("{}", fault);
        }
    }

    const fn fault(&self) -> Fault {
        let facts = self.facts;
        if self.twice_null {
            return Some(
                "null is read as empty here, so the type needs no null: leave out `Option`, and \
                 write `tfvalue::Unknown` in the place of `tfvalue::Attr`",
            );
        }
        match self.form {
            Form::Attribute { flags, members } => first(&[
                of_flags(facts, flags),
                of_nested_attribute(facts, members.is_some()),
                of_set(facts),
            ]),
            Form::Object(flags) => first(&[of_flags(facts, flags), of_object(facts)]),
            Form::Block {
                group,
                min_items,
                max_items,
            } => first(&[
                of_block(facts),
                of_set(facts),
                match group {
                    true => of_group(facts),
                    false => of_count(facts, min_items, max_items),
                },
            ]),
            Form::Member => of_member(facts),
        }
    }
}

const fn first(faults: &[Fault]) -> Fault {
    let mut rest = faults;
    while let [fault, others @ ..] = rest {
        if fault.is_some() {
            return *fault;
        }
        rest = others;
    }
    None
}

const fn of_flags(facts: Facts, flags: Flags) -> Fault {
    if facts.null && facts.unknown && !flags.say_who_sets_it() {
        return Some(
            "the type can be null and unknown, and does not tell who sets the attribute: add \
             `#[tf(required)]`, `#[tf(optional)]`, `#[tf(computed)]` or `#[tf(optional, computed)]`",
        );
    }
    let configurable = flags.required || flags.optional || !flags.computed;
    if facts.float && configurable && !flags.lossy {
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

const fn of_nested_attribute(facts: Facts, members: bool) -> Fault {
    if members && !facts.schema {
        return Some(
            "this is no nested attribute, and has no members whose flags `members` could set",
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
    None
}

const fn of_set(facts: Facts) -> Fault {
    match facts.nesting {
        Some(Nesting::Set) if facts.write_only => Some(
            "elements of a set cannot have write-only members, since the set would not find them \
             again: use a list or map",
        ),
        Some(Nesting::Set) if facts.dynamic => {
            Some("elements of a set cannot have dynamic members: use a list or map")
        }
        Some(Nesting::Set) if facts.default => Some(
            "elements of a set cannot have defaults, since nothing tells which element of the \
             plan is which of the configuration: use a list or map",
        ),
        _ => None,
    }
}

const fn of_object(facts: Facts) -> Fault {
    if !facts.schema {
        return Some(
            "there is no struct with a schema within, so `object` would change nothing: leave it \
             out",
        );
    }
    of_member(facts)
}

const fn of_member(facts: Facts) -> Fault {
    match facts.write_only {
        true => Some(
            "members of a plain object cannot be write-only: make it a nested attribute or block",
        ),
        false => None,
    }
}

const fn of_block(facts: Facts) -> Fault {
    match facts.nesting {
        None => Some(
            "a nested block is a struct that derives `TfSchema`, or an `Option`, list, set or map \
             of one",
        ),
        Some(Nesting::List | Nesting::Set | Nesting::Map) if facts.null => Some(
            "where there are no blocks the list, set or map is empty, and never null: leave out \
             `Option`, and write `tfvalue::Unknown` in the place of `tfvalue::Attr`",
        ),
        _ => None,
    }
}

const fn of_group(facts: Facts) -> Fault {
    match facts.nesting {
        Some(Nesting::Single) if !facts.null => None,
        _ => Some("a group is one block that is always there: use the struct itself"),
    }
}

const fn of_count(facts: Facts, min_items: u64, max_items: u64) -> Fault {
    match facts.nesting {
        Some(Nesting::Single) => match (min_items, max_items) {
            (0, 0) if !facts.null => Some(
                "a single block is null where it is absent: use `Option`, or say \
                 `block(min_items = 1, max_items = 1)` where it is required, or `block(group)` \
                 where it is always there",
            ),
            (0, 0) | (1, 1) => None,
            _ => Some("of a single block, `min_items` and `max_items` are both 1, or not given"),
        },
        Some(Nesting::Map) if min_items != 0 || max_items != 0 => {
            Some("blocks in a map are not counted: leave out `min_items` and `max_items`")
        }
        _ => None,
    }
}
