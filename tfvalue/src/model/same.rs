//! Comparing texts in constants.

pub(super) const fn is_same(a: &str, b: &str) -> bool {
    is_same_bytes(a.as_bytes(), b.as_bytes())
}

pub(super) const fn is_same_bytes(mut a: &[u8], mut b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false; // so that the compiler, which calls this for each field, ends early
    }
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        if *first != *other {
            return false;
        }
        (a, b) = (rest, others);
    }
    true
}
