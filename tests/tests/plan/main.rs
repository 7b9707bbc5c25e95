//! Planning from annotations, by tables. The expected values follow from Terraform's rules and from
//! the documentation of the annotations.

#[macro_use]
mod shape;

mod others;
mod pains;
mod replacement;
mod spelling;
mod values;
mod work;
