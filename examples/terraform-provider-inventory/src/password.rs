//! The ephemeral resource `inventory_password`.

use std::time::{Duration, SystemTime};

use prost_types::Timestamp;
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Error, Result};

use crate::models::Password;
use crate::proto::tfplugin6::open_ephemeral_resource as open;
use crate::proto::tfplugin6::renew_ephemeral_resource as renew;
use crate::report::Report;
use crate::session::Session;

pub(crate) const NAME: &str = "inventory_password";

const DEFAULT_LENGTH: u32 = 20;

/// How often Terraform must renew a password.
const RENEW_AFTER: Duration = Duration::from_secs(300);

/// Returns the errors in a configuration.
pub(crate) fn validate(config: &DynamicValue) -> Report {
    config.validate_config::<Password>().into()
}

/// Issues a password. Terraform only stores its identifier, for later calls.
pub(crate) fn open(session: &Session, config: &DynamicValue) -> Result<open::Response> {
    let mut password: Password = config.decode()?;
    let length = password.length.value().copied().unwrap_or(DEFAULT_LENGTH);
    let holder = password.holder.require("holder")?;
    let lease = session.service()?.issue_password(holder, length)?;
    password.length.set(length);
    password.value.set(lease.value);
    Ok(open::Response {
        result: Some(DynamicValue::encode_state(&password)?),
        private: Some(lease.id.into_bytes()),
        renew_at: Some(renew_at()),
        ..open::Response::default()
    })
}

/// Extends the lifetime of a password.
pub(crate) fn renew(session: &Session, private: Option<Vec<u8>>) -> Result<renew::Response> {
    session
        .service()?
        .renew_password(lease(private.as_deref())?)?;
    Ok(renew::Response {
        private,
        renew_at: Some(renew_at()),
        ..renew::Response::default()
    })
}

/// Withdraws a password.
pub(crate) fn close(session: &Session, private: Option<&[u8]>) -> Result<()> {
    Ok(session.service()?.withdraw_password(lease(private)?)?)
}

fn lease(private: Option<&[u8]>) -> Result<&str> {
    let lease = private.and_then(|bytes| std::str::from_utf8(bytes).ok());
    lease.ok_or_else(|| Error::msg("Terraform did not send the identifier of the password"))
}

fn renew_at() -> Timestamp {
    (SystemTime::now() + RENEW_AFTER).into()
}

#[cfg(test)]
mod tests {
    use tfvalue::{Attr, Path};

    use super::*;
    use crate::models::ProviderConfig;

    fn config(length: Attr<u32>) -> DynamicValue {
        let holder = "ops".into();
        DynamicValue::encode(&Password {
            length,
            holder,
            ..Password::default()
        })
        .unwrap()
    }

    #[test]
    fn issues_renews_and_withdraws_a_password() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("inventory.db");
        let path = path.to_str().unwrap().into();
        let session = Session::open(ProviderConfig {
            path,
            ..ProviderConfig::default()
        })
        .unwrap();

        let opened = open(&session, &config(Attr::null())).unwrap();
        let result: Password = opened.result.unwrap().decode().unwrap();
        assert_eq!(result.length.value(), Some(&20));
        assert_eq!(result.value.as_deref().map(str::len), Some(20));
        assert_eq!(result.holder.as_deref(), Some("ops"));
        let now = Timestamp::from(SystemTime::now());
        assert!(opened.renew_at.unwrap().seconds > now.seconds);

        let renewed = renew(&session, opened.private.clone()).unwrap();
        assert_eq!(renewed.private, opened.private);
        close(&session, opened.private.as_deref()).unwrap();
        let error = renew(&session, renewed.private).unwrap_err();
        assert_eq!(error.to_string(), "password lease-1 does not exist");
        assert!(close(&session, None).is_err());
    }

    #[test]
    fn checks_the_length() {
        assert_eq!(validate(&config(Attr::unknown())), []);
        for (length, faults) in [(7, 1), (8, 0), (128, 0), (129, 1)] {
            let report = validate(&config(length.into()));
            assert_eq!(report.len(), faults, "{length}");
            let place = Some((&Path::from("length")).into());
            assert!(
                report
                    .iter()
                    .all(|diagnostic| diagnostic.attribute == place)
            );
        }
    }
}
