//! Writes `tracing` events to standard error, in the format that Terraform reads and adds to its log.

pub(crate) mod capture;
mod line;
mod output;
mod subscriber;

use std::env;

use tracing::Dispatch;
use tracing::level_filters::LevelFilter;

pub(super) use self::output::{flush, print, write};
use self::subscriber::Subscriber;
use super::handshake::started_by_terraform;

/// The environment variables in which Terraform passes its log level to the provider.
const LEVELS: [&str; 2] = ["TF_LOG_PROVIDER", "TF_LOG"];

/// Adds lines to the log that Terraform reads.
pub fn write_log(lines: &str) {
    if started_by_terraform() {
        write(lines);
    }
}

/// Installs the subscriber, unless the program already has a subscriber.
pub(super) fn install(is_debugged: bool) {
    let variable = LEVELS
        .iter()
        .find_map(|name| env::var(name).ok().filter(|level| !level.is_empty()));
    let level = level(variable.as_deref(), is_debugged);
    if level != LevelFilter::OFF {
        // The call fails if the program already has a subscriber.
        _ = tracing::dispatcher::set_global_default(Dispatch::new(Subscriber::new(level, write)));
    }
}

/// Returns the log level for the value of a variable. If no variable is set, Terraform ignores events.
fn level(variable: Option<&str>, is_debugged: bool) -> LevelFilter {
    let Some(variable) = variable else {
        return if is_debugged {
            LevelFilter::INFO
        } else {
            LevelFilter::OFF
        };
    };
    match variable.to_ascii_uppercase().as_str() {
        "OFF" => LevelFilter::OFF,
        "ERROR" => LevelFilter::ERROR,
        "WARN" => LevelFilter::WARN,
        "INFO" => LevelFilter::INFO,
        "DEBUG" => LevelFilter::DEBUG,
        // As in Terraform, all other values, such as JSON, select the most detailed level.
        _ => LevelFilter::TRACE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_those_of_terraform() {
        for (variable, expected) in [
            (Some("off"), LevelFilter::OFF),
            (Some("warn"), LevelFilter::WARN),
            (Some("JSON"), LevelFilter::TRACE),
            (Some("1"), LevelFilter::TRACE),
            (None, LevelFilter::OFF),
        ] {
            assert_eq!(level(variable, false), expected, "{variable:?}");
        }
        assert_eq!(level(None, true), LevelFilter::INFO);
    }
}
