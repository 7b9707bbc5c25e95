//! Equality, order and hashing of numbers, based on a canonical form.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::fmt::{NumberText, between_two_texts};
use super::{Decimal, Number, Repr};

/// A number in the form of its shortest decimal notation. Equal numbers have the same form.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Canonical<'a> {
    Int(i64),
    Small {
        negative: bool,
        exp: i16,
        coeff: u64,
    },
    Big(&'a Decimal),
    Infinite {
        negative: bool,
    },
}

impl Number {
    pub(super) fn canonical(&self) -> Canonical<'_> {
        match &self.0 {
            Repr::Int(int) => Canonical::Int(*int),
            Repr::Float(float) => shortest(*float),
            &Repr::Small {
                negative,
                exp,
                coeff,
            } => Canonical::Small {
                negative,
                exp,
                coeff,
            },
            Repr::Big(decimal) => Canonical::Big(decimal),
        }
    }
}

impl Canonical<'_> {
    fn signum(&self) -> i64 {
        let negative = match self {
            Self::Int(int) => return int.signum(),
            Self::Small { negative, .. } | Self::Infinite { negative } => *negative,
            Self::Big(decimal) => decimal.negative,
        };
        if negative { -1 } else { 1 }
    }

    fn cmp_magnitude(&self, other: &Self) -> Ordering {
        match (self.magnitude(), other.magnitude()) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            // Neither number has zeros at the end of its fraction, so a prefix is always the smaller number.
            (Some((len, digits)), Some((other_len, other_digits))) => len
                .cmp(&other_len)
                .then_with(|| (*digits).cmp(&*other_digits)),
        }
    }

    /// Returns the digits, and the number of digits before the point. Returns `None` for infinities.
    fn magnitude(&self) -> Option<(i64, NumberText)> {
        let (digits, exp) = match self {
            Self::Int(int) => (NumberText::digits(int.unsigned_abs()), 0),
            Self::Small { exp, coeff, .. } => (NumberText::digits(*coeff), *exp),
            Self::Big(decimal) => (NumberText::display(&decimal.digits), decimal.exp),
            Self::Infinite { .. } => return None,
        };
        Some((digits.len() as i64 + i64::from(exp), digits))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.canonical() == other.canonical()
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.canonical().hash(state);
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (self.canonical(), other.canonical());
        if let (Canonical::Int(a), Canonical::Int(b)) = (&a, &b) {
            return a.cmp(b);
        }
        a.signum().cmp(&b.signum()).then_with(|| match a.signum() {
            -1 => b.cmp_magnitude(&a),
            _ => a.cmp_magnitude(&b),
        })
    }
}

/// Returns the form of a double that is a fraction, minus zero or an infinity.
fn shortest(float: f64) -> Canonical<'static> {
    if float.is_infinite() {
        let negative = float.is_sign_negative();
        return Canonical::Infinite { negative };
    }
    let number = between_two_texts(float)
        .or_else(|| Number::parse(NumberText::display(format_args!("{float:e}")).as_bytes()).ok());
    match number {
        Some(Number(Repr::Small {
            negative,
            exp,
            coeff,
        })) => Canonical::Small {
            negative,
            exp,
            coeff,
        },
        _ => Canonical::Int(0), // minus zero: the shortest text of any other has at most 17 digits
    }
}
