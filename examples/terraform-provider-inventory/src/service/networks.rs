//! Calls that manage networks, which the service accepts and returns as JSON documents.

use rusqlite::{Connection, OptionalExtension as _, params};
use serde_json::{Map, Value};

use super::fill::address;
use super::{Error, Result, Service, canonical_name, check_fault, next};

/// A network: its `name`, an `id` and a `revision` from the service, and any other members.
///
/// The service assigns a number to each part that has an `id`, and an address to each `host` that has no address.
pub type Document = Map<String, Value>;

impl Service {
    /// Creates a network and returns the network with the values that the service has filled in.
    ///
    /// # Errors
    ///
    /// Fails if the name is missing or in use, or if the table `faults` contains this call.
    pub fn create_network(&self, request: &Document) -> Result<Document> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        let name = canonical_name(text(request, "name")?);
        check_fault(&transaction, "create", &name)?;
        if find(&transaction, "name", &name)?.is_some() {
            return Error::rejected(format!("network {name} already exists"));
        }
        let id = format!("net-{}", next(&transaction, "network")?);
        let mut document = request.clone();
        document.insert("id".to_owned(), id.clone().into());
        document.insert("revision".to_owned(), 1.into());
        transaction.execute(
            "INSERT INTO networks VALUES (?1, ?2, '', NULL)",
            params![id, name],
        )?;
        store(&transaction, &mut document)?;
        transaction.commit()?;
        Ok(document)
    }

    /// Returns the network with the given identifier, if the network exists.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn network(&self, id: &str) -> Result<Option<Document>> {
        find(&self.connection(), "id", id)
    }

    /// Replaces everything in a network except its identifier.
    ///
    /// # Errors
    ///
    /// Fails if the network does not exist, or if the table `faults` contains this call.
    pub fn update_network(&self, request: &Document) -> Result<Document> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        let id = text(request, "id")?;
        let Some(stored) = find(&transaction, "id", id)? else {
            return Error::rejected(format!("network {id} does not exist"));
        };
        check_fault(&transaction, "update", text(&stored, "name")?)?;
        let revision = stored.get("revision").and_then(Value::as_i64).unwrap_or(0);
        let mut document = request.clone();
        document.insert("revision".to_owned(), (revision + 1).into());
        store(&transaction, &mut document)?;
        transaction.commit()?;
        Ok(document)
    }

    /// Deletes a network if it exists.
    ///
    /// # Errors
    ///
    /// Fails if the table `faults` contains this call.
    pub fn delete_network(&self, id: &str) -> Result<()> {
        let connection = self.connection();
        if let Some(network) = find(&connection, "id", id)? {
            check_fault(&connection, "delete", text(&network, "name")?)?;
        }
        connection.execute("DELETE FROM networks WHERE id = ?1", params![id])?;
        Ok(())
    }
}

fn text<'a>(document: &'a Document, key: &str) -> Result<&'a str> {
    match document.get(key).and_then(Value::as_str) {
        Some(text) => Ok(text),
        None => Error::rejected(format!("a network requires a {key}")),
    }
}

/// Completes and stores a document. The carrier's key is stored separately and never returned.
fn store(connection: &Connection, document: &mut Document) -> Result<()> {
    let name = canonical_name(text(document, "name")?);
    document.insert("name".to_owned(), name.clone().into());
    for part in document.values_mut() {
        number(connection, part)?;
    }
    let hosts = document.get_mut("host").and_then(Value::as_object_mut);
    for host in hosts.into_iter().flat_map(Map::values_mut) {
        if host["address"].is_null() {
            host["address"] = address(connection)?.into();
        }
    }
    let uplink = document.get_mut("uplink").and_then(Value::as_object_mut);
    let key = uplink.and_then(|uplink| uplink.remove("key"));
    connection.execute(
        "UPDATE networks SET name = ?2, document = ?3, carrier_key = ifnull(?4, carrier_key)
         WHERE id = ?1",
        params![
            text(document, "id")?,
            name,
            serde_json::to_string(document)?,
            key.as_ref().and_then(Value::as_str),
        ],
    )?;
    Ok(())
}

/// Assigns an identifier to each part that has no identifier.
fn number(connection: &Connection, part: &mut Value) -> Result<()> {
    match part {
        Value::Array(parts) => parts
            .iter_mut()
            .try_for_each(|part| number(connection, part)),
        Value::Object(parts) => {
            if let Some(id @ Value::Null) = parts.get_mut("id") {
                *id = format!("part-{}", next(connection, "part")?).into();
            }
            parts
                .values_mut()
                .try_for_each(|part| number(connection, part))
        }
        _ => Ok(()),
    }
}

/// Returns the network that has the given value in a unique column.
fn find(connection: &Connection, column: &str, value: &str) -> Result<Option<Document>> {
    let query = format!("SELECT document FROM networks WHERE {column} = ?1");
    let found: Option<String> = connection
        .query_row(&query, params![value], |row| row.get(0))
        .optional()?;
    Ok(found.map(|text| serde_json::from_str(&text)).transpose()?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tests::service;
    use super::*;

    fn document(value: Value) -> Document {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn parts_keep_their_numbers() {
        let service = service();
        let request = document(json!({
            "name": "Lan",
            "subnet": [{ "id": null, "pool": [{ "id": null }] }],
            "host": { "a": { "address": null }, "b": { "address": "192.0.2.1" } },
            "uplink": { "key": "hush", "carrier": "c" },
        }));
        let mut made = service.create_network(&request).unwrap();
        let expected = json!({
            "id": "net-1",
            "name": "lan",
            "revision": 1,
            "subnet": [{ "id": "part-1", "pool": [{ "id": "part-2" }] }],
            "host": { "a": { "address": "10.0.0.1" }, "b": { "address": "192.0.2.1" } },
            "uplink": { "carrier": "c" },
        });
        assert_eq!(made, document(expected));

        let pool = made["subnet"][0]["pool"].as_array_mut().unwrap();
        pool.insert(0, json!({ "id": null }));
        let updated = service.update_network(&made).unwrap();
        let pool = json!([{ "id": "part-3" }, { "id": "part-2" }]);
        assert_eq!(
            (&updated["subnet"][0]["pool"], &updated["revision"]),
            (&pool, &json!(2))
        );
        assert_eq!(service.network("net-1").unwrap(), Some(updated));
        service.delete_network("net-1").unwrap();
        assert_eq!(service.network("net-1").unwrap(), None);
    }

    #[test]
    fn rejects_invalid_calls() {
        let service = service();
        let words = |result: Result<Document>| result.unwrap_err().to_string();
        let nameless = service.create_network(&Document::new());
        assert_eq!(words(nameless), "a network requires a name");
        let made = service
            .create_network(&document(json!({ "name": "a" })))
            .unwrap();
        let same = service.create_network(&document(json!({ "name": "A" })));
        assert_eq!(words(same), "network a already exists");
        service.fail("update", "a");
        assert!(service.update_network(&made).is_err());
        service.fail("delete", "a");
        assert!(service.delete_network("net-1").is_err());
        let gone = service.update_network(&document(json!({ "name": "b", "id": "net-2" })));
        assert_eq!(words(gone), "network net-2 does not exist");
    }
}
