//! Sets of members of an object.

use crate::model::const_or_owned::Names;
use crate::model::field::Field;
use crate::model::same::is_same;

/// Members, represented by one bit for each index among the fields.
pub(super) type MemberSet = u128;

/// The maximum number of members that are examined.
pub(super) const MOST: usize = 128;

pub(super) const fn bit(member: usize) -> MemberSet {
    1 << member
}

pub(super) const fn has(set: MemberSet, member: usize) -> bool {
    set & bit(member) != 0
}

/// Returns the members with the given names. Names of members that do not exist are reported elsewhere.
pub(super) const fn members(fields: &[Field], names: &Names) -> MemberSet {
    let (mut found, mut at) = (0, 0);
    while at < names.len() {
        let place = index(fields, names.get(at));
        if place < fields.len() {
            found |= bit(place);
        }
        at += 1;
    }
    found
}

/// Returns the index of the member with the given name, or the number of members if no member has the given name.
pub(super) const fn index(fields: &[Field], name: &str) -> usize {
    let mut at = 0;
    while at < fields.len() && !is_same(fields[at].name(), name) {
        at += 1;
    }
    at
}
