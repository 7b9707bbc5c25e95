//! Table tests for planning from annotations, and for Terraform's rules for checking plans. The expected
//! values follow from Terraform's rules and from the documentation of the annotations.

#[macro_use]
mod shape;

mod agreement;
mod applied;
mod captures;
mod computed_parents;
mod empty;
mod floats;
mod order;
mod others;
mod pains;
mod replacement;
mod rules;
mod source;
mod spelling;
mod state;
mod texts;
mod two_plans;
mod values;
mod work;
