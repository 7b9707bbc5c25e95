//! The differences from the reference implementation that are meant to be.

use std::fmt;

/// A way in which tfvalue differs from the reference implementation on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Something follows the value.
    Trailing,
    /// A key of a map, or an attribute, is there twice.
    Repeated,
    /// What the reference accepts and cannot write.
    Unwritable,
    /// An object or tuple without any members.
    Empty,
    /// A string is not UTF-8.
    NotUtf8,
    /// An escape in JSON is half of a surrogate pair.
    Surrogate,
    /// The key of a map is no string.
    KeyKind,
    /// The name of an attribute is nil.
    NilName,
    /// The type of a dynamic value is followed by a closing bracket.
    TypeTrailing,
    /// The type of a dynamic value has optional attributes.
    TypeOptional,
    /// An ext of another code than 12 has a payload.
    ForeignExt,
    /// A refinement of an unknown kind.
    ForeignRefinement,
    /// Refinements within refinements.
    NestedExt,
    /// A length or nullness is nil.
    NilRefinement,
    /// The least length of a collection is negative.
    NegativeLength,
    /// A refinement of another kind of type that says nothing.
    EmptyRefinement,
    /// What is known of a value of unknown type.
    DynamicPayload,
    /// A long prefix with a line break.
    LineBreak,
    /// Two bounds on the same side that are equal, as a double and as text.
    EqualBounds,
    /// Bounds that leave nothing.
    EmptyRange,
    /// Elements with dynamic inside that differ in what they know of their types.
    PartlyDynamic,
    /// A limit of tfvalue's.
    Limit,
    /// The order of the elements of a set.
    SetOrder,
    /// Characters that are newer than Unicode 15.0.
    Unicode,
    /// Characters beyond U+FFFF before a mark.
    Confused,
    /// Zero and minus zero in a set.
    MinusZero,
    /// A whole double of 2^53 and more.
    WholeDouble,
    /// A double that is a power of two.
    PowerOfTwo,
    /// A double below the normal ones.
    Subnormal,
    /// More than 512 bits.
    Precision,
    /// An unknown list of a known length.
    LongUnknown,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Trailing => "what follows a value is refused, where the reference never looks",
            Self::Repeated => "repeated keys and attributes are refused, where the last wins",
            Self::Unwritable => "what does not fit the type is refused, where writing it fails",
            Self::Empty => "an empty object or tuple is refused where it lacks its members",
            Self::NotUtf8 => {
                "strings that are not UTF-8 are refused, where they pass or are patched"
            }
            Self::Surrogate => {
                "halves of surrogate pairs in JSON are refused, where they are patched"
            }
            Self::KeyKind => "keys that are no strings are refused, where an error gets lost",
            Self::NilName => "nil is no name, where it is the empty one",
            Self::TypeTrailing => "what follows an in-band type is refused, where ] and } hide it",
            Self::TypeOptional => {
                "optional markings of an in-band type are dropped, where they stay"
            }
            Self::ForeignExt => "an ext of any code is an unknown (spec), where it is an error",
            Self::ForeignRefinement => "unknown refinements are skipped (spec), where step is lost",
            Self::NestedExt => "refinements are a map, where an ext header before it is skipped",
            Self::NilRefinement => {
                "a length or nullness that is nil is refused, where it is 0 or false"
            }
            Self::NegativeLength => "negative lengths are refused, where they are ignored",
            Self::EmptyRefinement => "what says nothing is no refinement, where its kind counts",
            Self::DynamicPayload => {
                "refinements without a type are not looked at, where it has to be a map"
            }
            Self::LineBreak => "a prefix goes on after a line break, where that may cut it",
            Self::EqualBounds => {
                "of two bounds that are equal the first stays, where the last does"
            }
            Self::EmptyRange => "a < x < a is refused, where it passes",
            Self::PartlyDynamic => "elements partly dynamic are accepted, where it panics",
            Self::Limit => "limits on digits, exponents and depth",
            Self::SetOrder => "sets of compound elements keep their order, where it is undefined",
            Self::Unicode => "new characters are normalised by newer tables than Unicode 15.0's",
            Self::Confused => "characters beyond U+FFFF stay, where they compose as if below",
            Self::MinusZero => "zero and minus zero are one element, where both stay",
            Self::WholeDouble => "whole doubles are written in full, where they are rounded",
            Self::PowerOfTwo => {
                "powers of two take a text that is theirs in JSON, where one is near it"
            }
            Self::Subnormal => "subnormal doubles take their shortest text in JSON",
            Self::Precision => "all digits are kept, where 512 bits are",
            Self::LongUnknown => "a list of over 16 unknowns stays one unknown, where it is made",
        })
    }
}
