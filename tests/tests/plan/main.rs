//! Planning from annotations, by tables whose expected values follow from Terraform's rules.

mod nesting;
