//! A harness for tests of providers, without Terraform.
//!
//! A [`Harness`] takes the place of Terraform: it makes the same calls in the same order, with the values that
//! Terraform would send, and checks each response by [Terraform's rules](tfvalue::rules) and by additional [lints](Lint).
//! Between the steps, states are stored as in Terraform: as JSON that is upgraded by `UpgradeResourceState`, with
//! private data and without write-only values.
//!
//! # Examples
//!
//! ```
//! use std::sync::Mutex;
//!
//! use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
//! use tfvalue_testing::Harness;
//! use tfvalue::{Attr, Diagnostics, TfSchema};
//!
//! #[derive(TfSchema)]
//! #[tf(kind = provider)]
//! struct Config {}
//!
//! /// The service, in memory.
//! #[derive(Default)]
//! struct Service(Mutex<Option<String>>);
//!
//! impl ProviderConfig for Config {
//!     type Client = Service;
//!
//!     async fn configure(self, _: &mut Context<()>) -> Result<Service, Diagnostics> {
//!         Ok(Service::default())
//!     }
//! }
//!
//! #[derive(TfSchema)]
//! #[tf(kind = resource)]
//! struct Greeting {
//!     #[tf(computed, keep)]
//!     id: Attr<String>,
//!     #[tf(default = "hello")]
//!     text: Attr<String>,
//! }
//!
//! impl Resource for Greeting {
//!     const NAME: &'static str = "greeting";
//!     type Client = Service;
//!
//!     async fn create(
//!         mut plan: Self,
//!         context: &mut Context<Service>,
//!     ) -> Result<Self, Diagnostics> {
//!         *context.client().0.lock().unwrap() = plan.text.as_deref().map(str::to_owned);
//!         plan.id.set("1");
//!         Ok(plan)
//!     }
//!
//!     async fn read(
//!         mut state: Self,
//!         context: &mut Context<Service>,
//!     ) -> Result<Option<Self>, Diagnostics> {
//!         let Some(text) = context.client().0.lock().unwrap().clone() else {
//!             return Ok(None);
//!         };
//!         state.text.set(text);
//!         Ok(Some(state))
//!     }
//!
//!     async fn update(
//!         _: Self,
//!         plan: Self,
//!         context: &mut Context<Service>,
//!     ) -> Result<Self, Diagnostics> {
//!         Self::create(plan, context).await
//!     }
//!
//!     async fn delete(_: Self, context: &mut Context<Service>) -> Result<(), Diagnostics> {
//!         context.client().0.lock().unwrap().take();
//!         Ok(())
//!     }
//! }
//!
//! // #[test]
//! fn a_greeting_from_its_creation_to_its_end() {
//!     let harness = Harness::new(Provider::new::<Config>("polite").resource::<Greeting>());
//!     harness.configure("{}").succeeds();
//!     let mut greeting = harness.resource("polite_greeting");
//!
//!     let state: Greeting = greeting.apply("{}").created().state();
//!     assert_eq!(state.text, "hello");
//!     greeting.apply(r#"{"text": "good evening"}"#).updated();
//!     greeting.apply(r#"{"text": "good evening"}"#).unchanged();
//!
//!     // Somebody else changes the text: Terraform changes it back.
//!     *harness.client().0.lock().unwrap() = Some("get out".to_owned());
//!     greeting.apply(r#"{"text": "good evening"}"#).updated();
//!
//!     greeting.destroy().destroyed();
//! }
//! # a_greeting_from_its_creation_to_its_end();
//! ```
//!
//! A step that finds something panics with all findings:
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
//! The harness sends the same requests for an object as Terraform, in the same order, with the same values and private
//! data. Tests of this crate compare these requests with those of a real Terraform for a new object, an update, a
//! replacement in either order, a change outside of Terraform, an import, a move, destroying, unknown values, changes
//! that fail, data sources, and ephemeral resources. These differ:
//!
//! * The provider is configured only once, while Terraform configures it in each command.
//! * [`Instance::refresh`] and [`Instance::destroy`] have no configuration. In Terraform, these commands also validate
//!   the configuration, and `destroy` plans it first.
//! * [`Instance::move_from`] is a separate step, while Terraform moves a state as a part of planning.
//! * After an object was destroyed, the harness reads it once more.
//! * After a change of a resource with an identity, the harness also reads the object without its identity, as an older
//!   version would have stored it.
//! * If an ephemeral resource requests renewals, the harness renews it up to twice, before it closes it. Terraform
//!   renews it at the requested times.
//! * After a deferred response, the step ends, and its outcome has the [reason](Outcome::deferred).
//!
//! The harness does not support:
//!
//! * plans with `import` blocks: [`Instance::import`] corresponds to `terraform import`,
//! * list resources, actions and state stores.
//!
//! # Failures
//!
//! [`Outcome::fails`] expects an error. The next step starts with the state that the failed one left,
//! as in Terraform. [Bugs](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tasks/errors/index.html#bugs-of-the-provider) that the provider reports are findings instead.

#[cfg(feature = "acceptance")]
pub mod acceptance;
mod advice;
mod calls;
mod case;
mod cases;
mod change;
mod checks;
mod config;
mod delete;
mod drift;
mod edit;
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
mod limits;
mod lint;
mod log;
mod moved;
mod others;
mod outcome;
mod pattern;
mod plans;
mod play;
mod property;
mod random;
mod removed;
mod run;
mod search;
mod secret;
mod shrink;
mod simpler;
mod thinner;
mod unused;
mod wait;
mod watch;
mod words;

pub use self::config::Config;
pub use self::failure::Failure;
pub use self::finding::{Finding, FindingKind};
pub use self::harness::{Call, Harness};
pub use self::instance::Instance;
pub use self::lint::Lint;
pub use self::outcome::{Deferral, Outcome};
pub use self::property::{Property, PropertyReport};
