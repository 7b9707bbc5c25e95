//! Rules about regular expressions.

#[cfg(feature = "regex")]
mod matches;
#[cfg(feature = "regex")]
mod meaning;

use syn::LitStr;

use crate::ast::Field;
use crate::attr::ValueConstraints;
use crate::ctxt::Ctxt;

#[cfg(not(feature = "regex"))]
pub(super) fn is_valid(cx: &Ctxt, pattern: &LitStr, _: &ValueConstraints) {
    cx.error(
        pattern,
        "`regex` requires the feature `regex` of tfvalue: add it in Cargo.toml",
    );
}

#[cfg(not(feature = "regex"))]
pub(super) fn agrees(_: &Ctxt, _: &Field<'_>) {}

/// `#[tf(regex = "[a-z")]`, `#[tf(regex = "(a{1000}){1000}")]`, `#[tf(regex = ".*")]`
#[cfg(feature = "regex")]
pub(super) fn is_valid(cx: &Ctxt, pattern: &LitStr, constraints: &ValueConstraints) {
    use regex_syntax::Error;
    match regex_syntax::parse(&pattern.value()) {
        Ok(expression) if size::of(&expression) > size::MOST => cx.error(
            pattern,
            "the regular expression is too large: reduce the numbers of its repetitions, or use `length`",
        ),
        Ok(expression) => {
            if let Some(fault) = meaning::fault(&expression, constraints) {
                cx.error(pattern, fault);
            }
        }
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

/// `#[tf(default = "A", regex = "^[a-z]$")]`, `#[tf(computed, refine(prefix = "B"), regex = "^a")]`
#[cfg(feature = "regex")]
pub(super) fn agrees(cx: &Ctxt, field: &Field<'_>) {
    let Some(pattern) = field.attrs.validation.value.regex.get() else {
        return;
    };
    let expression = regex_syntax::parse(&pattern.value()).ok();
    let Some(expression) = expression.filter(|it| size::of(it) <= size::MOST) else {
        return; // reported already
    };
    if let Some(default) = field.attrs.default.get() {
        let text = super::validation::text(default);
        let is_match = text.and_then(|text| matches::is_match(&expression, &text));
        if is_match == Some(false) {
            cx.error(
                default,
                "`default` does not match `regex`: change one of them",
            );
        }
    }
    let refine = field.attrs.planning.refine.get();
    if let Some(prefix) = refine.and_then(|refine| refine.prefix.get()) {
        if !meaning::can_begin_with(&expression, &prefix.value()) {
            cx.error(
                prefix,
                "`refine` promises a prefix with which no string matches `regex`: change one of them",
            );
        }
    }
}

#[cfg(feature = "regex")]
mod size {
    use regex_syntax::hir::{Class, Hir, HirKind};
    use regex_syntax::utf8::Utf8Sequences;

    /// The maximum size. The provider compiles the expression without a limit: compiling an expression of this size
    /// uses 10 to 50 MiB. This memory usage exceeds the default limit of the `regex` crate.
    pub(super) const MOST: u64 = 1 << 21;

    /// Returns an upper bound for the number of states in the automaton of an expression.
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
