//! The other provider: it records the requests and responds with given bytes.

use std::collections::HashMap;
use std::future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tfvalue::Type;
use tfvalue::prost::Message as _;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::{MessageReceiver, MessageSender, Method};
use tfvalue::schema::{
    ActionSchema, Attribute, Block, Function, Identity, IdentityAttribute, NestedBlock, Nesting,
    ProviderSchema, Schema,
};
use tfvalue::serve::{InProcess, Service};
use tfvalue::{tfplugin5, tfplugin6};
use tfvalue_client::{Call, CallError, Client};

const SOURCE: &str = "registry.terraform.io/example/cloud";

#[derive(Clone, Default)]
pub(super) struct Old(Arc<Inner>);

#[derive(Default)]
pub(super) struct Inner {
    /// The version 6 name and the request of each call.
    pub(super) requests: Mutex<Vec<(&'static str, Bytes)>>,
    /// The responses, keyed by the name of the method.
    pub(super) responses: Mutex<HashMap<&'static str, Vec<Bytes>>>,
    /// The number of calls that never return.
    pub(super) hanging: AtomicUsize,
    pub(super) stops: AtomicUsize,
    /// The number of messages that were sent in endless streams.
    pub(super) sent: AtomicUsize,
}

impl std::ops::Deref for Old {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Old {
    /// Serves the provider with the given protocol version.
    pub(super) fn serve(&self, version: u32) -> (InProcess, Call<Client>) {
        let served = InProcess::start(self.clone()).unwrap();
        let client = Client::attach(&served.reattach(SOURCE, version), SOURCE);
        (served, client)
    }

    /// Sets the responses for a method.
    pub(super) fn responds(&self, method: &'static str, responses: &[&[u8]]) {
        let responses = responses.iter().map(|one| Bytes::copy_from_slice(one));
        let mut all = self.responses.lock().unwrap();
        all.insert(method, responses.collect());
    }

    /// Returns the requests for a method.
    pub(super) fn requests(&self, method: &str) -> Vec<Bytes> {
        let requests = self.requests.lock().unwrap();
        let of_method = requests.iter().filter(|(name, _)| *name == method);
        of_method.map(|(_, request)| request.clone()).collect()
    }

    fn add(&self, method: &Method, request: &[u8]) -> Vec<Bytes> {
        let six = match method.name {
            "GetSchema" => "GetProviderSchema",
            "Configure" => "ConfigureProvider",
            "PrepareProviderConfig" => "ValidateProviderConfig",
            "ValidateResourceTypeConfig" => "ValidateResourceConfig",
            "ValidateDataSourceConfig" => "ValidateDataResourceConfig",
            name => name,
        };
        let request = (six, Bytes::copy_from_slice(request));
        self.requests.lock().unwrap().push(request);
        let responses = self.responses.lock().unwrap();
        responses.get(six).cloned().unwrap_or_default()
    }
}

/// Adds one to the count while this value exists.
struct Hanging<'a>(&'a AtomicUsize);

impl<'a> Hanging<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Hanging(count)
    }
}

impl Drop for Hanging<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Service for Old {
    fn name(&self) -> &str {
        "example/cloud"
    }

    async fn respond(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, CallError> {
        let responses = self.add(method, request);
        match method.name {
            "GetSchema" => Ok(announce_5().into()),
            "GetProviderSchema" if responses.is_empty() => Ok(announce_6().into()),
            "GetResourceIdentitySchemas" => {
                let response = tfplugin6::get_resource_identity_schemas::Response::from(&schemas());
                Ok(response.encode_to_vec().into())
            }
            "PlanAction" => {
                let _hanging = Hanging::new(&self.hanging);
                future::pending().await
            }
            _ => match responses.into_iter().next() {
                Some(response) => Ok(response),
                None => Err(CallError::unimplemented(method.name)),
            },
        }
    }

    async fn stream(
        &self,
        method: &'static Method,
        mut requests: MessageReceiver,
        responses: MessageSender,
    ) -> Result<(), CallError> {
        let _hanging = Hanging::new(&self.hanging);
        while let Some(request) = requests.next().await? {
            for response in self.add(method, &request) {
                responses.send(response).await?;
            }
        }
        if method.name != "InvokeAction" {
            return Ok(());
        }
        loop {
            responses.send(vec![7; 1 << 10].into()).await?;
            self.sent.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn stop(&self) {
        self.stops.fetch_add(1, Ordering::SeqCst);
    }
}

fn schemas() -> ProviderSchema {
    let id =
        || Schema::new(Block::new().attributes([Attribute::new("id", Type::String).computed()]));
    let limits = Block::new().attributes([Attribute::new("calls", Type::Number).optional()]);
    let config = Block::new()
        .attributes([
            Attribute::new("url", Type::String).required(),
            Attribute::new("token", Type::String).optional().sensitive(),
        ])
        .block_types([NestedBlock::new("limits", Nesting::List, limits).max_items(1)]);
    let mut all = ProviderSchema::new()
        .provider(Schema::new(config))
        .resource_schemas([("cloud_server", id()), ("cloud_network", id())])
        .functions([("shout", Function::new(Type::String))]);
    all.data_source_schemas = [("cloud_zones".to_owned(), id())].into();
    all.ephemeral_resource_schemas = [("cloud_token".to_owned(), id())].into();
    all.list_resource_schemas = [("cloud_server".to_owned(), Schema::default())].into();
    all.action_schemas = [("cloud_reboot".to_owned(), ActionSchema::default())].into();
    let identity = Identity::new([IdentityAttribute::required("id", Type::String)]);
    all.resource_identity_schemas = [("cloud_server".to_owned(), identity)].into();
    all
}

fn announce_5() -> Vec<u8> {
    let mut response = tfplugin5::get_provider_schema::Response::try_from(&schemas()).unwrap();
    response.server_capabilities = Some(tfplugin5::ServerCapabilities {
        plan_destroy: true,
        ..Default::default()
    });
    // A schema field that this version of the library does not know.
    let server = response.resource_schemas.get_mut("cloud_server").unwrap();
    server.block.as_mut().unwrap().extend(super::UNKNOWN_FIELD);
    response.encode_to_vec()
}

fn announce_6() -> Vec<u8> {
    let mut all = schemas();
    all.state_store_schemas = [("cloud_store".to_owned(), Schema::default())].into();
    let mut response = tfplugin6::get_provider_schema::Response::from(&all);
    response.server_capabilities = Some(tfplugin6::ServerCapabilities {
        get_provider_schema_optional: true,
        ..Default::default()
    });
    let server = response.resource_schemas.get_mut("cloud_server").unwrap();
    server.block.as_mut().unwrap().extend(super::UNKNOWN_FIELD);
    response.encode_to_vec()
}
