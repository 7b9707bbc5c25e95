//! Calls that manage racks.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{Error, Rack, Result, Service, canonical_name, check_fault, next};

const DEFAULT_UNITS: u32 = 42;

impl Service {
    /// Creates a rack and returns the rack with the values that the service has filled in.
    ///
    /// # Errors
    ///
    /// Fails if the name is in use, or if the table `faults` contains this call.
    pub fn create_rack(&self, request: &Rack) -> Result<Rack> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        let name = canonical_name(&request.name);
        check_fault(&transaction, "create", &name)?;
        if find(&transaction, "name", &name)?.is_some() {
            return Error::rejected(format!("rack {name} already exists"));
        }
        let id = format!("rack-{}", next(&transaction, "rack")?);
        let units = request.units.unwrap_or(DEFAULT_UNITS);
        transaction.execute(
            "INSERT INTO racks VALUES (?1, ?2, ?3, 1)",
            params![id, name, units],
        )?;
        transaction.commit()?;
        Ok(Rack {
            id,
            name,
            units: Some(units),
            revision: 1,
        })
    }

    /// Returns the rack with the given identifier, if the rack exists.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn rack(&self, id: &str) -> Result<Option<Rack>> {
        find(&self.connection(), "id", id)
    }

    /// Changes the height of a rack.
    ///
    /// # Errors
    ///
    /// Fails if the rack does not exist, or if the table `faults` contains this call.
    pub fn update_rack(&self, request: &Rack) -> Result<Rack> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        let Some(stored) = find(&transaction, "id", &request.id)? else {
            return Error::rejected(format!("rack {} does not exist", request.id));
        };
        check_fault(&transaction, "update", &stored.name)?;
        let updated = Rack {
            units: request.units.or(stored.units),
            revision: stored.revision + 1,
            ..stored
        };
        transaction.execute(
            "UPDATE racks SET units = ?2, revision = ?3 WHERE id = ?1",
            params![updated.id, updated.units, updated.revision],
        )?;
        transaction.commit()?;
        Ok(updated)
    }

    /// Deletes a rack if it exists.
    ///
    /// # Errors
    ///
    /// Fails if the table `faults` contains this call.
    pub fn delete_rack(&self, id: &str) -> Result<()> {
        let connection = self.connection();
        if let Some(rack) = find(&connection, "id", id)? {
            check_fault(&connection, "delete", &rack.name)?;
        }
        connection.execute("DELETE FROM racks WHERE id = ?1", params![id])?;
        Ok(())
    }
}

/// Returns the rack that has the given value in a unique column.
pub(super) fn find(connection: &Connection, column: &str, value: &str) -> Result<Option<Rack>> {
    let query = format!("SELECT id, name, units, revision FROM racks WHERE {column} = ?1");
    Ok(connection
        .query_row(&query, params![value], from_row)
        .optional()?)
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Rack> {
    Ok(Rack {
        id: row.get(0)?,
        name: row.get(1)?,
        units: row.get(2)?,
        revision: row.get(3)?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::service;
    use super::*;

    fn rack(name: &str) -> Rack {
        Rack {
            name: name.to_owned(),
            ..Rack::default()
        }
    }

    #[test]
    fn creates_updates_and_deletes_a_rack() {
        let service = service();
        let made = service.create_rack(&rack("North-1")).unwrap();
        let expected = Rack {
            id: "rack-1".to_owned(),
            name: "north-1".to_owned(),
            units: Some(42),
            revision: 1,
        };
        assert_eq!(made, expected);
        let updated = service
            .update_rack(&Rack {
                units: Some(10),
                ..made
            })
            .unwrap();
        assert_eq!((updated.units, updated.revision), (Some(10), 2));
        assert_eq!(service.rack("rack-1").unwrap(), Some(updated));
        service.delete_rack("rack-1").unwrap();
        assert_eq!(service.rack("rack-1").unwrap(), None);
        service.delete_rack("rack-1").unwrap();
    }

    #[test]
    fn names_are_unique_in_any_case() {
        let service = service();
        service.create_rack(&rack("a")).unwrap();
        let error = service.create_rack(&rack("A")).unwrap_err();
        assert_eq!(error.to_string(), "rack a already exists");
    }

    #[test]
    fn faults_fail_every_operation() {
        let service = service();
        service.fail("create", "a");
        assert!(service.create_rack(&rack("a")).is_err());
        let made = service.create_rack(&rack("b")).unwrap();
        service.fail("update", "b");
        assert!(service.update_rack(&made).is_err());
        service.fail("delete", "b");
        assert!(service.delete_rack(&made.id).is_err());
        assert_eq!(service.rack(&made.id).unwrap(), Some(made));
    }
}
