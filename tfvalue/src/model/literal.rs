//! Strings and numbers in annotations.

use super::same::is_same;
use crate::number::Number;

/// A string or number in an annotation.
#[derive(Clone)]
pub enum Literal {
    /// A string.
    Text(&'static str),
    /// An integer in the range of `i128`.
    Integer(i128),
    /// A number in decimal notation, and the float that is nearest to it.
    Decimal(&'static str, f64),
    /// The value of a constant.
    Float(f64),
    /// A string in a description that is built at run time.
    #[doc(hidden)]
    String(Box<str>),
    /// A number in a description that is built at run time.
    #[doc(hidden)]
    Number(Number),
}

impl Literal {
    /// Returns the content of a string.
    pub(crate) const fn text(&self) -> Option<&str> {
        match self {
            Literal::Text(text) => Some(text),
            Literal::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns `true` if this number is certainly less than the other number. Rounding keeps the order.
    const fn is_less(&self, other: &Literal) -> bool {
        match (self, other) {
            (Literal::Integer(one), Literal::Integer(other)) => *one < *other,
            _ => match (self.nearest(), other.nearest()) {
                (Some(one), Some(other)) => one < other,
                _ => false,
            },
        }
    }

    /// Returns `true` if both literals are certainly the same string or number.
    pub(super) const fn is_same(&self, other: &Literal) -> bool {
        match (self, other) {
            (Literal::Integer(one), Literal::Integer(other)) => *one == *other,
            (Literal::Float(one), Literal::Float(other)) => *one == *other,
            (Literal::Text(one), Literal::Text(other)) => is_same(one, other),
            _ => false,
        }
    }

    /// Returns the float that is nearest to a number.
    const fn nearest(&self) -> Option<f64> {
        match self {
            Literal::Integer(integer) => Some(*integer as f64),
            Literal::Decimal(_, float) | Literal::Float(float) => Some(*float),
            Literal::Text(_) | Literal::String(_) | Literal::Number(_) => None,
        }
    }

    /// Returns the number. The derive rejects strings and non-finite floats.
    pub(crate) fn number(&self) -> Number {
        let parse = |text: &str| text.parse().unwrap_or_else(|_| Number::from(0));
        match self {
            Literal::Integer(integer) => Number::from(*integer),
            Literal::Decimal(text, _) | Literal::Text(text) => parse(text),
            Literal::String(text) => parse(text),
            Literal::Number(number) => number.clone(),
            // The decimal number that the author wrote, not the nearest double.
            Literal::Float(float) => parse(&float.to_string()),
        }
    }
}

/// Numbers between two bounds.
#[derive(Clone)]
pub struct Range {
    pub(crate) min: Option<Literal>,
    pub(crate) max: Option<Literal>,
    /// Whether the minimum itself is excluded. No annotation can express this.
    pub(crate) above_min: bool,
    /// Whether the maximum itself is excluded.
    pub(crate) below_max: bool,
}

impl Range {
    /// Creates a range. A missing bound means that there is no limit.
    #[must_use]
    pub const fn new(min: Option<Literal>, max: Option<Literal>, below_max: bool) -> Self {
        Range {
            min,
            max,
            above_min: false,
            below_max,
        }
    }

    /// Returns the bounds that are set.
    pub(super) const fn bounds(&self) -> [Option<&Literal>; 2] {
        [self.min.as_ref(), self.max.as_ref()]
    }

    /// Returns the first and the last integer within the bounds. Missing bounds are replaced by `min` and `max`.
    pub(crate) const fn within(&self, min: i128, max: i128) -> (i128, i128) {
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

    /// Returns `true` if there is certainly no number within the bounds.
    pub(super) const fn is_empty(&self) -> bool {
        self.is_below(self)
    }

    /// Returns `true` if a number is certainly not in the range.
    pub(super) const fn excludes(&self, number: &Literal) -> bool {
        let is_below = match &self.min {
            Some(min) => number.is_less(min) || (self.above_min && number.is_same(min)),
            None => false,
        };
        let is_above = match &self.max {
            Some(max) => max.is_less(number) || (self.below_max && number.is_same(max)),
            None => false,
        };
        is_below || is_above
    }

    /// Returns `true` if it is certain that no number is in both ranges.
    pub(super) const fn is_apart(&self, other: &Range) -> bool {
        self.is_below(other) || other.is_below(self)
    }

    /// Returns `true` if the maximum is certainly below the minimum of another range.
    const fn is_below(&self, other: &Range) -> bool {
        match (&self.max, &other.min) {
            (Some(max), Some(min)) => {
                max.is_less(min) || ((self.below_max || other.above_min) && max.is_same(min))
            }
            _ => false,
        }
    }
}

/// A constant in an annotation. The Rust type of the literal determines its kind.
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

/// An integer type, which determines the range of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    pub(crate) name: &'static str,
    pub(crate) min: i128,
    /// The largest number that an annotation can contain.
    pub(crate) max: i128,
}

impl Integer {
    pub(crate) const fn holds(&self, number: i128) -> bool {
        self.min <= number && number <= self.max
    }
}
