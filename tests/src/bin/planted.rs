//! The provider from the examples with faults that the program `examine` must find.

use std::collections::BTreeSet;
use std::process::{self, ExitCode};
use std::sync::Mutex;

use prost::Message;
use prost::bytes::Bytes;
use terraform_provider_inventory::Session;
use terraform_provider_inventory::models::{Network, Rack, Server};
use tfvalue::provider::{CallError, Method, Provider};
use tfvalue::serve::Service;
use tfvalue::tfplugin6::{
    DynamicValue, apply_resource_change, plan_resource_change, read_resource,
    upgrade_resource_state,
};
use tfvalue::{Path, Type, Value, types::TfType};

fn main() -> ExitCode {
    tfvalue::serve(Planted(terraform_provider_inventory::provider()))
}

/// The provider whose responses are changed.
struct Planted(Provider<Session>);

impl Service for Planted {
    fn name(&self) -> &str {
        "example/inventory"
    }

    async fn respond(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, CallError> {
        let response = self.0.respond(method, request).await?;
        let changed = match method.name {
            "PlanResourceChange" => plan(request, &response),
            "ApplyResourceChange" => apply(request, &response),
            "ReadResource" => read(request, &response),
            "UpgradeResourceState" => upgrade(request, &response),
            _ => None,
        };
        Ok(changed.unwrap_or(response))
    }

    fn stop(&self) {
        Service::stop(&self.0);
    }
}

/// A value in a message, with a shorter way to read and change its members.
struct Object(Value);

impl Object {
    fn of<T: TfType>(value: Option<&DynamicValue>) -> Option<Self> {
        let value = value?.decode_value(&T::ty()).ok()?;
        (!value.is_null()).then_some(Object(value))
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }

    fn number(&self, name: &str) -> Option<i128> {
        self.get(name)?.as_number()?.as_i128()
    }

    /// Returns the message with a different member, which can be null.
    fn with<T: TfType>(&self, name: &str, new: Option<Value>) -> Option<DynamicValue> {
        let new = new.or_else(|| Some(Value::null(self.get(name)?.ty())))?;
        let changed = self.0.with(Path::root().attribute(name), new).ok()?;
        DynamicValue::encode_value(&changed, &T::ty()).ok()
    }
}

fn plan(request: &[u8], response: &[u8]) -> Option<Bytes> {
    let request = plan_resource_change::Request::decode(request).ok()?;
    let mut response = plan_resource_change::Response::decode(response).ok()?;
    match request.type_name.as_str() {
        "inventory_server" => {
            let config = Object::of::<Server>(request.config.as_ref())?;
            let planned = Object::of::<Server>(response.planned_state.as_ref())?;
            let changed = if config.number("cpus") > Some(100) {
                planned.with::<Server>("cpus", Some(64.into()))
            } else {
                let password = config.get("admin_password")?;
                planned.with::<Server>("admin_password", Some(password.clone()))
            };
            response.planned_state = Some(changed?);
        }
        "inventory_rack" => {
            let config = Object::of::<Rack>(request.config.as_ref())?;
            if config.number("units") == Some(0) {
                eprintln!("thread 'main' panicked at src/rack.rs:7:5:\nattempt to divide by zero");
                process::exit(101);
            }
            return None;
        }
        _ => {
            Object::of::<Network>(request.prior_state.as_ref())?;
            Object::of::<Network>(request.config.as_ref())?;
            response.requires_replace.push(Path::from("adress").into());
        }
    }
    Some(response.encode_to_vec().into())
}

fn apply(request: &[u8], response: &[u8]) -> Option<Bytes> {
    let request = apply_resource_change::Request::decode(request).ok()?;
    let mut response = apply_resource_change::Response::decode(response).ok()?;
    if request.type_name != "inventory_server" {
        return None;
    }
    let new = Object::of::<Server>(response.new_state.as_ref())?;
    let empty = |name| {
        new.get(name)
            .is_some_and(|value| value.elements().is_some_and(|mut all| all.next().is_none()))
    };
    let zone = new.text("zone").unwrap_or_default();
    let changed = if zone != zone.to_lowercase() {
        new.with::<Server>("zone", Some(zone.to_lowercase().into()))
    } else if empty("labels") {
        new.with::<Server>("labels", None)
    } else if new.get("powered") == Some(&true.into()) {
        new.with::<Server>("revision", Some(Value::unknown(Type::Number)))
    } else {
        None
    };
    response.new_state = Some(changed?);
    Some(response.encode_to_vec().into())
}

fn read(request: &[u8], response: &[u8]) -> Option<Bytes> {
    let request = read_resource::Request::decode(request).ok()?;
    let mut response = read_resource::Response::decode(response).ok()?;
    match request.type_name.as_str() {
        "inventory_server" => {
            let new = Object::of::<Server>(response.new_state.as_ref())?;
            new.get("tags")?;
            response.new_state = new.with::<Server>("tags", None);
        }
        "inventory_rack" => {
            // The response never reports a rack as missing after the rack was found once.
            static FOUND: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
            let mut found = FOUND.lock().ok()?;
            if let Some(rack) = Object::of::<Rack>(response.new_state.as_ref()) {
                found.insert(rack.text("name")?.to_owned());
                return None;
            }
            let state = request.current_state?;
            if !found.contains(Object::of::<Rack>(Some(&state))?.text("name")?) {
                return None;
            }
            response.new_state = Some(state);
        }
        _ => return None,
    }
    Some(response.encode_to_vec().into())
}

fn upgrade(request: &[u8], response: &[u8]) -> Option<Bytes> {
    let request = upgrade_resource_state::Request::decode(request).ok()?;
    let mut response = upgrade_resource_state::Response::decode(response).ok()?;
    if request.type_name != "inventory_network" {
        return None;
    }
    let state = Object::of::<Network>(response.upgraded_state.as_ref())?;
    state.get("contact")?;
    response.upgraded_state = state.with::<Network>("contact", None);
    Some(response.encode_to_vec().into())
}
