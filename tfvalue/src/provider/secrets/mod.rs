//! `Secrets`: values that the provider must not show.

pub(crate) mod mask;
pub(crate) mod places;

use std::borrow::Cow;
use std::fmt;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use self::mask::{MaskedText, Masks};
use super::erased::layout::Layout;
use super::harness::observe::Observe;
use crate::diagnostics::Diagnostics;
use crate::tfplugin::messages::{Diagnostic, DynamicValue};

/// The values that the provider must not show. They are the values of the sensitive and write-only attributes of a
/// call, and values that the provider adds.
///
/// As long as the call runs or a clone of this value exists, secrets are replaced by `(sensitive value)` in the log of
/// [`serve`](mod@crate::serve). The replacement applies to each line that the process writes, even if another task or
/// thread writes the line. Secrets are also replaced in the diagnostics of the call, in the messages of its panics, and
/// in the progress of an action. Secrets in the configuration of the provider, and secrets that
/// [`configure`](super::ProviderConfig::configure) adds, are masked in all later calls.
///
/// At any depth, strings of at least four characters (not counting the surrounding whitespace) and numbers with at
/// least four digits are masked. `true`, `false`, `null` and the keys of maps are not masked. In a secret with several
/// lines, each line of at least eight characters is masked, too. If a value is longer than 64 bytes, its first 64 bytes
/// are masked even if the rest is cut off.
///
/// A secret is also masked in escaped form, as `Debug`, JSON, Go and URLs write it, even if the secret is escaped
/// several times. Other encodings, such as Base64, are not masked.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::{Context, ProviderConfig, Secrets};
/// use tfvalue::{Attr, Diagnostics, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = provider)]
/// struct Config {
///     #[tf(required, sensitive)]
///     password: Attr<String>,
/// }
///
/// struct Client {
///     token: String,
///     /// For tokens that the client gets later.
///     secrets: Secrets,
/// }
///
/// impl ProviderConfig for Config {
///     type Client = Client;
///
///     async fn configure(self, context: &mut Context<()>) -> Result<Client, Diagnostics> {
///         let token = log_in(self.password.require("password")?);
///         context.secrets().add(&token);
///         Ok(Client { token, secrets: context.secrets().clone() })
///     }
/// }
///
/// fn log_in(password: &str) -> String {
///     format!("token of {} characters", password.len())
/// }
///
/// impl Client {
///     fn renew(&mut self) {
///         self.token = log_in("a new password");
///         self.secrets.add(&self.token);
///     }
/// }
/// # let mut client = Client { token: String::new(), secrets: Secrets::default() };
/// # client.renew();
/// # assert_eq!(Secrets::mask("got token of 14 characters"), "got (sensitive value)");
/// ```
#[derive(Clone)]
pub struct Secrets(Arc<SharedSecrets>);

struct SharedSecrets(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// Values whose secrets are collected when text is first masked.
    values: Vec<SecretSource>,
    masks: Masks,
}

struct SecretSource {
    layout: Arc<Layout>,
    value: DynamicValue,
}

impl fmt::Debug for Secrets {
    /// Prints no values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets")
    }
}

/// The secrets that exist.
static ALL: Mutex<Vec<Weak<SharedSecrets>>> = Mutex::new(Vec::new());

/// The number of secrets that exist.
static COUNT: AtomicUsize = AtomicUsize::new(0);

impl Default for Secrets {
    fn default() -> Self {
        let shared = Arc::new(SharedSecrets(Mutex::default()));
        lock(&ALL).push(Arc::downgrade(&shared));
        COUNT.fetch_add(1, Ordering::Release);
        Secrets(shared)
    }
}

impl Drop for SharedSecrets {
    fn drop(&mut self) {
        COUNT.fetch_sub(1, Ordering::Release);
        lock(&ALL).retain(|other| other.strong_count() > 0);
    }
}

impl Secrets {
    /// Adds a value, such as a token that the service returned. Lines that were logged earlier, and the fields of spans
    /// that began earlier, are not masked.
    pub fn add(&self, text: impl AsRef<str>) {
        lock(&self.0.0).masks.add(text.as_ref());
    }

    /// Replaces all secrets of this process in a string that the provider writes elsewhere, such as to its own log.
    #[must_use]
    pub fn mask(text: &str) -> Cow<'_, str> {
        if COUNT.load(Ordering::Acquire) == 0 {
            return Cow::Borrowed(text);
        }
        // The reference that `upgrade` returns may be the last reference, and dropping it requires the lock.
        let all: Vec<_> = lock(&ALL).iter().filter_map(Weak::upgrade).collect();
        masked(all.iter().map(|shared| &**shared), text)
    }

    /// Adds the secrets in values, if their schema has any.
    pub(crate) fn hide<'v>(
        secrets: impl FnOnce() -> &'v Self,
        layout: &Arc<Layout>,
        values: &[&DynamicValue],
    ) {
        if layout.secrets.is_empty() {
            return;
        }
        let sources = values.iter().filter(|value| !value.is_null());
        let sources = sources.map(|value| SecretSource {
            layout: Arc::clone(layout),
            value: (*value).clone(),
        });
        lock(&secrets().0.0).values.extend(sources);
    }

    /// Converts diagnostics to messages without secrets.
    pub(crate) fn messages(
        all: &[&Self],
        diagnostics: Diagnostics,
        observer: Option<&dyn Observe>,
    ) -> Vec<Diagnostic> {
        let mut mask = |text: &str| {
            let Cow::Owned(masked) = masked(all.iter().map(|one| &*one.0), text) else {
                return None;
            };
            if let Some(observer) = observer {
                observer.masks(text);
            }
            Some(masked)
        };
        let messages = diagnostics.into_iter().map(|diagnostic| {
            let observer = observer.filter(|_| diagnostic.is_bug());
            let message = if all.is_empty() {
                diagnostic.into()
            } else {
                Diagnostic::masked(diagnostic, &mut mask)
            };
            if let Some(observer) = observer {
                observer.reports_bug(&message);
            }
            message
        });
        messages.collect()
    }
}

/// Replaces secrets.
fn masked<'t, 's>(all: impl Iterator<Item = &'s SharedSecrets>, text: &'t str) -> Cow<'t, str> {
    let mut text = MaskedText::new(text);
    for shared in all {
        text.search(&mut shared.known().masks);
    }
    text.masked()
}

impl SharedSecrets {
    /// Returns the secrets, after collecting the secrets in all values.
    fn known(&self) -> MutexGuard<'_, Known> {
        let mut known = lock(&self.0);
        for source in mem::take(&mut known.values) {
            // A value of the wrong type results in an error, which does not show the value.
            let SecretSource { layout, value } = source;
            let _ = layout.secrets.add_to(&mut known.masks, &value, &layout.ty);
        }
        known
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::value::work;

    /// Previously, messages were decoded even if no secrets existed.
    #[test]
    fn diagnostics_of_calls_without_secrets_are_not_searched() {
        let diagnostics = || Diagnostics::from(Error::msg(r"a\u0062c").at("name"));
        let without = work::of(|| {
            let messages = Secrets::messages(&[], diagnostics(), None);
            assert_eq!(messages, Vec::from(diagnostics()));
        });
        assert_eq!(without, 0);
        let secrets = Secrets::default();
        secrets.add("abcd");
        let with = work::of(|| {
            let messages = Secrets::messages(&[&secrets], diagnostics(), None);
            assert_eq!(messages, Vec::from(diagnostics()));
        });
        assert!(with > 0);
    }
}
