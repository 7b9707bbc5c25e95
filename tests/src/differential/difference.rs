//! The intended differences from go-cty.

use std::fmt;

/// An intended difference between tfvalue and go-cty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// The input continues after the value.
    Trailing,
    /// A duplicate map key or attribute.
    Repeated,
    /// A value that go-cty accepts but cannot write.
    Unwritable,
    /// An object or a tuple without members instead of a type that has members.
    Empty,
    /// A string that is not valid UTF-8.
    NotUtf8,
    /// An unpaired surrogate in a JSON escape.
    Surrogate,
    /// A map key that is not a string.
    KeyKind,
    /// A nil attribute name.
    NilName,
    /// A closing bracket after the type of a dynamic value.
    TypeTrailing,
    /// Optional attributes in the type of a dynamic value.
    TypeOptional,
    /// An ext with a payload and a code other than 12.
    ForeignExt,
    /// A refinement of an unknown kind.
    ForeignRefinement,
    /// An ext header in front of refinements.
    NestedExt,
    /// A nil length or nullness refinement.
    NilRefinement,
    /// A negative minimum length.
    NegativeLength,
    /// A refinement that does not match the type and does not restrict the value.
    EmptyRefinement,
    /// Refinements of an unknown value whose type is unknown.
    DynamicPayload,
    /// A long prefix that contains a line break.
    LineBreak,
    /// Two equal bounds on the same side: one bound is a double, and the other bound is a string.
    EqualBounds,
    /// Bounds that exclude every number.
    EmptyRange,
    /// Elements that contain dynamic values, some of which have an unknown type.
    PartlyDynamic,
    /// An input that exceeds one of tfvalue's limits.
    Limit,
    /// The order of the elements in a set.
    SetOrder,
    /// Characters that are newer than Unicode 15.0.
    Unicode,
    /// Characters above U+FFFF followed by a combining mark.
    Confused,
    /// Zero and minus zero in a set.
    MinusZero,
    /// Two equal numbers in a set: to compute their hashes, go-cty rounds one number up and the other number down.
    RoundedHash,
    /// A whole double that is 2^53 or more.
    WholeDouble,
    /// A double that is a power of two.
    PowerOfTwo,
    /// A subnormal double.
    Subnormal,
    /// A number with more than 512 bits.
    Precision,
    /// An unknown list whose length is known.
    LongUnknown,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Trailing => "input after the value is rejected; go-cty ignores it",
            Self::Repeated => {
                "duplicate keys and attributes are rejected; in go-cty, the last one wins"
            }
            Self::Unwritable => {
                "values that do not fit the type are rejected; go-cty fails to write them"
            }
            Self::Empty => {
                "an empty object or tuple is rejected if members are missing; go-cty accepts it"
            }
            Self::NotUtf8 => {
                "strings that are not UTF-8 are rejected; go-cty keeps or repairs them"
            }
            Self::Surrogate => "unpaired surrogates in JSON are rejected; go-cty replaces them",
            Self::KeyKind => "map keys that are not strings are rejected; go-cty loses the error",
            Self::NilName => "nil is not an attribute name; go-cty reads it as the empty name",
            Self::TypeTrailing => "input after an in-band type is rejected; go-cty ignores ] and }",
            Self::TypeOptional => "`optional` in an in-band type is dropped; go-cty keeps it",
            Self::ForeignExt => {
                "an ext of any code is an unknown value, as specified, except in responses; go-cty fails"
            }
            Self::ForeignRefinement => {
                "unknown refinements are skipped, as specified; go-cty loses its position"
            }
            Self::NestedExt => "an ext header before refinements is rejected; go-cty skips it",
            Self::NilRefinement => {
                "a nil length or nullness is rejected; go-cty reads it as 0 or false"
            }
            Self::NegativeLength => "negative lengths are rejected; go-cty ignores them",
            Self::EmptyRefinement => {
                "a refinement without effect fits every type; go-cty checks the type"
            }
            Self::DynamicPayload => {
                "refinements of a value of unknown type are ignored; go-cty wants a map"
            }
            Self::LineBreak => "a prefix may contain a line break; go-cty may cut it there",
            Self::EqualBounds => "the first of two equal bounds is kept; go-cty keeps the last",
            Self::EmptyRange => "a < x < a is rejected; go-cty accepts it",
            Self::PartlyDynamic => "elements of partly unknown type are accepted; go-cty panics",
            Self::Limit => "digits, exponents and depth are limited",
            Self::SetOrder => "sets of compound elements keep their order; go-cty's is undefined",
            Self::Unicode => "new characters are normalized; go-cty has the tables of Unicode 15.0",
            Self::Confused => "characters above U+FFFF stay; go-cty composes their low 16 bits",
            Self::MinusZero => "zero and minus zero are one set element; go-cty keeps both",
            Self::RoundedHash => {
                "equal numbers are one set element; go-cty keeps both if their hashes differ"
            }
            Self::WholeDouble => "whole doubles are written in full; go-cty rounds them",
            Self::PowerOfTwo => {
                "powers of two keep their value in JSON; go-cty may write a neighbor"
            }
            Self::Subnormal => {
                "subnormal doubles have their shortest text in JSON; go-cty's is longer"
            }
            Self::Precision => "all digits are kept; go-cty keeps 512 bits",
            Self::LongUnknown => {
                "a list of over 16 unknown elements is one unknown; go-cty creates them"
            }
        })
    }
}
