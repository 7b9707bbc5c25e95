//! Checks whether a configuration can satisfy relations such as `conflicts_with` between the members of an object.
//!
//! A member that is set may require other members, and groups such as `exactly_one_of` may leave only one choice.
//! Consequences are added until no more follow, or until two members that exclude each other are set. The algorithm
//! does not try out choices, so it does not find a contradiction that depends on a choice.

use super::sets::{MOST, MemberSet, bit, has, index, members};
use crate::model::constraints::Constraints;
use crate::model::fail;
use crate::model::field::Field;
use crate::model::message::Message;

/// The relations of one member, without empty relations.
#[derive(Clone, Copy)]
struct Own {
    /// The index of the member.
    member: usize,
    conflicts: MemberSet,
    required: MemberSet,
    /// Includes the member itself. Empty if the member does not have this kind of relation.
    exactly_one: MemberSet,
    at_least_one: MemberSet,
}

/// The relations of all members that have relations.
struct Relations {
    all: [Own; MOST],
    len: usize,
    /// The members that every configuration sets.
    always: MemberSet,
    /// The members that are checked. Members of flattened structs are not included, because their own structs check them.
    checked: MemberSet,
}

/// The reason why members cannot be set together.
enum Contradiction {
    /// Two of the members exclude each other.
    Both(usize, usize),
    /// No member of this member's group can be set.
    NoneOf(usize),
}

impl Field {
    /// Checks that the relations of a member are compatible with the relations of all other members. A failure is a
    /// compiler error. `checked` contains the members for which this function is called with the same fields.
    ///
    /// # Panics
    ///
    /// Panics if the member, or a member that it refers to, can never be set, or if a relation follows from another
    /// relation.
    #[track_caller]
    pub const fn check_relations(&self, checked: &[Field], fields: &[Field]) {
        if fields.len() > MOST {
            return;
        }
        let relations = Relations::of(checked, fields);
        let Some(own) = relations.find(index(fields, self.name())) else {
            return;
        };
        relations.check_repeated(fields, &own);
        if let Some(why) = relations.contradiction(relations.always) {
            if relations.is_first(own.member) {
                why.fail(fields, "no configuration is valid");
            }
            return; // the first of these members reports it
        }
        if relations.is_dead(own.exactly_one) || relations.is_dead(own.at_least_one) {
            if matches!(relations.dead_group(), Some(first) if first == own.member) {
                fail(&[
                    "no configuration is valid: none of the group of `",
                    self.name(),
                    "` can be set; remove a name from one of the relations",
                ]);
            }
            return; // the first group reports it
        }
        relations.check_possible(fields, own.member);
        let mut at = 0;
        while at < fields.len() {
            if has(own.others(), at) && relations.is_first_to_name(&own, at) {
                relations.check_possible(fields, at);
            }
            at += 1;
        }
    }
}

impl Own {
    const NONE: Self = Own {
        member: 0,
        conflicts: 0,
        required: 0,
        exactly_one: 0,
        at_least_one: 0,
    };

    const fn of(fields: &[Field], member: usize, constraints: &Constraints) -> Self {
        let own = Own {
            member,
            // A member that refers to itself is reported elsewhere.
            conflicts: members(fields, &constraints.conflicts_with) & !bit(member),
            required: members(fields, &constraints.required_with),
            exactly_one: members(fields, &constraints.exactly_one_of),
            at_least_one: members(fields, &constraints.at_least_one_of),
        };
        Own {
            exactly_one: with_own(own.exactly_one, member),
            at_least_one: with_own(own.at_least_one, member),
            ..own
        }
    }

    const fn others(&self) -> MemberSet {
        let all = self.conflicts | self.required | self.exactly_one | self.at_least_one;
        all & !bit(self.member)
    }
}

impl Relations {
    const fn of(checked: &[Field], fields: &[Field]) -> Self {
        let mut this = Relations {
            all: [Own::NONE; MOST],
            len: 0,
            always: 0,
            checked: 0,
        };
        let mut at = 0;
        while at < checked.len() {
            this.checked |= bit(index(fields, checked[at].name()));
            at += 1;
        }
        let mut at = 0;
        while at < fields.len() {
            let field = &fields[at];
            if field.is_always_set() {
                this.always |= bit(at);
            }
            if let Some(constraints) = field.constraints() {
                let own = Own::of(fields, at, constraints);
                if own.others() != 0 {
                    this.all[this.len] = own;
                    this.len += 1;
                }
            }
            at += 1;
        }
        this
    }

    const fn find(&self, member: usize) -> Option<Own> {
        let mut at = 0;
        while at < self.len {
            if self.all[at].member == member {
                return Some(self.all[at]);
            }
            at += 1;
        }
        None
    }

    /// Returns `true` if no earlier checked member has relations.
    const fn is_first(&self, member: usize) -> bool {
        let mut at = 0;
        while !has(self.checked, self.all[at].member) {
            at += 1;
        }
        self.all[at].member == member
    }

    /// Returns `true` if no other member reports the problem with this member.
    const fn is_first_to_name(&self, own: &Own, member: usize) -> bool {
        let mut at = 0;
        while at < self.len {
            let other = &self.all[at];
            let names = other.member < own.member && has(other.others(), member);
            if has(self.checked, other.member) && (other.member == member || names) {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Reports relations that other members already express. One mistake would otherwise be reported twice.
    #[track_caller]
    const fn check_repeated(&self, fields: &[Field], own: &Own) {
        let mut at = 0;
        while at < self.len {
            let other = &self.all[at];
            at += 1;
            if other.member == own.member {
                continue;
            }
            let name = fields[other.member].name();
            let is_later = own.member > other.member;
            if own.exactly_one != 0 && own.exactly_one == other.exactly_one && is_later {
                fail(&[
                    "`exactly_one_of` is on `",
                    name,
                    "` already, so each mistake would be reported twice: remove it here",
                ]);
            }
            let repeats = own.at_least_one == other.at_least_one && is_later;
            let follows = is_within(other.exactly_one, own.at_least_one)
                || (is_within(other.at_least_one, own.at_least_one)
                    && own.at_least_one != other.at_least_one);
            if own.at_least_one != 0 && (repeats || follows) {
                fail(&[
                    "`at_least_one_of` has no effect, because `",
                    name,
                    "` requires one of these already: remove it here",
                ]);
            }
            let both = own.conflicts & other.exactly_one;
            if has(other.exactly_one, own.member) && both != 0 {
                fail(&[
                    "`conflicts_with` names `",
                    fields[both.trailing_zeros() as usize].name(),
                    "`, but `exactly_one_of` on `",
                    name,
                    "` already excludes it: remove the name",
                ]);
            }
        }
    }

    /// Reports a member that no configuration can set.
    #[track_caller]
    const fn check_possible(&self, fields: &[Field], member: usize) {
        if let Some(why) = self.contradiction(self.always | bit(member)) {
            if self.dead_group().is_some() {
                return; // that group reports it
            }
            let name = fields[member].name();
            why.fail(
                fields,
                Message::of(&["no configuration can set `", name, "`"]).text(),
            );
        }
    }

    /// Returns the first checked member with a group in which no member can be set.
    const fn dead_group(&self) -> Option<usize> {
        let mut at = 0;
        while at < self.len {
            let own = &self.all[at];
            let is_dead = has(self.checked, own.member)
                && (self.is_dead(own.exactly_one) || self.is_dead(own.at_least_one));
            if is_dead {
                return Some(own.member);
            }
            at += 1;
        }
        None
    }

    /// Returns `true` if none of the members of a group can be set.
    const fn is_dead(&self, group: MemberSet) -> bool {
        let mut rest = group;
        while rest != 0 {
            let one = 1 << rest.trailing_zeros();
            if self.contradiction(self.always | one).is_none() {
                return false;
            }
            rest &= !one;
        }
        group != 0
    }

    /// Returns the reason why the given members cannot all be set.
    const fn contradiction(&self, members: MemberSet) -> Option<Contradiction> {
        let mut set = members;
        loop {
            let before = set;
            set = self.closure(set);
            if let Some((one, other)) = self.exclusion(set) {
                return Some(Contradiction::Both(one, other));
            }
            let mut at = 0;
            while at < self.len {
                let own = &self.all[at];
                let groups = [own.exactly_one, own.at_least_one];
                let mut group = 0;
                while group < 2 {
                    if groups[group] != 0 && groups[group] & set == 0 {
                        let free = self.free(groups[group], set);
                        if free == 0 {
                            return Some(Contradiction::NoneOf(own.member));
                        }
                        if free.is_power_of_two() {
                            set |= free;
                        }
                    }
                    group += 1;
                }
                at += 1;
            }
            if set == before {
                return None;
            }
        }
    }

    /// Returns the members of a group that can be set together with the given members.
    const fn free(&self, group: MemberSet, set: MemberSet) -> MemberSet {
        let (mut free, mut rest) = (0, group);
        while rest != 0 {
            let one = 1 << rest.trailing_zeros();
            if self.exclusion(self.closure(set | one)).is_none() {
                free |= one;
            }
            rest &= !one;
        }
        free
    }

    /// Adds the members that the given members require, directly or indirectly.
    const fn closure(&self, mut set: MemberSet) -> MemberSet {
        loop {
            let before = set;
            let mut at = 0;
            while at < self.len {
                if has(set, self.all[at].member) {
                    set |= self.all[at].required;
                }
                at += 1;
            }
            if set == before {
                return set;
            }
        }
    }

    /// Returns two of the given members that exclude each other.
    const fn exclusion(&self, set: MemberSet) -> Option<(usize, usize)> {
        let mut at = 0;
        while at < self.len {
            let own = &self.all[at];
            let conflicting = own.conflicts & set;
            if has(set, own.member) && conflicting != 0 {
                return Some((own.member, conflicting.trailing_zeros() as usize));
            }
            let group = own.exactly_one & set;
            if group.count_ones() > 1 {
                let first = group.trailing_zeros() as usize;
                let others = group & !bit(first);
                return Some((first, others.trailing_zeros() as usize));
            }
            at += 1;
        }
        None
    }
}

impl Contradiction {
    #[track_caller]
    const fn fail(&self, fields: &[Field], what: &str) -> ! {
        match self {
            Contradiction::Both(one, other) => fail(&[
                what,
                ": `",
                fields[*one].name(),
                "` and `",
                fields[*other].name(),
                "` would both have to be set, but exclude each other; remove a name from one of the relations",
            ]),
            Contradiction::NoneOf(group) => fail(&[
                what,
                ": one of the group of `",
                fields[*group].name(),
                "` would have to be set, but each of them is excluded; remove a name from one of the relations",
            ]),
        }
    }
}

const fn is_within(part: MemberSet, whole: MemberSet) -> bool {
    part != 0 && part & !whole == 0
}

const fn with_own(group: MemberSet, member: usize) -> MemberSet {
    if group == 0 { 0 } else { group | bit(member) }
}
