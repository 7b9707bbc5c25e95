//! Terraform's rules for checking the responses of a provider.
//!
//! If a provider violates these rules, users see "Provider produced inconsistent result after apply". With this module,
//! tests detect the same faults without Terraform. There is one function for each phase of the protocol. Each function
//! takes the schema and the values of the request and the response, and returns all faults.
//!
//! | phase | Terraform computes | Terraform checks in the response |
//! |---|---|---|
//! | `UpgradeResourceState` | | [`check_upgrade`] |
//! | `MoveResourceState` | | [`check_move`] |
//! | `ImportResourceState` | | [`check_import`] |
//! | `ReadResource` | [`normalize_legacy_object`] from the response | [`check_refresh`] |
//! | `PlanResourceChange` | [`prepared_config`] and [`proposed_new_state`] for the request; [`replace_paths`] and [`action`] from the response | [`check_plan`] |
//! | the second plan of a replacement | [`proposed_new_state`] with null as the prior state | [`check_replacement_plan`] |
//! | the plan during apply, with more known values | the same as for a plan | [`check_plan`], then [`check_final_plan`] |
//! | `ApplyResourceChange` | | [`check_apply`]; [`check_failed_apply`] if the response contains errors |
//! | `ReadDataSource` | [`planned_data_source`] if the data source is read during apply | [`check_data_source`] |
//! | `OpenEphemeralResource` | | [`check_ephemeral_resource`] |
//! | `CallFunction` | | [`check_function`] |
//! | an identity in any of these responses | | [`check_identity`] |
//! | a deferral in any of these responses | | [`check_deferral`] |
//! | `PlanAction` | | [`check_action_deferral`] |
//!
//! `response::decode` in the crate [`tfvalue-testing`](https://docs.rs/tfvalue-testing) reads the value in a response
//! as Terraform does, and fails in the same cases.
//!
//! Terraform checks neither private data nor the responses to `RenewEphemeralResource` and `CloseEphemeralResource`. If
//! the time of the next renewal has already passed, Terraform renews immediately, which can repeat thousands of times.
//!
//! [`Block::empty`](crate::schema::Block::empty), [`coerce()`] and [`range_includes`] implement parts of Terraform on
//! which these rules depend. [`Value::of`](crate::Value::of) converts structs to values.
//!
//! # Faults
//!
//! A [`Fault`] contains the [`Rule`], the path, and the expected and actual values. [`Fault::summary`] and
//! [`Fault::detail`] return the messages that Terraform prints. Only a [fatal](Fault::is_fatal) fault makes Terraform
//! reject the response. Terraform only logs all other faults, because the response has the flag of the legacy type system.
//!
//! Neither the message nor the fields of a fault contain a value that the schema marks as sensitive or write-only.
//! Terraform itself prints some of these values, for example in sets of blocks.
//!
//! # Differences
//!
//! The result is the same as Terraform's, with these exceptions:
//!
//! * Terraform compares each planned element of a set with each actual element. This module limits the number of
//!   comparisons, so that the time is linear. If a part that is known in the plan distinguishes the elements, such as a
//!   required name, all elements are compared. Otherwise, for example if the elements differ only in the refinements of
//!   unknown values, faults in sets of more than a few hundred elements may be missed. The result then contains a fault
//!   that [is incomplete](Fault::is_incomplete). Faults that are reported always exist. [`proposed_new_state`] also
//!   limits the number of comparisons.
//! * Terraform cannot send some numbers exactly, and then rejects the values that it has sent. These checks compare the
//!   numbers as they were sent, and print all digits. For the smallest doubles, Terraform prints different digits.
//! * Some values crash Terraform. [`Fault::is_crash`] returns `true` for the faults in such values. If blocks have the
//!   wrong shape, Terraform might not crash until its next plan. If blocks lack write-only attributes, Terraform does
//!   not crash, but rejects the blocks with "Error validating write-only attributes".
//! * Terraform accepts infinite numbers, but cannot store them.
//! * Terraform rejects every map of blocks with both dynamic and write-only attributes. These checks accept such maps.
//! * Terraform is less precise about the place of a fault. Terraform prints no path for unknown values in a response to
//!   `UpgradeResourceState`, `ReadResource` or `ReadDataSource`. In an attribute with sensitive members, Terraform
//!   prints a single fault at the attribute instead of all faults inside the attribute. [`Fault::path`] is precise, and
//!   [`Fault::detail`] returns the message that Terraform prints.
//! * Terraform cannot plan attributes whose object types have optional attributes. If such an attribute is not
//!   configured in a block, the null that Terraform reads from the response has an unexpected type. As a result,
//!   Terraform crashes on some sets. These checks ignore optional attributes.
//! * The message for [`Rule::WrongType`] and [`Rule::WrongFinalType`] contains only the types. The message omits
//!   Terraform's explanation of how the types differ.
//!
//! # Versions
//!
//! The rules are the rules of Terraform 1.11 and later. The messages differ slightly between versions. Versions before
//! 1.16 ignore whether blocks are computed. For these versions, pass the schema that
//! [`without_computed_blocks`](older::without_computed_blocks) returns. Unlike [`normalize_legacy_object`], Terraform
//! 1.11 does not replace a null group of blocks. Terraform 1.11 also computes the proposed new state of maps
//! differently, as [`older`] does.
//!
//! # OpenTofu
//!
//! OpenTofu 1.12 follows the rules of Terraform 1.11, with these exceptions:
//!
//! * OpenTofu accepts unknown values in refreshed, upgraded and moved states.
//! * OpenTofu checks an ephemeral resource like a data source, and does not compare the result with the configuration.
//! * OpenTofu checks write-only attributes before anything else, even in a plan to destroy, but not in the response to
//!   `ImportResourceState`. The message contains only the type and the attribute: "Resource type ... returned an actual
//!   value for the write-only attribute ...". After apply, OpenTofu reports unknown values in addition to write-only
//!   attributes.
//! * OpenTofu compares a write-only attribute in an unknown planned object with the configuration, like other attributes.
//! * OpenTofu crashes in more cases: on a null element of nested attributes in a plan, on a refreshed state that
//!   replaces an unknown object, and on blocks that have the wrong shape but no sensitive attributes. OpenTofu does not
//!   crash on null elements and blocks with the wrong shape in the result of a data source, unless the configuration
//!   refers to the data source.
//! * For an upgraded or moved state of the wrong type, the summary is "Invalid resource state transformation".
//! * OpenTofu does not compare the results of functions, and ignores deferrals.
//! * The other messages of OpenTofu contain the name OpenTofu, and always the address of the provider's configuration,
//!   such as `provider["registry.opentofu.org/hashicorp/aws"]`.

mod apply;
mod around;
mod coerce;
mod compatible;
mod correlate;
mod crash;
#[cfg(feature = "provider")]
mod deferral;
mod fault;
mod function;
mod go;
mod legacy;
mod messages;
pub mod older;
mod order;
mod outline;
mod part;
mod plan;
mod plan_valid;
mod prepare;
mod prior;
mod proposed;
mod quoted;
mod range;
mod read;
mod replace;
mod report;
pub(crate) mod response;
mod rule;
#[cfg(test)]
mod tests;

pub use self::apply::{check_apply, check_failed_apply};
pub use self::around::{Deferrals, check_deferral, check_identity};
pub use self::coerce::coerce;
#[cfg(feature = "provider")]
pub use self::deferral::check_action_deferral;
pub use self::fault::{Fault, Phase};
pub use self::function::check_function;
pub use self::legacy::{may_be_legacy, normalize_legacy_object};
pub use self::messages::{ApplyResponse, BothPlans, OpenedEphemeral, PlanResponse};
#[cfg(feature = "provider")]
pub(crate) use self::order::as_sent;
pub use self::plan::{check_final_plan, check_plan, check_replacement_plan};
pub use self::prepare::prepared_config;
pub use self::proposed::{planned_data_source, proposed_new_state};
pub use self::range::range_includes;
pub use self::read::{
    check_data_source, check_ephemeral_resource, check_import, check_move, check_refresh,
    check_upgrade,
};
pub use self::replace::{PlannedAction, action, replace_paths};
#[cfg(feature = "provider")]
pub(crate) use self::response::write_only_places;
pub use self::rule::Rule;
pub use crate::plan::request::PlanRequest;
