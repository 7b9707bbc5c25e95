//! Calls that manage passwords. The service issues each password for a limited time.

use rusqlite::{Connection, params};

use super::{Error, Result, Service, next};

/// The characters that a password can contain, without characters that look alike. The number of characters divides
/// 256, so all characters are equally likely.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A password that was issued.
#[derive(Clone, Debug, PartialEq)]
pub struct Lease {
    /// Identifier assigned by the service.
    pub id: String,
    /// The password.
    pub value: String,
}

impl Service {
    /// Issues a password of `length` characters.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn issue_password(&self, holder: &str, length: u32) -> Result<Lease> {
        let connection = self.connection();
        let id = format!("lease-{}", next(&connection, "lease")?);
        let value = random(&connection, length)?;
        connection.execute(
            "INSERT INTO passwords VALUES (?1, ?2, ?3, 0, 0)",
            params![id, holder, value],
        )?;
        Ok(Lease { id, value })
    }

    /// Extends the lifetime of a password.
    ///
    /// # Errors
    ///
    /// Fails if the password was revoked or never issued.
    pub fn renew_password(&self, id: &str) -> Result<()> {
        self.change_password(id, "renewals = renewals + 1")
    }

    /// Revokes a password.
    ///
    /// # Errors
    ///
    /// Fails if the password was revoked or never issued.
    pub fn withdraw_password(&self, id: &str) -> Result<()> {
        self.change_password(id, "withdrawn = 1")
    }

    fn change_password(&self, id: &str, change: &str) -> Result<()> {
        let changed = self.connection().execute(
            &format!("UPDATE passwords SET {change} WHERE id = ?1 AND withdrawn = 0"),
            params![id],
        )?;
        if changed == 0 {
            return Error::rejected(format!("password {id} does not exist"));
        }
        Ok(())
    }
}

fn random(connection: &Connection, length: u32) -> Result<String> {
    let bytes: Vec<u8> =
        connection.query_row("SELECT randomblob(?1)", params![length], |row| row.get(0))?;
    let character = |byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]);
    // SQLite's `randomblob` returns at least one byte.
    Ok(bytes
        .into_iter()
        .map(character)
        .take(length as usize)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::service;

    #[test]
    fn password_exists_until_it_is_withdrawn() {
        let service = service();
        let lease = service.issue_password("ops", 12).unwrap();
        assert_eq!(lease.value.len(), 12);
        assert_ne!(
            service.issue_password("ops", 12).unwrap().value,
            lease.value
        );
        service.renew_password(&lease.id).unwrap();
        service.withdraw_password(&lease.id).unwrap();
        let error = service.renew_password(&lease.id).unwrap_err();
        assert_eq!(error.to_string(), "password lease-1 does not exist");
    }
}
