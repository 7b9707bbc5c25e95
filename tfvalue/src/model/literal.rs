//! Strings and numbers in annotations.

use crate::number::Number;

/// A string or number in an annotation.
pub enum Literal {
    /// A string.
    Text(&'static str),
    /// A number without a fraction, in the range of `i128`.
    Integer(i128),
    /// A number in decimal notation.
    Decimal(&'static str),
    /// The value of a constant.
    Float(f64),
    /// A string of a description that is built at run time.
    #[doc(hidden)]
    String(Box<str>),
    /// A number of such a description.
    #[doc(hidden)]
    Number(Number),
}

impl Literal {
    /// Returns the text of a string.
    #[cfg(feature = "plan")]
    pub(crate) const fn text(&self) -> Option<&str> {
        match self {
            Literal::Text(text) => Some(text),
            Literal::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the number. The derive rejects text, and floats that are not finite.
    #[cfg(feature = "plan")]
    pub(crate) fn number(&self) -> Number {
        let parse = |text: &str| text.parse().unwrap_or_else(|_| Number::from(0));
        match self {
            Literal::Integer(integer) => Number::from(*integer),
            Literal::Decimal(text) | Literal::Text(text) => parse(text),
            Literal::String(text) => parse(text),
            Literal::Number(number) => number.clone(),
            // The decimal number that the author wrote, not the double nearest to it.
            Literal::Float(float) => parse(&float.to_string()),
        }
    }
}

/// Numbers between two bounds.
pub struct Range {
    pub(crate) min: Option<Literal>,
    pub(crate) max: Option<Literal>,
    /// Whether the minimum itself is not allowed. No annotation can say so.
    #[cfg_attr(not(feature = "plan"), allow(dead_code))]
    pub(crate) above_min: bool,
    /// Whether the maximum itself is not allowed.
    pub(crate) below_max: bool,
}

impl Range {
    /// Creates a range, which is open at an end without a bound.
    #[must_use]
    pub const fn new(min: Option<Literal>, max: Option<Literal>, below_max: bool) -> Self {
        Range {
            min,
            max,
            above_min: false,
            below_max,
        }
    }

    /// Returns the bounds that there are.
    pub(super) const fn bounds(&self) -> [Option<&Literal>; 2] {
        [self.min.as_ref(), self.max.as_ref()]
    }

    /// Returns the first and the last integer, of those from `min` to `max`.
    pub(super) const fn within(&self, min: i128, max: i128) -> (i128, i128) {
        let first = match self.min {
            Some(Literal::Integer(first)) => first,
            _ => min,
        };
        let last = match self.max {
            Some(Literal::Integer(last)) => last.saturating_sub(self.below_max as i128),
            _ => max,
        };
        (first, last)
    }

    /// Returns `true` if no number is between the bounds. The derive compares bounds that are literals.
    pub(super) const fn is_empty(&self) -> bool {
        match (&self.min, &self.max) {
            (Some(Literal::Integer(min)), Some(Literal::Integer(max))) => {
                *min > *max || (self.below_max && *min == *max)
            }
            (Some(Literal::Float(min)), Some(Literal::Float(max))) => {
                *min > *max || (self.below_max && *min == *max)
            }
            (Some(Literal::Integer(min)), Some(Literal::Float(max))) => *min as f64 > *max,
            (Some(Literal::Float(min)), Some(Literal::Integer(max))) => *min > *max as f64,
            _ => false,
        }
    }
}

/// A constant in an annotation. Its Rust type determines the kind of literal.
pub struct Constant<T>(pub T);

macro_rules! constants {
    ($($ty:ty => |$value:ident| $literal:expr;)*) => {$(
        impl Constant<$ty> {
            /// Returns the string or number.
            #[must_use]
            pub const fn string_or_number(self) -> Literal {
                let $value = self.0;
                $literal
            }
        }
    )*};
}

constants! {
    &'static str => |text| Literal::Text(text);
    i8 => |integer| Literal::Integer(integer as i128);
    i16 => |integer| Literal::Integer(integer as i128);
    i32 => |integer| Literal::Integer(integer as i128);
    i64 => |integer| Literal::Integer(integer as i128);
    i128 => |integer| Literal::Integer(integer);
    isize => |integer| Literal::Integer(integer as i128);
    u8 => |integer| Literal::Integer(integer as i128);
    u16 => |integer| Literal::Integer(integer as i128);
    u32 => |integer| Literal::Integer(integer as i128);
    u64 => |integer| Literal::Integer(integer as i128);
    usize => |integer| Literal::Integer(integer as i128);
    f64 => |float| Literal::Float(float);
}

/// A type of integers, and thereby the numbers that it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    pub(crate) name: &'static str,
    pub(crate) min: i128,
    /// The largest number that an annotation can contain.
    pub(crate) max: i128,
}

impl Integer {
    pub(super) const fn holds(&self, number: i128) -> bool {
        self.min <= number && number <= self.max
    }
}
