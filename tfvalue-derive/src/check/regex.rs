//! Rules about regular expressions.

use syn::LitStr;

use crate::ctxt::Ctxt;

#[cfg(not(feature = "regex"))]
pub(super) fn is_valid(cx: &Ctxt, pattern: &LitStr) {
    cx.error(
        pattern,
        "`regex` requires the feature `regex` of tfvalue: add it in Cargo.toml",
    );
}

/// `#[tf(regex = "[a-z")]`, `#[tf(regex = "(a{1000}){1000}")]`
#[cfg(feature = "regex")]
pub(super) fn is_valid(cx: &Ctxt, pattern: &LitStr) {
    use regex_syntax::Error;
    match regex_syntax::parse(&pattern.value()) {
        Ok(expression) if size::of(&expression) > size::MOST => cx.error(
            pattern,
            "the regular expression is too large: reduce the numbers of its repetitions, or use `length`",
        ),
        Ok(_) => {}
        Err(error) => {
            let error = match &error {
                Error::Parse(error) => error.kind().to_string(),
                Error::Translate(error) => error.kind().to_string(),
                other => other.to_string(),
            };
            cx.error(
                pattern,
                format_args!("the regular expression is not valid: {error}"),
            );
        }
    }
}

#[cfg(feature = "regex")]
mod size {
    use regex_syntax::hir::{Class, Hir, HirKind};
    use regex_syntax::utf8::Utf8Sequences;

    /// The maximum size. The provider compiles the expression without a limit: one of this size takes
    /// 10 to 50 MiB. This is more than the default limit of the crate `regex` allows.
    pub(super) const MOST: u64 = 1 << 21;

    /// Returns an upper bound of the number of states in the automaton for an expression.
    pub(super) fn of(expression: &Hir) -> u64 {
        match expression.kind() {
            HirKind::Empty | HirKind::Look(_) | HirKind::Class(Class::Bytes(_)) => 1,
            HirKind::Literal(literal) => literal.0.len() as u64,
            HirKind::Class(Class::Unicode(class)) => {
                let ranges = class.iter();
                let parts = ranges.flat_map(|range| Utf8Sequences::new(range.start(), range.end()));
                parts.map(|bytes| bytes.len() as u64).sum()
            }
            HirKind::Repetition(repetition) => {
                let times = repetition.max.unwrap_or(repetition.min.max(1));
                let once = of(&repetition.sub).saturating_add(1);
                once.saturating_mul(times.into()).saturating_add(1)
            }
            HirKind::Capture(group) => of(&group.sub).saturating_add(2),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => {
                parts.iter().map(of).fold(1, u64::saturating_add)
            }
        }
    }
}
