//! Parts of a provider whose schemas are built at run time.
//!
//! Derived structs and [`Description`] values fill the same tables of fields, so all other code is the same for both.

mod action;
mod build;
mod config;
mod data_source;
mod description;
mod ephemeral;
mod erased;
mod faults;
mod function;
mod list;
mod plan;
mod resource;
mod rules;
mod value;

pub use self::action::DynamicAction;
pub(super) use self::build::Described;
pub use self::config::DynamicProviderConfig;
pub use self::data_source::DynamicDataSource;
pub use self::description::Description;
pub use self::ephemeral::DynamicEphemeralResource;
pub(super) use self::erased::{Dynamic, DynamicFunctionOf};
pub use self::function::DynamicFunction;
pub(super) use self::list::DynamicList;
pub use self::list::DynamicListResource;
pub use self::plan::DynamicPlan;
pub use self::resource::DynamicResource;
pub use self::rules::Rules;
pub(super) use self::value::returned;
