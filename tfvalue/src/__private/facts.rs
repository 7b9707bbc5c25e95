//! The facts of derived structs, and the rules that they must keep.
//!
//! The macro sees only how a type is spelled, so it leaves these questions to the compiler.

use crate::schema::{Facts, Kind, Nesting};

/// Returns the facts of a struct that has a schema.
#[must_use]
pub const fn of_schema(blocks: bool, write_only: bool, members: &[Facts]) -> Facts {
    let object = of_object(members);
    Facts {
        nesting: Some(Nesting::Single),
        schema: true,
        blocks,
        write_only: write_only || object.write_only,
        float: false,
        ..object
    }
}

/// Returns the facts of a struct that is a plain object.
#[must_use]
pub const fn of_object(members: &[Facts]) -> Facts {
    let mut facts = Facts::of(Kind::Object);
    let mut rest = members;
    while let [member, others @ ..] = rest {
        facts.float |= member.float;
        facts.write_only |= member.write_only;
        facts.dynamic |= member.dynamic;
        rest = others;
    }
    facts
}

/// An attribute that can be null and unknown does not tell who sets it.
#[must_use]
pub const fn tells_who_sets_it(facts: Facts) -> bool {
    !(facts.null && facts.unknown)
}

/// A struct with a schema is within one list, set or map at the most.
#[must_use]
pub const fn can_be_nested(facts: Facts) -> bool {
    !facts.schema || facts.nesting.is_some()
}

/// The struct of a nested attribute has no nested blocks.
#[must_use]
pub const fn has_no_blocks(facts: Facts) -> bool {
    facts.nesting.is_none() || !facts.blocks
}

/// A set of structs holds neither write-only members nor dynamic ones.
#[must_use]
pub const fn can_be_in_set(facts: Facts) -> bool {
    !matches!(facts.nesting, Some(Nesting::Set)) || !(facts.write_only || facts.dynamic)
}

/// Lists, sets and maps of blocks are never null.
#[must_use]
pub const fn is_empty_not_null(facts: Facts) -> bool {
    !facts.null || matches!(facts.nesting, Some(Nesting::Single) | None)
}

/// A single block may be absent, and then it is null.
#[must_use]
pub const fn can_be_absent(facts: Facts) -> bool {
    facts.null || !is_single(facts)
}

/// The value is one struct.
#[must_use]
pub const fn is_single(facts: Facts) -> bool {
    matches!(facts.nesting, Some(Nesting::Single))
}

/// There are one or no single blocks, and blocks in a map are not counted.
#[must_use]
pub const fn can_be_counted(facts: Facts, min_items: u64, max_items: u64) -> bool {
    match facts.nesting {
        Some(Nesting::Single) => min_items == max_items && min_items <= 1,
        Some(Nesting::Map) => min_items == 0 && max_items == 0,
        _ => true,
    }
}
