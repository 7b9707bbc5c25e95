//! The rules by which Terraform checks a provider's answers.

mod captures;
