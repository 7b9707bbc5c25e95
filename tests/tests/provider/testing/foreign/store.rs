//! A provider that behaves like a provider in another process, written in any language. Its service is in memory, and a
//! test can turn on each fault.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tfvalue::__internal::client::Running;
use tfvalue::prost::Message;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::{CallError, CallErrorKind, Method};
use tfvalue::schema::{
    Attribute, Block, Function, NestedBlock, Nesting, Parameter, ProviderSchema, Schema,
};
use tfvalue::tfplugin6::{
    Diagnostic, DynamicValue, FunctionError, ServerCapabilities, apply_resource_change,
    call_function, close_ephemeral_resource, get_provider_schema, import_resource_state,
    open_ephemeral_resource, plan_action, plan_resource_change, read_data_source, read_resource,
    upgrade_resource_state, validate_resource_config,
};
use tfvalue::{Path, Type, Value};
use tfvalue_testing::Harness;

/// The calls of all processes, and the contents of the service.
#[derive(Default)]
pub(crate) struct Service {
    pub(crate) calls: Vec<String>,
    pub(crate) imported: Vec<String>,
    things: BTreeMap<String, Value>,
    created: u32,
    read: u32,
}

/// A process of the provider.
#[derive(Clone)]
pub(crate) struct Store {
    fault: &'static str,
    pub(crate) service: Rc<RefCell<Service>>,
}

/// The process has ended.
#[derive(Debug)]
pub(crate) struct Ended;

impl From<Ended> for CallError {
    fn from(Ended: Ended) -> Self {
        CallError::new(CallErrorKind::Internal, "the process has ended")
    }
}

impl Store {
    pub(crate) fn new(fault: &'static str) -> Self {
        Store {
            fault,
            service: Rc::default(),
        }
    }

    /// Returns a configured harness.
    pub(crate) fn harness(&self) -> Harness {
        let this = self.clone();
        let harness = Harness::restarting(move || {
            this.service.borrow_mut().calls.push("start".to_owned());
            Ok::<_, Ended>(this.clone())
        });
        let harness = harness.unwrap();
        harness.configure("{}").succeeds();
        harness
    }

    fn is_legacy(&self) -> bool {
        LEGACY.contains(&self.fault)
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }
}

/// The providers with the legacy type system.
const LEGACY: [&str; 5] = [
    "upgrade crashes for null tags",
    "change ignored",
    "upgrade loses the color",
    "nulls emptied",
    "id recomputed",
];

/// The providers whose objects exist only in the state.
const STATE_ONLY: [&str; 4] = ["state only", "constant id", "id in state", "import empties"];

/// The block of a thing that is identified by its name.
fn block() -> Block {
    let limits = Block::new().attributes([Attribute::new("cpu", Type::Number).optional()]);
    Block::new()
        .attributes([
            Attribute::new("id", Type::String).computed(),
            Attribute::new("name", Type::String).required(),
            Attribute::new("color", Type::String).optional(),
            Attribute::new("size", Type::Number).optional(),
            Attribute::new("tags", Type::list(Type::String)).optional(),
        ])
        .block_types([NestedBlock::new("limits", Nesting::List, limits)])
}

fn schemas(fault: &str) -> ProviderSchema {
    let found = Block::new().attributes([
        Attribute::new("name", Type::String).required(),
        Attribute::new("number", Type::Number).computed(),
    ]);
    let mut thing = Schema::new(block());
    thing.version = i64::from(fault.starts_with("upgrade"));
    let mut all = ProviderSchema::new()
        .provider(Schema::new(Block::new()))
        .resource_schemas([("store_thing", thing)]);
    all.data_source_schemas
        .insert("store_thing".to_owned(), Schema::new(found));
    let repeat = Function::new(Type::String).parameters([
        Parameter::new("text", Type::String),
        Parameter::new("times", Type::Number),
    ]);
    all.functions.insert("repeat".to_owned(), repeat);
    let wait = Function::new(Type::String).parameters([Parameter::new("time", Type::String)]);
    all.functions.insert("wait".to_owned(), wait);
    let user = Attribute::new("user", Type::String).required();
    let lease = Schema::new(Block::new().attributes([user]));
    all.ephemeral_resource_schemas
        .insert("store_lease".to_owned(), lease);
    let mut count = Function::new(Type::String);
    count.variadic_parameter = Some(Parameter::new("texts", Type::String));
    all.functions.insert("count".to_owned(), count);
    all
}

fn ty() -> Type {
    block().implied_type()
}

fn decoded(value: Option<DynamicValue>) -> Value {
    value.unwrap().decode_value(&ty()).unwrap()
}

#[allow(clippy::unnecessary_wraps)] // as in the messages
fn encoded(value: &Value) -> Option<DynamicValue> {
    Some(DynamicValue::encode_value(value, &ty()).unwrap())
}

fn error(summary: &str, detail: &str) -> Vec<Diagnostic> {
    vec![tfvalue::Diagnostic::error(summary, detail.to_owned()).into()]
}

/// An error of the framework that names itself a bug.
fn bug() -> Vec<Diagnostic> {
    error(
        "Value Conversion Error",
        "An unexpected error was encountered. This is always an error in the provider. Please report the following to \
         the provider developer:\n\nPath: color",
    )
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap()
}

fn no_tags() -> Value {
    Value::list(Type::String, Vec::<Value>::new()).unwrap()
}

fn text(value: &Value, name: &str) -> String {
    let value = value.get(name).and_then(Value::as_str);
    value.unwrap_or_default().to_owned()
}

fn with(value: &Value, name: &str, new: impl Into<Value>) -> Value {
    value.with(Path::root().attribute(name), new).unwrap()
}

impl Running for Store {
    type Error = Ended;

    fn protocol(&self) -> u32 {
        6
    }

    fn call(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, Ended> {
        self.service.borrow_mut().calls.push(method.name.to_owned());
        let response = match method.name {
            "GetProviderSchema" => {
                let mut response = get_provider_schema::Response::from(&schemas(self.fault));
                response.server_capabilities = Some(ServerCapabilities {
                    plan_destroy: true,
                    get_provider_schema_optional: self.is("optional schema"),
                    ..ServerCapabilities::default()
                });
                response.encode_to_vec()
            }
            "ValidateResourceConfig" => self.validate(request).encode_to_vec(),
            "UpgradeResourceState" => self.upgrade(request)?.encode_to_vec(),
            "PlanResourceChange" => self.plan(request).encode_to_vec(),
            "ApplyResourceChange" => self.apply(request)?.encode_to_vec(),
            "ReadResource" => self.read(request).encode_to_vec(),
            "ImportResourceState" => self.import(request).encode_to_vec(),
            "ReadDataSource" => self.read_data(request).encode_to_vec(),
            "CallFunction" => self.function(request)?.encode_to_vec(),
            "OpenEphemeralResource" => self.open(request).encode_to_vec(),
            "CloseEphemeralResource" => self.close().encode_to_vec(),
            "PlanAction" => plan_action::Response::default().encode_to_vec(),
            _ => Vec::new(),
        };
        Ok(response.into())
    }

    fn is_end(Ended: &Ended) -> bool {
        true
    }
}

impl Store {
    fn upgrade(&self, request: &[u8]) -> Result<upgrade_resource_state::Response, Ended> {
        let request = upgrade_resource_state::Request::decode(request).unwrap();
        let mut json = request.raw_state.unwrap().json;
        let mut state: serde_json::Value = serde_json::from_slice(&json).unwrap();
        let is_old = request.version == 0 && self.fault.starts_with("upgrade");
        let mut diagnostics = Vec::new();
        match self.fault {
            "upgrade crashes for null" if is_old && state["color"].is_null() => return Err(Ended),
            "upgrade crashes for null tags" if is_old && state["tags"].is_null() => {
                return Err(Ended);
            }
            // The color was a number.
            "upgrade crashes for strings" if is_old && !state["color"].is_number() => {
                return Err(Ended);
            }
            "upgrade is missing" if is_old => {
                diagnostics = error(
                    "Unable to Upgrade Resource State",
                    "This resource was implemented without an UpgradeState() method, however Terraform was expecting \
                     an implementation for version 0 upgrade.\n\nThis is always an issue with the Terraform Provider \
                     and should be reported to the provider developer.",
                );
            }
            "upgrade loses the color" | "upgrade of a version without colors" if is_old => {
                // The older version has no colors and omits the attribute.
                state["color"] = serde_json::Value::Null;
                json = state.to_string().into();
            }
            _ => {}
        }
        Ok(upgrade_resource_state::Response {
            upgraded_state: Some(DynamicValue {
                json,
                ..DynamicValue::default()
            }),
            diagnostics,
        })
    }
}

impl Store {
    fn validate(&self, request: &[u8]) -> validate_resource_config::Response {
        let request = validate_resource_config::Request::decode(request).unwrap();
        let config = decoded(request.config);
        let is_unknown = config.get("color").is_some_and(Value::is_unknown);
        let diagnostics = if self.is("unknown refused") && is_unknown {
            error("Invalid color", "a color is required")
        } else {
            Vec::new()
        };
        validate_resource_config::Response { diagnostics }
    }

    fn plan(&self, request: &[u8]) -> plan_resource_change::Response {
        let request = plan_resource_change::Request::decode(request).unwrap();
        let [prior, proposed] = [request.prior_state, request.proposed_new_state].map(decoded);
        let is_known = prior.get("id").is_some_and(|id| !id.is_null());
        let has_size = prior.get("size").is_some_and(|size| !size.is_null());
        let diagnostics = match self.fault {
            "destroy cannot be planned" if proposed.is_null() => {
                error("Value Error", "the name is missing")
            }
            "second plan fails" if has_size && prior == proposed => {
                error("Value Error", "the size cannot be read")
            }
            "bug" if text(&proposed, "color") == "red" => bug(),
            _ => Vec::new(),
        };
        let keeps_id = is_known && !self.is("id recomputed");
        let planned = if keeps_id || proposed.is_null() {
            proposed
        } else if self.is("time planned") {
            with(&proposed, "id", since_1970().as_secs().to_string())
        } else {
            with(&proposed, "id", Value::unknown(Type::String))
        };
        let is = |name, check: fn(&Value) -> bool| planned.get(name).is_some_and(check);
        let is_first = is("color", Value::is_unknown) && is("tags", Value::is_null);
        let planned = if self.is("nulls emptied") && !prior.is_null() && is_first {
            with(&planned, "tags", no_tags())
        } else {
            planned
        };
        let planned = if self.is("change ignored") && !prior.is_null() && !planned.is_null() {
            with(&planned, "color", prior.get("color").unwrap().clone())
        } else {
            planned
        };
        let mut requires_replace = Vec::new();
        if !prior.is_null() && text(&prior, "name") != text(&planned, "name") {
            requires_replace.push((&Path::from("name")).into());
        }
        if self.is("needless path") && !prior.is_null() {
            requires_replace.push((&Path::from("size")).into());
        }
        plan_resource_change::Response {
            planned_state: encoded(&planned),
            diagnostics,
            requires_replace,
            legacy_type_system: self.is_legacy(),
            ..plan_resource_change::Response::default()
        }
    }

    fn apply(&self, request: &[u8]) -> Result<apply_resource_change::Response, Ended> {
        let request = apply_resource_change::Request::decode(request).unwrap();
        let [prior, planned] = [request.prior_state, request.planned_state].map(decoded);
        let mut service = self.service.borrow_mut();
        let new = if planned.is_null() {
            if !self.is("never deleted") {
                service.things.remove(&text(&prior, "id"));
            }
            planned
        } else {
            if self.is("crash") && text(&planned, "color") == "red" {
                return Err(Ended);
            }
            service.created += 1;
            let name = text(&planned, "name");
            let id = match self.fault {
                "state only" | "constant id" | "id in state" => "none".to_owned(),
                "empty id" => String::new(),
                "case ignored" => format!("thing/{}", name.to_lowercase()),
                _ => format!("thing/{name}"),
            };
            let new = with(&planned, "id", id.as_str());
            service.things.remove(&text(&prior, "id"));
            service.things.insert(id, new.clone());
            new
        };
        let is_large = new.get("size").and_then(Value::as_number);
        let is_large = is_large.is_some_and(|size| *size > 100.into());
        let (new, diagnostics) = match self.fault {
            "left behind" if is_large && prior.is_null() => {
                (prior, error("Invalid size", "the thing is too large"))
            }
            _ => (new, Vec::new()),
        };
        Ok(apply_resource_change::Response {
            new_state: encoded(&new),
            diagnostics,
            legacy_type_system: self.is_legacy(),
            ..apply_resource_change::Response::default()
        })
    }

    fn read(&self, request: &[u8]) -> read_resource::Response {
        let request = read_resource::Request::decode(request).unwrap();
        let state = decoded(request.current_state);
        let service = self.service.borrow();
        let id = text(&state, "id");
        let mut new = match service.things.get(&id) {
            _ if self.is("constant id") => with(&state, "id", "none"),
            _ if STATE_ONLY.contains(&self.fault) => state.clone(),
            Some(thing) => thing.clone(),
            None => Value::null(ty()),
        };
        let empties = self.is("empty tags") || self.is("upgrade crashes for null tags");
        if empties && new.get("tags").is_some_and(Value::is_null) {
            new = with(&new, "tags", no_tags());
        }
        let kept = match self.fault {
            "size unread" | "size and identity unread" => Some("size"),
            "drift unseen" if state.get("color").is_some_and(|color| !color.is_null()) => {
                Some("color")
            }
            _ => None,
        };
        if let Some(name) = kept.filter(|_| !new.is_null()) {
            new = with(&new, name, state.get(name).unwrap().clone());
        }
        if self.is("import loses the size") {
            let is_import = state.get("name").is_some_and(Value::is_null);
            let size = new.get("size").filter(|_| !is_import).cloned();
            let size = size.unwrap_or(Value::null(Type::Number));
            if !new.is_null() {
                new = with(&new, "size", size);
            }
        }
        let is_import = state.get("name").is_some_and(Value::is_null);
        if self.is("import loses the limits") && is_import && !new.is_null() {
            let no_limits = block().empty().get("limits").unwrap().clone();
            new = with(&new, "limits", no_limits);
        }
        let exists = service.things.contains_key(&id);
        let diagnostics = if self.is("read fails") && exists {
            error("Unexpected Identity Change", "the identity was changed")
        } else if self.is("missing thing not found") && !exists {
            error("Error", "404: the thing was not found")
        } else if self.is("bug for a missing thing") && !exists {
            bug()
        } else if self.is("size and identity unread") && !exists {
            error(
                "Missing Resource Identity After Read",
                "This is always an issue in the Terraform Provider and should be reported to the provider developers.",
            )
        } else if self.is("store not reached") && !exists {
            error("Error", "dial tcp: lookup store.test: no such host")
        } else if self.is("missing thing refused") && !exists {
            error("Error", "the ID must start with thing/")
        } else {
            Vec::new()
        };
        read_resource::Response {
            new_state: encoded(&new),
            diagnostics,
            ..read_resource::Response::default()
        }
    }

    fn import(&self, request: &[u8]) -> import_resource_state::Response {
        let request = import_resource_state::Request::decode(request).unwrap();
        self.service.borrow_mut().imported.push(request.id.clone());
        let none = block().empty();
        let state = if self.is("id in state") {
            // The ID is the name.
            with(&with(&none, "id", "none"), "name", request.id.as_str())
        } else {
            with(&none, "id", request.id.as_str())
        };
        let mut state = state;
        let mut diagnostics = Vec::new();
        if self.is("import empties") {
            state = with(&state, "tags", no_tags());
            match request.id.strip_prefix("thing/") {
                Some(name) => state = with(&state, "name", name),
                None => diagnostics = error("Invalid ID", "the ID must start with thing/"),
            }
        }
        import_resource_state::Response {
            diagnostics,
            imported_resources: vec![import_resource_state::ImportedResource {
                type_name: request.type_name,
                state: encoded(&state),
                ..import_resource_state::ImportedResource::default()
            }],
            ..import_resource_state::Response::default()
        }
    }

    fn read_data(&self, request: &[u8]) -> read_data_source::Response {
        let request = read_data_source::Request::decode(request).unwrap();
        let found = &schemas(self.fault).data_source_schemas["store_thing"]
            .block
            .implied_type();
        let config = request.config.unwrap().decode_value(found).unwrap();
        let mut service = self.service.borrow_mut();
        service.read += 1;
        let number = match self.fault {
            "another number" => i64::from(service.read),
            "clock" => i64::try_from(since_1970().as_nanos()).unwrap(),
            _ => 1,
        };
        let state = with(&config, "number", number);
        read_data_source::Response {
            state: Some(DynamicValue::encode_value(&state, found).unwrap()),
            ..read_data_source::Response::default()
        }
    }

    fn open(&self, request: &[u8]) -> open_ephemeral_resource::Response {
        let request = open_ephemeral_resource::Request::decode(request).unwrap();
        open_ephemeral_resource::Response {
            result: request.config,
            ..open_ephemeral_resource::Response::default()
        }
    }

    fn close(&self) -> close_ephemeral_resource::Response {
        let diagnostics = if self.is("lease not closed") {
            error("Error revoking the lease", "there is no private data")
        } else {
            Vec::new()
        };
        close_ephemeral_resource::Response { diagnostics }
    }

    fn function(&self, request: &[u8]) -> Result<call_function::Response, Ended> {
        let request = call_function::Request::decode(request).unwrap();
        if request.name == "count" {
            let result = request.arguments.len().to_string();
            return Ok(call_function::Response {
                result: Some(DynamicValue::encode(result.as_str()).unwrap()),
                ..call_function::Response::default()
            });
        }
        let text: String = request.arguments[0].decode().unwrap();
        if request.name == "wait" {
            let error = (text != "1s").then(|| FunctionError {
                text: format!("{text:?} is not a valid duration"),
                ..FunctionError::default()
            });
            return Ok(call_function::Response {
                result: Some(DynamicValue::encode("done").unwrap()),
                error,
            });
        }
        let times = request.arguments[1].decode_value(&Type::Number).unwrap();
        let times = times.as_number().and_then(tfvalue::Number::as_i128);
        if self.is("function crash") && times.is_none() {
            return Err(Ended);
        }
        let Some(times) = times.filter(|times| (0..100).contains(times)) else {
            let error = FunctionError {
                text: "a small number is required".to_owned(),
                ..FunctionError::default()
            };
            return Ok(call_function::Response {
                error: Some(error),
                ..call_function::Response::default()
            });
        };
        let result = text.repeat(usize::try_from(times).unwrap());
        Ok(call_function::Response {
            result: Some(DynamicValue::encode(result.as_str()).unwrap()),
            ..call_function::Response::default()
        })
    }
}
