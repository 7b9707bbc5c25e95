//! Provides the capabilities of the client to functions of the provider.

use std::cell::Cell;

use super::calls;

/// The optional features of the Terraform version that calls the provider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ClientCapabilities {
    /// Whether the provider can defer changes.
    pub deferral_allowed: bool,
    /// Whether the schema can have write-only attributes.
    pub write_only_attributes_allowed: bool,
    /// Whether Terraform sends the private data from an earlier plan; only in protocol 6.
    pub store_planned_private: bool,
    /// Whether the schema can have computed blocks; only in protocol 6.
    pub computed_blocks_allowed: bool,
}

impl From<calls::ClientCapabilities> for ClientCapabilities {
    fn from(message: calls::ClientCapabilities) -> Self {
        ClientCapabilities {
            deferral_allowed: message.deferral_allowed,
            write_only_attributes_allowed: message.write_only_attributes_allowed,
            store_planned_private: message.store_planned_private,
            computed_blocks_allowed: message.computed_blocks_allowed,
        }
    }
}

impl From<ClientCapabilities> for calls::ClientCapabilities {
    fn from(client: ClientCapabilities) -> Self {
        calls::ClientCapabilities {
            deferral_allowed: client.deferral_allowed,
            write_only_attributes_allowed: client.write_only_attributes_allowed,
            store_planned_private: client.store_planned_private,
            computed_blocks_allowed: client.computed_blocks_allowed,
        }
    }
}

thread_local! {
    /// The capabilities of the client that requested the running validation.
    static CURRENT: Cell<ClientCapabilities> = const {
        Cell::new(ClientCapabilities::NONE)
    };
}

impl ClientCapabilities {
    const NONE: Self = ClientCapabilities {
        deferral_allowed: false,
        write_only_attributes_allowed: false,
        store_planned_private: false,
        computed_blocks_allowed: false,
    };

    /// Returns the features of the Terraform version that requested the current validation. Use this function in
    /// functions for [`check`](macro@crate::TfSchema#check). Handlers have
    /// [`Context::client_capabilities`](crate::provider::Context::client_capabilities).
    ///
    /// Terraform sends its features only when it validates managed resources. For other validations, this function
    /// returns no features.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::provider::ClientCapabilities;
    /// use tfvalue::{Attr, Diagnostic, Diagnostics, TfSchema};
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = resource, check = check_user)]
    /// struct User {
    ///     #[tf(optional, sensitive)]
    ///     password: Attr<String>,
    /// }
    ///
    /// fn check_user(user: &User) -> Diagnostics {
    ///     let client = ClientCapabilities::current();
    ///     if client.write_only_attributes_allowed && !user.password.is_null() {
    ///         let detail = "Create the password with `cloud_password`, which is never stored.";
    ///         return Diagnostic::warning("Stored password", detail).at("password").into();
    ///     }
    ///     Diagnostics::new()
    /// }
    /// # assert!(check_user(&User { password: "x".into() }).is_empty());
    /// ```
    #[must_use]
    pub fn current() -> Self {
        CURRENT.get()
    }

    /// Runs a validation for this client.
    pub(crate) fn validate<T>(self, validate: impl FnOnce() -> T) -> T {
        /// Restores the previous client, even after a panic.
        struct Outer(ClientCapabilities);

        impl Drop for Outer {
            fn drop(&mut self) {
                CURRENT.set(self.0);
            }
        }

        let _outer = Outer(CURRENT.replace(self));
        validate()
    }
}
