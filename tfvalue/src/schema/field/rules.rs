//! What the type of a field and what is said of it must not contradict.
//!
//! The macro sees only how a type is spelled, so it asks here, while the struct is compiled.
//!
//! Source: Terraform's own validation of schemas, and the forms in which values arrive.

use super::{Field, Flags, Form, Role};
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
    pub const fn check(&self, role: Role) {
        if let Some(fault) = first(&[self.fault(), self.fault_of_role(role)]) {
            panic!("{}", fault);
        }
    }

    /// Returns the flags, completed, and whether members have flags of their own.
    const fn flags(&self) -> Option<(Flags, bool)> {
        match self.form {
            Form::Attribute { flags, members } => {
                Some((flags.or_implied_by(self.facts), members.is_none()))
            }
            Form::Object(flags) => Some((flags.or_implied_by(self.facts), false)),
            Form::Block { .. } | Form::Member | Form::Identity { .. } => None,
        }
    }

    /// Tells whether it is a nested block.
    #[must_use]
    pub const fn is_block(&self) -> bool {
        matches!(self.form, Form::Block { .. })
    }

    /// Tells whether it is an attribute that the configuration may set.
    #[must_use]
    pub const fn is_configurable(&self) -> bool {
        match self.flags() {
            Some((flags, _)) => flags.configurable(),
            None => false,
        }
    }

    /// Tells whether the provider sets it, or a member within.
    pub(super) const fn computes(&self) -> bool {
        match self.flags() {
            Some((flags, own)) => flags.computed || (own && self.facts.computed),
            None => self.facts.computed,
        }
    }

    /// Tells whether the configuration may set it, or something within, that is never unknown.
    pub(super) const fn never_unknown(&self) -> bool {
        let facts = self.facts;
        if let Form::Block { .. } = self.form {
            let counted = !matches!(facts.nesting, Some(Nesting::Single));
            return facts.known_members || (counted && !facts.unknown);
        }
        match self.flags() {
            Some((flags, _)) if flags.known || !flags.configurable() => false,
            Some((_, own)) => {
                !facts.admits_unknown() || facts.known_elements || (own && facts.known_members)
            }
            None => !facts.admits_unknown() || facts.known_elements,
        }
    }

    /// Tells whether the provider sets it, or something within, that is never null.
    pub(super) const fn never_unset(&self) -> bool {
        match self.flags() {
            Some((flags, own)) => {
                (flags.computed && !self.facts.null) || (own && self.facts.unset_members)
            }
            None => self.facts.unset_members,
        }
    }

    /// Returns `true` if it is a list, set or map of nested blocks that can be null, or has one
    /// within.
    pub(super) const fn has_null_blocks(&self) -> bool {
        let counted = !matches!(self.facts.nesting, Some(Nesting::Single));
        self.facts.null_blocks || (self.is_block() && counted && self.facts.null)
    }

    const fn fault_of_role(&self, role: Role) -> Fault {
        let facts = self.facts;
        let write_only = match self.flags() {
            Some((flags, _)) => flags.write_only || facts.write_only,
            None => facts.write_only,
        };
        if write_only && !role.can_write_only() {
            return Some(
                "only managed resources and actions have write-only attributes: leave out \
                 `write_only` here and in the structs within",
            );
        }
        if self.computes() && !role.can_compute() {
            return Some(
                "nothing keeps what is computed here, since there is only a configuration: leave \
                 out `computed` and defaults, here and in the structs within",
            );
        }
        if role.meets_unknown() && self.never_unknown() {
            return Some(match self.form {
                Form::Block { .. } if facts.known_members => {
                    "the configuration may set a member within to a value that is still unknown, \
                     and its type holds none: use `tfvalue::Attr` in the struct, or say \
                     `#[tf(known)]` there of what is read only where all is known"
                }
                Form::Block { .. } => {
                    "how many blocks there are can be unknown: write `tfvalue::Unknown` around \
                     the list, set or map"
                }
                _ if !facts.admits_unknown() => {
                    "the configuration may set it to a value that is still unknown, and the type \
                     holds none: use `tfvalue::Attr`, or say `#[tf(known)]` of what is read only \
                     where all is known"
                }
                _ if facts.known_elements => {
                    "elements and members may be unknown in the configuration, and the type holds \
                     none: use `tfvalue::Attr` for them too, as in `Attr<Vec<Attr<String>>>`, or \
                     say `#[tf(known)]` of what is read only where all is known"
                }
                _ => {
                    "the configuration may set a member within to a value that is still unknown, \
                     and its type holds none: use `tfvalue::Attr` in the struct, or say \
                     `#[tf(known)]` there of what is read only where all is known"
                }
            });
        }
        if role.is_root() && self.has_null_blocks() {
            return Some(
                "where there are no blocks the list, set or map is empty, and Terraform refuses \
                 null from a provider: leave out `Option`, and write `tfvalue::Unknown` in the \
                 place of `tfvalue::Attr`, here and in the structs within",
            );
        }
        if role.meets_unset() && self.never_unset() {
            return Some(
                "what the provider computes is null until it is, and the type holds no null: use \
                 `tfvalue::Attr`, here and in the structs within",
            );
        }
        None
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
            Form::Identity { required, optional } => of_identity(facts, required || optional),
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
    if facts.write_only && flags.computed && !flags.configurable() {
        return Some(
            "nothing configures what is only computed, so its write-only members are never set: \
             leave out `write_only` there, or make this optional",
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

const fn of_identity(facts: Facts, says_who_sets_it: bool) -> Fault {
    if facts.keyed || facts.dynamic {
        return Some(
            "an attribute of an identity is a string, a number, a bool, or a list of these: maps, \
             sets, objects and dynamic are not possible",
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

const fn of_block(facts: Facts) -> Fault {
    match facts.nesting {
        None => Some(
            "a nested block is a struct that derives `TfSchema`, or an `Option`, list, set or map \
             of one",
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
