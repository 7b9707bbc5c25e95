#![doc = include_str!("../README.md")]
//!
//! # Findings
//!
//! A step with findings panics and prints all of them:
//!
//! ```text
//! step 2 (apply polite_greeting): 1 finding
//!   step 2, ApplyResourceChange: rule ValueChanged at text: was cty.StringVal("hello"), but now cty.StringVal("HELLO")
//!     expected: "hello"
//!     got:      "HELLO"
//! ```
//!
//! # Order of the calls
//!
//! For an object, the harness sends the same requests as Terraform, in the same order, with the same values and private
//! data. Tests in this crate compare these requests with the requests that Terraform itself sends for a new object, an
//! update, a replacement in either order, a change outside Terraform, an import, a move, a deletion, unknown values,
//! failed changes, data sources, and ephemeral resources. The differences are:
//!
//! * The harness configures the provider only once, while Terraform configures it for each command.
//! * [`Instance::refresh`] and [`Instance::destroy`] have no configuration. In Terraform, these commands also validate
//!   the configuration, and `destroy` first plans the configuration.
//! * [`Instance::move_from`] is a separate step, while Terraform moves a state as part of planning.
//! * After an object has been destroyed, the harness reads it once more.
//! * After a change to a resource with an identity, the harness also reads the object without its identity, as an older
//!   version of the provider would have stored the object.
//! * If an ephemeral resource requests renewals, the harness renews the resource at most twice before closing it.
//!   Terraform renews the resource at the requested times.
//! * After a deferred response, the step ends, and its outcome has the [reason](Outcome::deferred).
//!
//! The harness does not support:
//!
//! * plans with `import` blocks: [`Instance::import`] corresponds to `terraform import`,
//! * list resources, actions and state stores.
//!
//! # Failures
//!
//! [`Outcome::fails`] expects an error. The next step starts with the state that the failed step left, as in Terraform.
//! [Bugs](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tasks/errors/index.html#bugs-of-the-provider) that the
//! provider reports are findings instead.

#[cfg(feature = "acceptance")]
pub mod acceptance;
mod advice;
mod blame;
mod calls;
mod case;
mod cases;
mod change;
mod checks;
mod clock;
mod config;
mod current;
mod delete;
mod drift;
mod edit;
mod existing;
mod failure;
mod finding;
mod foreign;
mod harness;
mod hcl;
mod identity;
mod import;
mod instance;
mod interrupt;
mod kinds;
mod learn;
mod legacy;
mod limits;
mod lint;
mod log;
mod moved;
mod older;
mod others;
mod outcome;
mod part;
mod pattern;
mod plans;
mod play;
mod property;
mod random;
mod removed;
pub mod response;
mod run;
mod search;
mod secret;
mod shrink;
mod simpler;
mod thinner;
mod unused;
mod watch;
mod words;

pub use self::config::Config;
pub use self::existing::Existing;
pub use self::failure::Failure;
pub use self::finding::{Finding, FindingKind};
pub use self::harness::{Call, Harness};
pub use self::instance::Instance;
pub use self::lint::Lint;
pub use self::outcome::{Deferral, Outcome};
pub use self::part::PartKind;
pub use self::property::{Property, PropertyReport};
