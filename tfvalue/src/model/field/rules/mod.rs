//! The rules for the annotations and the type of a field.
//!
//! The macro sees only the name of a type, so the compiler checks these rules as constants in the generated code. The
//! rules for members apply to their final flags: `members` and `object` replace the flags that are specified in the
//! struct.
//!
//! Source: Terraform's own validation of schemas, and the values that Terraform sends.

mod faults;
mod history;
mod members;
mod numbers;
mod pairing;
mod planning;
mod refine;
mod relations;
mod reserved;
mod sets;
mod time_limits;
mod validation;

use super::{Field, Flags, Form, Role};
use crate::model::MemberFacts;
use crate::schema::Nesting;

/// The message for a rule that the field violates, if any.
type RuleFault = Option<&'static str>;

impl Field {
    /// Checks the rules. A failure is a compiler error at the location of the caller.
    ///
    /// # Panics
    ///
    /// Panics if the field violates a rule.
    #[track_caller]
    pub const fn check(&self, role: Role) {
        if let Some(fault) = first(&[self.fault(), self.fault_of_role(role)]) {
            panic!("{}", fault);
        }
    }

    /// Checks `known`. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if no kind of the struct receives unknown values.
    #[track_caller]
    pub const fn check_known(roles: &[Role]) {
        let mut rest = roles;
        while let [role, others @ ..] = rest {
            if role.meets_unknown() || !role.is_root() {
                return;
            }
            rest = others;
        }
        panic!(
            "`known` has no effect, because Terraform sends no unknown values for this `kind`: remove it"
        );
    }

    /// Returns the final flags of the field and of its members.
    pub(super) const fn flags(&self) -> Option<(Flags, MemberFlags)> {
        let (flags, members) = match self.form {
            Form::Attribute {
                flags,
                members: None,
            } => (flags, MemberFlags::Own),
            Form::Attribute {
                flags,
                members: Some(members),
            } => (flags, MemberFlags::Given(members)),
            Form::Object(flags) => (flags, MemberFlags::Plain),
            Form::Block { .. } | Form::Member | Form::Identity { .. } => return None,
        };
        Some((flags.or_implied_by(self.facts.null), members))
    }

    /// Returns `true` if the field belongs to a description that is built at run time.
    const fn is_described(&self) -> bool {
        self.owned.is_some()
    }

    /// Returns `true` if the type cannot hold an unknown value, disregarding the members of structs.
    const fn is_closed(&self) -> bool {
        !self.facts.unknown || self.facts.known_elements
    }

    /// Returns the facts that the field contributes to its struct.
    pub(super) const fn member_facts(&self) -> MemberFacts {
        let facts = &self.facts;
        let inner = facts.members;
        match (self.form, self.flags()) {
            (Form::Block { .. }, _) => inner,
            (_, Some((flags, _))) => MemberFacts {
                never_unknown: !flags.known && (self.is_closed() || inner.never_unknown),
                never_null: !facts.null || inner.never_null,
                float: !flags.lossy && (facts.float || inner.float),
                stored: !flags.write_only || inner.stored,
                sensitive: flags.sensitive || inner.sensitive,
            },
            (_, None) => MemberFacts {
                never_unknown: self.is_closed() || inner.never_unknown,
                sensitive: inner.sensitive,
                ..MemberFacts::NONE
            },
        }
    }

    /// Returns `true` if the field is a nested block.
    #[must_use]
    pub const fn is_block(&self) -> bool {
        matches!(self.form, Form::Block { .. })
    }

    /// Returns `true` if the field is a nested block that the provider may set if the block is not configured.
    pub(crate) const fn is_computed_block(&self) -> bool {
        matches!(self.form, Form::Block { computed: true, .. })
    }

    /// Returns `true` if the provider may set the field as a whole.
    pub(super) const fn is_computed(&self) -> bool {
        match self.flags() {
            Some((flags, _)) => flags.computed,
            None => self.is_computed_block(),
        }
    }

    /// Returns `true` if the field is an attribute that the configuration may set.
    #[must_use]
    pub const fn is_configurable(&self) -> bool {
        match self.flags() {
            Some((flags, _)) => flags.configurable(),
            None => false,
        }
    }

    /// Returns `true` if the provider sets the field or one of its members.
    pub(super) const fn computes(&self) -> bool {
        match self.flags() {
            Some((flags, MemberFlags::Own)) => flags.computed || self.facts.computed,
            Some((flags, MemberFlags::Given(members))) => flags.computed || members.computed,
            Some((flags, MemberFlags::Plain)) => flags.computed,
            None => self.is_computed_block() || self.facts.computed,
        }
    }

    /// Returns `true` if the configuration may set a value whose type cannot represent unknown values. The value is the
    /// field itself or a value inside it.
    pub(super) const fn never_unknown(&self) -> bool {
        let facts = &self.facts;
        if let Form::Block { .. } = self.form {
            let counted = !matches!(facts.nesting, Some(Nesting::Single));
            return facts.known_members || (counted && !facts.unknown);
        }
        match self.flags() {
            Some((flags, _)) if flags.known || !flags.configurable() => false,
            Some((_, members)) => {
                self.is_closed()
                    || match members {
                        MemberFlags::Own => facts.known_members,
                        MemberFlags::Given(members) => {
                            members.configurable() && facts.members.never_unknown
                        }
                        MemberFlags::Plain => facts.members.never_unknown,
                    }
            }
            None => self.is_closed(),
        }
    }

    /// Returns `true` if a value may be left unset although its type cannot represent null. The value is the field
    /// itself or a value inside it.
    pub(super) const fn never_unset(&self) -> bool {
        match self.flags() {
            Some((flags, members)) => {
                ((flags.optional || flags.computed) && !self.facts.null)
                    || match members {
                        MemberFlags::Own => self.facts.unset_members,
                        // If only the provider sets the attribute, the provider sets all members together.
                        MemberFlags::Given(members) => {
                            flags.configurable()
                                && members.computed
                                && self.facts.members.never_null
                        }
                        MemberFlags::Plain => false,
                    }
            }
            None => self.facts.unset_members,
        }
    }

    /// Returns `true` if a plan makes a value unknown although the type of the value cannot represent unknown values.
    /// The value is the field itself or a value inside it. A computed object that is not configured is unknown as a
    /// whole.
    pub(super) const fn never_planned_unknown(&self) -> bool {
        match (self.form, self.flags()) {
            (Form::Block { computed, .. }, _) => {
                self.facts.planned_members || (computed && !self.facts.unknown)
            }
            (_, Some((flags, members))) => {
                let own = matches!(members, MemberFlags::Own) && flags.configurable();
                let closed = flags.computed && !self.facts.unknown;
                !flags.known && (closed || (own && self.facts.planned_members))
            }
            (_, None) => false,
        }
    }

    /// Returns `true` if the field cannot be null but is null in a group of blocks that the configuration omits.
    pub(super) const fn closes_group(&self) -> bool {
        match self.form {
            Form::Block { group: true, .. } => self.facts.closed_group,
            Form::Block { .. } => {
                matches!(self.facts.nesting, Some(Nesting::Single)) && !self.facts.null
            }
            _ => !self.facts.null,
        }
    }

    /// Returns `true` if the field is or contains a list, set or map of nested blocks that can be null.
    pub(super) const fn has_null_blocks(&self) -> bool {
        let counted = !matches!(self.facts.nesting, Some(Nesting::Single));
        self.facts.null_blocks || (self.is_block() && counted && self.facts.null)
    }

    const fn fault_of_role(&self, role: Role) -> RuleFault {
        let facts = &self.facts;
        let write_only = match self.flags() {
            Some((flags, _)) => flags.write_only || facts.write_only,
            None => facts.write_only,
        };
        if write_only && !role.can_write_only() {
            return Some(faults::WRITE_ONLY_NOT_SENT);
        }
        if self.computes() && !role.can_compute() {
            return Some(faults::COMPUTED_NOT_STORED);
        }
        if role.meets_unknown() && self.never_unknown() {
            return Some(match self.form {
                Form::Block { .. } if facts.known_members => faults::MEMBER_NEVER_UNKNOWN,
                Form::Block { .. } => faults::COUNT_NEVER_UNKNOWN,
                _ if !facts.unknown => faults::NEVER_UNKNOWN,
                _ if facts.known_elements => faults::ELEMENT_NEVER_UNKNOWN,
                _ => faults::MEMBER_NEVER_UNKNOWN,
            });
        }
        if role.is_root() && self.has_null_blocks() {
            return Some(faults::NULL_BLOCKS);
        }
        if role.is_root() && self.never_unset() {
            return Some(match self.flags() {
                Some(_) if !facts.null => faults::NEVER_UNSET,
                _ => faults::MEMBER_NEVER_UNSET,
            });
        }
        if role.plans() && self.never_planned_unknown() {
            return Some(match self.flags() {
                Some((flags, _)) if flags.computed && !facts.unknown => {
                    faults::NEVER_PLANNED_UNKNOWN
                }
                None if self.is_computed_block() && !facts.unknown => {
                    faults::BLOCKS_NEVER_PLANNED_UNKNOWN
                }
                _ => faults::MEMBER_NEVER_PLANNED_UNKNOWN,
            });
        }
        None
    }

    const fn fault(&self) -> RuleFault {
        let facts = &self.facts;
        if self.foreign && facts.dynamic {
            return Some(faults::FOREIGN_DYNAMIC);
        }
        if facts.dynamic_elements {
            return Some(if self.is_block() {
                faults::DYNAMIC_BLOCKS
            } else {
                faults::DYNAMIC_ELEMENTS
            });
        }
        if facts.wrapped_dynamic {
            return Some(faults::WRAPPED_DYNAMIC);
        }
        if facts.other_keys {
            return Some(faults::OTHER_KEYS);
        }
        if matches!(facts.length, Some(0)) {
            return Some(faults::EMPTY_ARRAY);
        }
        match (self.form, self.flags()) {
            (Form::Attribute { flags: said, .. }, Some((flags, members))) => first(&[
                faults::of_flags(facts, said, flags),
                faults::of_members(facts, flags, members),
                faults::of_nested_attribute(facts, members),
                faults::of_effects(facts, flags, members),
                faults::of_set(facts),
                self.fault_of_elements(),
            ]),
            (Form::Object(said), Some((flags, members))) => first(&[
                faults::of_flags(facts, said, flags),
                faults::of_object(facts),
                faults::of_members(facts, flags, members),
                faults::of_effects(facts, flags, members),
            ]),
            (
                Form::Block {
                    group,
                    min_items,
                    max_items,
                    computed,
                },
                _,
            ) => first(&[
                faults::of_computed(facts, computed),
                faults::of_block(facts),
                faults::of_set(facts),
                self.fault_of_elements(),
                if group {
                    faults::of_group(facts)
                } else {
                    faults::of_count(facts, min_items, max_items)
                },
            ]),
            (
                Form::Identity {
                    required, optional, ..
                },
                _,
            ) => faults::of_identity(facts, required || optional),
            (Form::Member | Form::Attribute { .. } | Form::Object(_), _) => {
                faults::of_member(facts)
            }
        }
    }
}

/// The flags of the members of a nested attribute.
#[derive(Clone, Copy)]
pub(super) enum MemberFlags {
    /// The flags in the struct.
    Own,
    /// The flags in `members`.
    Given(Flags),
    /// No flags, because the members belong to a plain object.
    Plain,
}

const fn first(faults: &[RuleFault]) -> RuleFault {
    let mut rest = faults;
    while let [fault, others @ ..] = rest {
        if fault.is_some() {
            return *fault;
        }
        rest = others;
    }
    None
}
