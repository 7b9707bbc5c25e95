//! Strings that are read as a type, and for which the service uses a different spelling.

use std::collections::BTreeMap;
use std::net::IpAddr;

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::{
    Attr, Diagnostics, Set, Text, TfSchema,
    texts::{ByteSize, TfText, Yaml},
};
use tfvalue_tests::no_config::NoConfig;

use crate::harness::{Bench, Protocol};

#[derive(TfSchema, Clone)]
#[tf(kind = resource)]
struct Host {
    #[tf(required)]
    address: Attr<Text<IpAddr>>,
    #[tf(optional)]
    memory: Attr<Text<ByteSize>>,
    #[tf(optional)]
    id: Attr<Text<uuid::Uuid>>,
    #[tf(optional)]
    document: Attr<Text<Yaml>>,
    #[tf(optional)]
    set: Attr<Set<Attr<Text<IpAddr>>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Text<IpAddr>>>>,
    #[tf(optional)]
    routes: Attr<Set<Attr<Route>>>,
}

#[derive(TfSchema, Clone)]
struct Route {
    #[tf(required)]
    to: Attr<Text<ipnet::IpNet>>,
    #[tf(optional)]
    hops: Attr<Vec<Attr<Text<IpAddr>>>>,
}

/// Spells a value as the service does.
fn spell<T: TfText>(text: &Attr<Text<T>>) -> Attr<Text<T>> {
    match text.value().and_then(|text| T::read(text.as_str())) {
        Some(value) => Text::from(value).into(),
        None => Attr::null(),
    }
}

fn spelled(host: &Host) -> Host {
    let route = |route: &Attr<Route>| {
        let route = route.value().unwrap();
        let hops = route
            .hops
            .value()
            .map(|hops| hops.iter().map(spell).collect());
        Attr::from(Route {
            to: spell(&route.to),
            hops: hops.map_or(Attr::null(), |hops: Vec<_>| hops.into()),
        })
    };
    let set = host.set.value().map(|set| set.iter().map(spell).collect());
    let map = host.map.value().map(|map| {
        let entries = map.iter().map(|(key, text)| (key.clone(), spell(text)));
        entries.collect::<BTreeMap<_, _>>()
    });
    let routes = host
        .routes
        .value()
        .map(|set| set.iter().map(route).collect());
    Host {
        address: spell(&host.address),
        memory: spell(&host.memory),
        id: spell(&host.id),
        document: spell(&host.document),
        set: set.map_or(Attr::null(), |set: Set<_>| set.into()),
        map: map.map_or(Attr::null(), Into::into),
        routes: routes.map_or(Attr::null(), |set: Set<_>| set.into()),
    }
}

impl Resource for Host {
    const NAME: &'static str = "host";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(spelled(&plan))
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(spelled(&state)))
    }

    async fn update(_: Self, plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(spelled(&plan))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

const CONFIG: &str = r#"
resource "inventory_host" "a" {
  address = "FD00:0::1"
  memory  = "1.5 GiB"
  id      = "67E55044-10B1-426F-9247-BB680E5FE0C8"
  document = "b: [x, yes] # c\na: 1\n"
  set     = ["0::1", "0::2"]
  map     = { k = "0::3" }
  routes  = [{ to = "FD00:0::/8", hops = ["0::4", "10.0.0.1"] }, { to = "10.0.0.0/8" }]
}
"#;

#[test]
fn the_spelling_of_the_configuration_stays() {
    for protocol in [Protocol::V5, Protocol::V6] {
        let provider = Provider::new::<NoConfig>("inventory").resource::<Host>();
        let Some(bench) = Bench::serving(protocol, provider) else {
            return;
        };
        // In version 5, a nested attribute is an attribute of an object type, which cannot have members with flags.
        let config = match protocol {
            Protocol::V5 => CONFIG.replace("  routes ", "# routes "),
            Protocol::V6 => CONFIG.to_owned(),
        };
        bench.configure_with("", &config);
        bench.plan();
        let state = bench.apply();
        let host = state.values("inventory_host.a");
        assert_eq!(host["address"], "FD00:0::1");
        assert_eq!(host["document"], "b: [x, yes] # c\na: 1\n");
        assert_eq!(host["set"], serde_json::json!(["0::1", "0::2"]));
        bench.plan().assert_empty();

        // A different spelling in the configuration changes only the state.
        let config = config
            .replace("FD00:0::1", "fd00::1")
            .replace("1.5 GiB", "1536Mi")
            .replace("a: 1", "a: 0.1e+1");
        bench.configure_with("", &config);
        assert_eq!(bench.plan().actions("inventory_host.a"), "update");
        let state = bench.apply();
        assert_eq!(state.values("inventory_host.a")["address"], "fd00::1");
        bench.plan().assert_empty();

        bench.configure_with(
            "",
            "resource \"inventory_host\" \"a\" {\n  address = \"10.0.0\"\n}\n",
        );
        let error = bench.run(&["validate", "-json"]).exits(1).error();
        assert_eq!(error.code.trim(), "address = \"10.0.0\"");
        assert_eq!(
            error.detail,
            "address: an IP address such as \"10.0.0.1\" or \"fd00::1\" is required, got \"10.0.0\""
        );

        bench.configure_with(
            "",
            "resource \"inventory_host\" \"a\" {\n  address = \"::1\"\n  document = \"a: 1\\n b: 2\"\n}\n",
        );
        let error = bench.run(&["validate", "-json"]).exits(1).error();
        assert_eq!(error.code.trim(), "document = \"a: 1\\n b: 2\"");
        assert_eq!(
            error.detail,
            "document: a YAML document is required, got an error at line 2 column 3: mapping values are not allowed in \
             this context"
        );
    }
}
