//! The values that the service chooses if a request does not specify them.

use rusqlite::Connection;

use super::{Result, Server, canonical_name, next};

const DEFAULT_ZONE: &str = "main";
const DEFAULT_CPUS: i64 = 2;
const DEFAULT_KIND: &str = "ssd";

/// Completes a server and converts its name to lower case.
pub(super) fn fill(connection: &Connection, server: &mut Server) -> Result<()> {
    server.name = canonical_name(&server.name);
    server.zone.get_or_insert_with(|| DEFAULT_ZONE.to_owned());
    server.cpus.get_or_insert(DEFAULT_CPUS);
    if let Some(placement) = &mut server.placement {
        placement.floor.get_or_insert(0);
    }
    for interface in server.interfaces.iter_mut().flatten() {
        if interface.address.is_none() {
            interface.address = Some(address(connection)?);
        }
        if interface.mac.is_none() {
            let n = next(connection, "mac")?;
            interface.mac = Some(format!("02:00:00:00:{:02x}:{:02x}", n / 256 % 256, n % 256));
        }
    }
    for volume in server.volumes.iter_mut().flatten() {
        give(connection, "vol", &mut volume.id)?;
    }
    for (name, endpoint) in server.endpoints.iter_mut().flatten() {
        endpoint.url = Some(format!(
            "https://{}.example:{}/{name}",
            server.name, endpoint.port
        ));
    }
    for disk in &mut server.disks {
        disk.kind.get_or_insert_with(|| DEFAULT_KIND.to_owned());
        give(connection, "sn", &mut disk.serial)?;
    }
    for rule in &mut server.rules {
        give(connection, "rule", &mut rule.id)?;
    }
    Ok(())
}

/// Chooses an address.
pub(super) fn address(connection: &Connection) -> Result<String> {
    let n = next(connection, "address")?;
    Ok(format!("10.0.{}.{}", n / 256 % 256, n % 256))
}

/// Assigns an identifier to a part that has no identifier.
fn give(connection: &Connection, prefix: &str, id: &mut Option<String>) -> Result<()> {
    if id.is_none() {
        *id = Some(format!("{prefix}-{}", next(connection, prefix)?));
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::service;
    use super::super::{Disk, Endpoint, Interface, Placement, Rule, Volume};
    use super::*;

    /// Returns an incomplete server with a part of every kind.
    pub(in super::super) fn furnished() -> Server {
        Server {
            placement: Some(Placement {
                building: "b".to_owned(),
                floor: None,
            }),
            interfaces: Some(vec![Interface::default(), Interface::default()]),
            volumes: Some(vec![Volume::default(), Volume::default()]),
            endpoints: Some(
                [(
                    "web".to_owned(),
                    Endpoint {
                        port: 443,
                        url: None,
                    },
                )]
                .into(),
            ),
            disks: vec![Disk::default()],
            rules: vec![Rule::default()],
            name: "Web".to_owned(),
            ..Server::default()
        }
    }

    #[test]
    fn completes_a_server() {
        let service = service();
        let made = service.insert_server(&furnished()).unwrap();
        assert_eq!((&*made.id, &*made.name, made.revision), ("srv-1", "web", 1));
        assert_eq!((made.zone.as_deref(), made.cpus), (Some("main"), Some(2)));
        assert_eq!(made.placement.as_ref().unwrap().floor, Some(0));
        let [first, second] = made.interfaces.as_deref().unwrap() else {
            panic!("the server has two interfaces")
        };
        assert_eq!(first.address.as_deref(), Some("10.0.0.1"));
        assert_eq!(second.mac.as_deref(), Some("02:00:00:00:00:02"));
        let volumes = made.volumes.as_deref().unwrap();
        assert_eq!(
            [&volumes[0].id, &volumes[1].id],
            [&Some("vol-1".to_owned()), &Some("vol-2".to_owned())]
        );
        let url = made.endpoints.as_ref().unwrap()["web"].url.as_deref();
        assert_eq!(url, Some("https://web.example:443/web"));
        assert_eq!(made.disks[0].kind.as_deref(), Some("ssd"));
        assert_eq!(made.disks[0].serial.as_deref(), Some("sn-1"));
        assert_eq!(made.rules[0].id.as_deref(), Some("rule-1"));
        assert_eq!(service.server("srv-1").unwrap(), Some(made));
    }
}
