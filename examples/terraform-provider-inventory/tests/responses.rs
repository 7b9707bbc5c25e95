//! Calls the provider without Terraform.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use tempfile::TempDir;
use terraform_provider_inventory::models::{Config, Disk, Endpoint, Password, Rack, Server};
use terraform_provider_inventory::{Session, provider};
use tfvalue::prost::Message;
use tfvalue::provider::{Method, Provider};
use tfvalue::tfplugin6::{
    Diagnostic, DynamicValue, close_ephemeral_resource, configure_provider,
    open_ephemeral_resource, plan_resource_change, read_resource, renew_ephemeral_resource,
    validate_ephemeral_resource_config,
};
use tfvalue::{Attr, TfSchema, Value, rules, types::TfType};

/// Runs a future that is never pending.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let context = &mut Context::from_waker(Waker::noop());
    match pin!(future).poll(context) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the future waits"),
    }
}

fn call<R: Message + Default>(
    provider: &Provider<Session>,
    method: &str,
    request: &impl Message,
) -> R {
    let request = request.encode_to_vec();
    let method = Method::find(6, method).unwrap();
    R::decode(ready(provider.respond(method, &request)).unwrap()).unwrap()
}

fn encoded<T: TfSchema + serde::Serialize>(value: &T) -> Option<DynamicValue> {
    Some(DynamicValue::encode(value).unwrap())
}

fn configured(path: Attr<String>) -> Provider<Session> {
    let provider = provider();
    let config = encoded(&Config {
        path,
        default_tags: BTreeMap::from([("owner".to_owned(), "core".into())]).into(),
    });
    let request = configure_provider::Request {
        config,
        ..Default::default()
    };
    let response: configure_provider::Response = call(&provider, "ConfigureProvider", &request);
    assert_eq!(response.diagnostics, []);
    provider
}

/// Returns a provider with an inventory, and the folder that contains the inventory.
fn in_folder() -> (Provider<Session>, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("inventory.db");
    (configured(path.to_str().unwrap().into()), folder)
}

/// Plans a change as Terraform does.
fn plan(prior: Option<&Server>, config: &Server) -> Server {
    let ty = Server::ty();
    let value = |server: &Server| Value::of(server, &ty).unwrap();
    let prior = prior.map_or_else(|| Value::null(ty.clone()), value);
    let config = value(config);
    let proposed = rules::proposed_new_state(
        &Server::block(),
        rules::PlanRequest {
            config: &config,
            prior: &prior,
        },
    )
    .unwrap();
    let encoded = |value| Some(DynamicValue::encode_value(value, &ty).unwrap());
    let request = plan_resource_change::Request {
        type_name: "inventory_server".into(),
        prior_state: encoded(&prior),
        config: encoded(&config),
        proposed_new_state: encoded(&proposed),
        ..Default::default()
    };
    // A plan does not need the inventory.
    let provider = configured(Attr::unknown());
    let response: plan_resource_change::Response = call(&provider, "PlanResourceChange", &request);
    assert_eq!(response.diagnostics, []);
    response.planned_state.unwrap().decode().unwrap()
}

fn config() -> Server {
    let endpoint = |port: u32| Endpoint {
        port: port.into(),
        url: Attr::null(),
    };
    Server {
        name: "Web".into(),
        endpoints: BTreeMap::from([
            ("http".to_owned(), endpoint(80).into()),
            ("https".to_owned(), endpoint(443).into()),
        ])
        .into(),
        disk: vec![Disk {
            size: 10.into(),
            ..Disk::default()
        }]
        .into(),
        ..Server::default()
    }
}

/// Returns the configured server as it is stored after creation.
fn stored() -> Server {
    let mut server = Server {
        id: "srv-1".into(),
        zone: "main".into(),
        cpus: 2.into(),
        all_tags: BTreeMap::from([("owner".to_owned(), "core".into())]).into(),
        revision: 1.into(),
        disk: vec![Disk {
            size: 10.into(),
            kind: "ssd".into(),
            serial: "sn-1".into(),
        }]
        .into(),
        ..config()
    };
    for (name, endpoint) in server.endpoints.value_mut().unwrap() {
        let endpoint = endpoint.known_mut().unwrap();
        endpoint.url.set(format!("https://web.example/{name}"));
    }
    server
}

/// Returns the names of the endpoints whose URLs are unknown.
fn left(server: &Server) -> Vec<&str> {
    let endpoints = server.endpoints.value().unwrap().iter();
    let left = endpoints.filter(|(_, endpoint)| endpoint.known().unwrap().url.is_unknown());
    left.map(|(name, _)| name.as_str()).collect()
}

#[test]
fn computed_values_are_unknown_at_first() {
    let planned = plan(None, &config());
    assert!(planned.id.is_unknown() && planned.zone.is_unknown() && planned.cpus.is_unknown());
    assert!(planned.revision.is_unknown());
    let tags = planned.all_tags.value().unwrap();
    assert_eq!(tags["owner"].as_deref(), Some("core"));
    let disk = &planned.disk.known().unwrap()[0];
    assert!(disk.kind == "ssd" && disk.serial.is_unknown());
    assert_eq!(left(&planned), ["http", "https"]);
    assert!(planned.tags.is_null());
}

#[test]
fn equivalent_name_is_no_change() {
    let config = Server {
        name: "WEB".into(),
        admin_password: "secret".into(),
        ..config()
    };
    assert!(plan(Some(&stored()), &config) == stored());
}

#[test]
fn urls_depend_on_the_name_and_the_port() {
    let cpus = Server {
        cpus: 8.into(),
        ..config()
    };
    let planned = plan(Some(&stored()), &cpus);
    assert!(planned.revision.is_unknown() && planned.id == "srv-1");
    assert!(planned.endpoints == stored().endpoints);

    let name = Server {
        name: "mail".into(),
        ..config()
    };
    assert_eq!(left(&plan(Some(&stored()), &name)), ["http", "https"]);

    let mut port = config();
    let endpoints = port.endpoints.value_mut().unwrap();
    let http = endpoints.get_mut("http").unwrap();
    http.known_mut().unwrap().port.set(81u32);
    assert_eq!(left(&plan(Some(&stored()), &port)), ["http"]);
}

#[test]
fn changed_default_tags_are_a_change() {
    let mut prior = stored();
    prior.all_tags = BTreeMap::new().into();
    let planned = plan(Some(&prior), &config());
    assert!(planned.all_tags == stored().all_tags);
    assert!(planned.revision.is_unknown());
}

#[test]
fn state_is_kept_while_the_path_of_the_inventory_is_unknown() {
    let rack = Rack {
        id: "rack-1".into(),
        name: "North".into(),
        units: 42.into(),
        revision: 1.into(),
    };
    let request = read_resource::Request {
        type_name: "inventory_rack".into(),
        current_state: encoded(&rack),
        ..Default::default()
    };
    let read: read_resource::Response =
        call(&configured(Attr::unknown()), "ReadResource", &request);
    assert!(read.new_state.unwrap().decode::<Rack>().unwrap() == rack);

    let (provider, _folder) = in_folder();
    let read: read_resource::Response = call(&provider, "ReadResource", &request);
    let read: Option<Rack> = read.new_state.unwrap().decode().unwrap();
    assert!(read.is_none());
}

fn password(length: Attr<u32>) -> Option<DynamicValue> {
    encoded(&Password {
        length,
        holder: "ops".into(),
        ..Password::default()
    })
}

#[test]
fn password_is_issued_renewed_and_withdrawn() {
    let (provider, _folder) = in_folder();
    let type_name = "inventory_password".to_owned();
    let request = open_ephemeral_resource::Request {
        type_name: type_name.clone(),
        config: password(Attr::null()),
        ..Default::default()
    };
    let opened: open_ephemeral_resource::Response =
        call(&provider, "OpenEphemeralResource", &request);
    let result: Password = opened.result.unwrap().decode().unwrap();
    assert_eq!(result.length.value(), Some(&20));
    assert_eq!(result.value.as_deref().map(str::len), Some(20));
    assert_eq!(result.holder.as_deref(), Some("ops"));
    assert!(opened.renew_at.is_some());

    let renew = |private| -> renew_ephemeral_resource::Response {
        let type_name = type_name.clone();
        let request = renew_ephemeral_resource::Request { type_name, private };
        call(&provider, "RenewEphemeralResource", &request)
    };
    let renewed = renew(opened.private.clone());
    assert_eq!(renewed.diagnostics, []);
    assert_eq!(renewed.private, opened.private);
    assert!(renewed.renew_at.is_some());

    let request = close_ephemeral_resource::Request {
        type_name: type_name.clone(),
        private: opened.private,
    };
    let closed: close_ephemeral_resource::Response =
        call(&provider, "CloseEphemeralResource", &request);
    assert_eq!(closed.diagnostics, []);
    let details = |all: &[Diagnostic]| -> Vec<String> {
        all.iter().map(|each| each.detail.clone()).collect()
    };
    let again = renew(renewed.private);
    assert_eq!(
        details(&again.diagnostics),
        ["password lease-1 does not exist"]
    );
    assert_eq!(
        details(&renew(None).diagnostics),
        ["Terraform did not send the identifier of the password"]
    );
}

#[test]
fn length_of_a_password_is_checked() {
    let faults = |length: Attr<u32>| {
        let request = validate_ephemeral_resource_config::Request {
            type_name: "inventory_password".into(),
            config: password(length),
        };
        let response: validate_ephemeral_resource_config::Response =
            call(&provider(), "ValidateEphemeralResourceConfig", &request);
        response.diagnostics.len()
    };
    assert_eq!(faults(Attr::unknown()), 0);
    for (length, expected) in [(7u32, 1), (8, 0), (128, 0), (129, 1)] {
        assert_eq!(faults(length.into()), expected, "{length}");
    }
}
