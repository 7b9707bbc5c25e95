//! A public struct with fields of private types did not compile: "private type `Disk` in public interface".
//! A public struct with an adapter did not compile either.

use std::net::IpAddr;

use tfvalue::msgpack;

use self::server::{Server, ServerState};

#[allow(unreachable_pub)] // what the bug was about
mod server {
    use std::fmt;
    use std::str::FromStr;

    use tfvalue::{Attr, Set, TfSchema, Unknown};

    use super::IpAddr;

    #[derive(Default, TfSchema)]
    #[tf(known_view = ServerState, paths)]
    pub struct Server {
        #[tf(required)]
        disk: Attr<Disk>,
        #[tf(optional)]
        disks: Attr<Set<Attr<Disk>>>,
        #[tf(block)]
        mount: Unknown<Vec<Disk>>,
        #[tf(flatten)]
        common: Common,
        #[tf(optional, display)]
        ip: Attr<IpAddr>,
        #[tf(required, display)]
        port: Attr<Port>,
    }

    #[derive(Default, TfSchema)]
    #[tf(known_view = DiskState, paths)]
    struct Disk {
        #[tf(required)]
        size: Attr<i64>,
    }

    #[derive(Default, TfSchema)]
    #[tf(known_view = CommonState)]
    struct Common {
        #[tf(optional)]
        backup: Attr<Disk>,
    }

    #[derive(Debug)]
    struct Port(u16);

    impl FromStr for Port {
        type Err = std::num::ParseIntError;

        fn from_str(text: &str) -> Result<Self, Self::Err> {
            text.parse().map(Port)
        }
    }

    impl fmt::Display for Port {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    impl Server {
        pub fn small(ip: IpAddr) -> Self {
            let disk = Disk { size: 1.into() }.into();
            Self {
                disk,
                ip: ip.into(),
                port: Port(80).into(),
                ..Self::default()
            }
        }
    }

    impl ServerState {
        pub fn ip(&self) -> Option<IpAddr> {
            self.ip
        }
    }
}

#[test]
fn they_are_read_written_and_viewed() {
    let ip = IpAddr::from([10, 0, 0, 1]);
    let bytes = msgpack::to_vec(&Server::small(ip)).unwrap();
    let server: Server = msgpack::from_slice(&bytes).unwrap();
    assert_eq!(msgpack::to_vec(&server).unwrap(), bytes);
    let view = ServerState::try_from(server).unwrap();
    assert_eq!(view.ip(), Some(ip));
    assert_eq!(msgpack::to_vec(&Server::from(view)).unwrap(), bytes);
}
