//! Advice that the author of the provider has decided not to follow.

use std::ffi::OsStr;
use std::fmt;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use tfvalue_testing::Lint;
use wildmatch::WildMatch;

/// Advice that is not reported.
#[derive(Clone, Debug)]
pub(crate) struct Allow {
    pub(crate) lint: Lint,
    /// A pattern for the resource types; `None` for all types.
    resources: Option<String>,
}

impl Allow {
    fn parse(text: &str) -> Option<Self> {
        let (name, resources) = match text.split_once('=') {
            Some((_, "")) => return None,
            Some((name, pattern)) => (name, Some(pattern.to_owned())),
            None => (text, None),
        };
        let mut all = Lint::ALL.iter();
        let lint = *all.find(|lint| named(**lint) == name)?;
        Some(Allow { lint, resources })
    }

    pub(crate) fn covers(&self, type_name: &str) -> bool {
        let pattern = self.resources.as_deref();
        pattern.is_none_or(|pattern| WildMatch::new(pattern).matches(type_name))
    }
}

impl fmt::Display for Allow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&named(self.lint))?;
        match &self.resources {
            Some(pattern) => write!(f, "={pattern}"),
            None => Ok(()),
        }
    }
}

/// Returns the name of a lint in the report.
fn named(lint: Lint) -> String {
    format!("{lint:?}")
}

/// Parses the values of `--allow`. The names are listed in the completion scripts, and in the error for an unknown name.
#[derive(Clone)]
pub(crate) struct Parser;

impl TypedValueParser for Parser {
    type Value = Allow;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Allow, Error> {
        let text = value.to_string_lossy();
        Allow::parse(&text).ok_or_else(|| {
            let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
            let names = Lint::ALL.iter().map(|lint| named(*lint)).collect();
            let argument = argument.map(ToString::to_string).unwrap_or_default();
            for (kind, value) in [
                (ContextKind::InvalidArg, ContextValue::String(argument)),
                (
                    ContextKind::InvalidValue,
                    ContextValue::String(text.into_owned()),
                ),
                (ContextKind::ValidValue, ContextValue::Strings(names)),
            ] {
                error.insert(kind, value);
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Lint::ALL
            .iter()
            .map(|lint| PossibleValue::new(named(*lint)));
        Some(Box::new(names))
    }
}
