//! Values from the environment.

use std::env;

use super::Attr;
use crate::diagnostics::Diagnostic;
use crate::path::Path;

impl Attr<String> {
    /// Returns the value, or the value of an environment variable if there is no value. Use this method for credentials
    /// in the configuration of a provider.
    ///
    /// An empty string counts as a missing value, both in the attribute and in the variable. An unknown value is an
    /// error and is not replaced with the variable. If the provider does not need a client while Terraform plans, check
    /// for unknown values before calling this method.
    ///
    /// The value of a sensitive attribute is masked in the log, but the value of a variable is not. Add the variable's
    /// value to [`Context::secrets`](crate::provider::Context::secrets).
    ///
    /// # Errors
    ///
    /// Fails if the attribute is unknown, or if neither the attribute nor the variable has a value. The diagnostic
    /// points at the attribute, and mentions the attribute and the variable.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, Diagnostics};
    ///
    /// let url: Attr<String> = "https://motd.example.com".into();
    /// assert_eq!(url.require_or_env("url", "MOTD_URL").unwrap(), "https://motd.example.com");
    ///
    /// let token: Attr<String> = Attr::null();
    /// let missing = token.require_or_env("token", "MOTD_TOKEN").unwrap_err();
    /// assert_eq!(missing.summary(), "Missing token");
    /// assert_eq!(missing.detail(), "Set `token` in the configuration, or the environment variable MOTD_TOKEN.");
    ///
    /// // All that is missing is reported at once.
    /// let mut faults = Diagnostics::new();
    /// let url = faults.take(Attr::null().require_or_env("url", "MOTD_URL"));
    /// let token = faults.take(Attr::null().require_or_env("token", "MOTD_TOKEN"));
    /// assert!(url.is_none() && token.is_none());
    /// assert_eq!(faults.len(), 2);
    /// ```
    pub fn require_or_env(
        self,
        path: impl Into<Path>,
        variable: &str,
    ) -> Result<String, Diagnostic> {
        let path = path.into();
        if self.is_unknown() {
            return Err(crate::Error::unknown().at(path).into());
        }
        let is_set = |value: &String| !value.is_empty();
        let value = self.into_value().filter(is_set);
        let value = value.or_else(|| env::var(variable).ok().filter(is_set));
        value.ok_or_else(|| {
            let detail = format!(
                "Set `{path}` in the configuration, or the environment variable {variable}."
            );
            Diagnostic::error(format!("Missing {path}"), detail).at(path)
        })
    }
}
