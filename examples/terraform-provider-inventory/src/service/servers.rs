//! Calls that manage servers.

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::fill::fill;
use super::{Error, Result, Server, Service, check_fault, next, racks};

/// Servers whose names have this suffix are inserted but do not start.
const BROKEN: &str = "-broken";

const COLUMNS: &str = "id, name, zone, cpus, revision, record";

impl Service {
    /// Inserts a server that is not started yet, and returns the server with the values that the service has filled in.
    ///
    /// # Errors
    ///
    /// Fails if the name is in use, or if the rack does not exist.
    pub fn insert_server(&self, request: &Server) -> Result<Server> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        let mut server = request.clone();
        server.id = format!("srv-{}", next(&transaction, "server")?);
        server.revision = 1;
        fill(&transaction, &mut server)?;
        check(&transaction, &server)?;
        transaction.execute(
            &format!("INSERT INTO servers ({COLUMNS}) VALUES (?1, '', '', 0, 0, '')"),
            params![server.id],
        )?;
        store(&transaction, &server)?;
        transaction.commit()?;
        Ok(server)
    }

    /// Starts a server.
    ///
    /// # Errors
    ///
    /// Fails if the server is broken, or if the table `faults` contains this call.
    pub fn start_server(&self, server: &Server) -> Result<()> {
        if server.name.ends_with(BROKEN) {
            return Error::rejected(format!(
                "server {} is broken and does not start",
                server.name
            ));
        }
        check_fault(&self.connection(), "create", &server.name)
    }

    /// Returns the server with the given identifier, if the server exists.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn server(&self, id: &str) -> Result<Option<Server>> {
        find(&self.connection(), "id", id)
    }

    /// Updates a server: first its attributes, then its disks, rules and mounts. A failure between these steps leaves
    /// the update incomplete.
    ///
    /// # Errors
    ///
    /// Fails if the server or the rack does not exist, if the name is in use, or if the table `faults` contains this call.
    pub fn update_server(&self, request: &Server) -> Result<Server> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        let Some(stored) = find(&transaction, "id", &request.id)? else {
            return Error::rejected(format!("server {} does not exist", request.id));
        };
        let mut half = Server {
            disks: stored.disks,
            rules: stored.rules,
            mounts: stored.mounts,
            revision: stored.revision + 1,
            ..request.clone()
        };
        fill(&transaction, &mut half)?;
        check(&transaction, &half)?;
        store(&transaction, &half)?;
        transaction.commit()?;
        check_fault(&connection, "update", &stored.name)?;

        let transaction = connection.transaction()?;
        let mut whole = Server {
            disks: request.disks.clone(),
            rules: request.rules.clone(),
            mounts: request.mounts.clone(),
            ..half
        };
        fill(&transaction, &mut whole)?;
        store(&transaction, &whole)?;
        transaction.commit()?;
        Ok(whole)
    }

    /// Deletes a server if it exists.
    ///
    /// # Errors
    ///
    /// Fails if the table `faults` contains this call.
    pub fn delete_server(&self, id: &str) -> Result<()> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        if let Some(server) = find(&transaction, "id", id)? {
            check_fault(&transaction, "delete", &server.name)?;
        }
        transaction.execute("DELETE FROM servers WHERE id = ?1", params![id])?;
        transaction.execute("DELETE FROM secrets WHERE server_id = ?1", params![id])?;
        Ok(transaction.commit()?)
    }

    /// Returns the servers in a zone (or in all zones) that have a label (or any labels), sorted by name.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn find_servers(&self, zone: Option<&str>, label: Option<&str>) -> Result<Vec<Server>> {
        let connection = self.connection();
        let mut query = connection.prepare(&format!(
            "SELECT {COLUMNS} FROM servers WHERE ?1 IS NULL OR zone = ?1 ORDER BY name"
        ))?;
        let rows = query.query_map(params![zone], |row| Ok(from_row(row)))?;
        let mut servers = Vec::new();
        for row in rows {
            let server = row??;
            let labelled = |label| {
                server
                    .labels
                    .as_ref()
                    .is_some_and(|all| all.contains(label))
            };
            if label.is_none_or(labelled) {
                servers.push(server);
            }
        }
        Ok(servers)
    }
}

fn check(connection: &Connection, server: &Server) -> Result<()> {
    if find(connection, "name", &server.name)?.is_some_and(|other| other.id != server.id) {
        return Error::rejected(format!("server {} already exists", server.name));
    }
    match &server.rack_id {
        Some(rack) if racks::find(connection, "id", rack)?.is_none() => {
            Error::rejected(format!("rack {rack} does not exist"))
        }
        _ => Ok(()),
    }
}

fn store(connection: &Connection, server: &Server) -> Result<()> {
    connection.execute(
        "UPDATE servers SET name = ?2, zone = ?3, cpus = ?4, revision = ?5, record = ?6 WHERE id = ?1",
        params![
            server.id,
            server.name,
            server.zone,
            server.cpus,
            server.revision,
            serde_json::to_string(server)?
        ],
    )?;
    let unlock_key = server
        .boot
        .as_ref()
        .and_then(|boot| boot.unlock_key.as_ref());
    connection.execute(
        "INSERT INTO secrets VALUES (?1, ?2, ?3) ON CONFLICT (server_id) DO UPDATE SET
         admin_password = ifnull(?2, admin_password), unlock_key = ifnull(?3, unlock_key)",
        params![server.id, server.admin_password, unlock_key],
    )?;
    Ok(())
}

/// Returns the server that has the given value in a unique column.
fn find(connection: &Connection, column: &str, value: &str) -> Result<Option<Server>> {
    let query = format!("SELECT {COLUMNS} FROM servers WHERE {column} = ?1");
    connection
        .query_row(&query, params![value], |row| Ok(from_row(row)))
        .optional()?
        .transpose()
}

/// Reads a server. Values that have their own column are read from that column, so that SQL statements can change them.
fn from_row(row: &Row<'_>) -> Result<Server> {
    let record: String = row.get(5)?;
    Ok(Server {
        id: row.get(0)?,
        name: row.get(1)?,
        zone: row.get(2)?,
        cpus: row.get(3)?,
        revision: row.get(4)?,
        ..serde_json::from_str(&record)?
    })
}

#[cfg(test)]
mod tests {
    use super::super::fill::tests::furnished;
    use super::super::tests::service;
    use super::super::{Boot, Rack, Volume};
    use super::*;

    fn server(name: &str) -> Server {
        Server {
            name: name.to_owned(),
            ..Server::default()
        }
    }

    #[test]
    fn unchanged_members_keep_their_identifiers() {
        let service = service();
        let mut request = service.insert_server(&furnished()).unwrap();
        let volumes = request.volumes.as_mut().unwrap();
        volumes.remove(0);
        volumes.push(Volume::default());
        let updated = service.update_server(&request).unwrap();
        let volumes = updated.volumes.as_deref().unwrap();
        assert_eq!(
            [&volumes[0].id, &volumes[1].id],
            [&Some("vol-2".to_owned()), &Some("vol-3".to_owned())]
        );
        assert_eq!(updated.revision, 2);
        assert_eq!(service.server("srv-1").unwrap(), Some(updated));
    }

    #[test]
    fn update_can_fail_halfway() {
        let service = service();
        let mut request = service.insert_server(&furnished()).unwrap();
        service.fail("update", "web");
        request.cpus = Some(8);
        request.disks.clear();
        assert!(service.update_server(&request).is_err());
        let half = service.server("srv-1").unwrap().unwrap();
        assert_eq!(
            (half.cpus, half.disks.len(), half.revision),
            (Some(8), 1, 2)
        );
    }

    #[test]
    fn broken_server_exists_but_does_not_start() {
        let service = service();
        let made = service.insert_server(&server("X-Broken")).unwrap();
        let error = service.start_server(&made).unwrap_err();
        assert_eq!(
            error.to_string(),
            "server x-broken is broken and does not start"
        );
        assert_eq!(service.server(&made.id).unwrap(), Some(made));

        let made = service.insert_server(&server("y")).unwrap();
        assert!(service.start_server(&made).is_ok());
        service.fail("create", "y");
        assert!(service.start_server(&made).is_err());
    }

    #[test]
    fn checks_names_and_racks() {
        let service = service();
        service.insert_server(&server("a")).unwrap();
        let error = service.insert_server(&server("A")).unwrap_err();
        assert_eq!(error.to_string(), "server a already exists");
        let mut mounted = Server {
            rack_id: Some("rack-1".to_owned()),
            ..server("b")
        };
        let error = service.insert_server(&mounted).unwrap_err();
        assert_eq!(error.to_string(), "rack rack-1 does not exist");
        service
            .create_rack(&Rack {
                name: "r".to_owned(),
                ..Rack::default()
            })
            .unwrap();
        mounted = service.insert_server(&mounted).unwrap();
        // The failed call's transaction was rolled back, so its identifier is available again.
        assert_eq!(mounted.id, "srv-2");
    }

    #[test]
    fn secrets_are_stored_separately() {
        let service = service();
        let boot = Boot {
            image: "i".to_owned(),
            unlock_key: Some("k".to_owned()),
        };
        let request = Server {
            admin_password: Some("p".to_owned()),
            boot: Some(boot),
            ..server("a")
        };
        service.insert_server(&request).unwrap();
        let stored = service.server("srv-1").unwrap().unwrap();
        assert_eq!(stored.admin_password, None);
        assert_eq!(stored.boot.as_ref().unwrap().unlock_key, None);
        service.update_server(&stored).unwrap();
        let secrets: (String, String) = service
            .connection()
            .query_row(
                "SELECT admin_password, unlock_key FROM secrets",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .unwrap();
        assert_eq!(secrets, ("p".to_owned(), "k".to_owned()));
    }

    #[test]
    fn finds_servers_by_zone_and_label() {
        let service = service();
        for (name, zone, label) in [("c", "x", "l"), ("a", "x", "m"), ("b", "y", "l")] {
            let request = Server {
                zone: Some(zone.to_owned()),
                labels: Some([label.to_owned()].into()),
                ..server(name)
            };
            service.insert_server(&request).unwrap();
        }
        let names = |zone, label| -> Vec<String> {
            let found = service.find_servers(zone, label).unwrap();
            found.into_iter().map(|server| server.name).collect()
        };
        assert_eq!(names(None, None), ["a", "b", "c"]);
        assert_eq!(names(Some("x"), None), ["a", "c"]);
        assert_eq!(names(None, Some("l")), ["b", "c"]);
        assert_eq!(names(Some("x"), Some("l")), ["c"]);
        assert_eq!(names(Some("z"), None), [""; 0]);
    }

    #[test]
    fn sees_changes_made_with_sql() {
        let service = service();
        service.insert_server(&server("a")).unwrap();
        service
            .connection()
            .execute("UPDATE servers SET cpus = 16", [])
            .unwrap();
        assert_eq!(service.server("srv-1").unwrap().unwrap().cpus, Some(16));
        service
            .connection()
            .execute("DELETE FROM servers", [])
            .unwrap();
        assert_eq!(service.server("srv-1").unwrap(), None);
    }

    #[test]
    fn deletes_servers() {
        let service = service();
        service.insert_server(&server("a")).unwrap();
        service.fail("delete", "a");
        assert!(service.delete_server("srv-1").is_err());
        service
            .connection()
            .execute("DELETE FROM faults", [])
            .unwrap();
        service.delete_server("srv-1").unwrap();
        assert_eq!(service.server("srv-1").unwrap(), None);
    }
}
