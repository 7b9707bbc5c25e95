//! Another provider, which responds to calls for parts that are not registered. The crate tfvalue-client calls the
//! other provider. This module decides which of the two providers responds to a call.

pub(crate) mod running;

use bytes::Bytes;

use super::Provider;
use super::parts::Parts;
use super::streams::later::Later;
use super::streams::messages::{MessageReceiver, MessageSender};
use crate::diagnostics::Diagnostics;
use crate::error::{Error, Result};
use crate::schema::{ProviderSchema, Schema};
use crate::tfplugin;
use crate::tfplugin::call_error::{CallError, CallErrorKind};
use crate::tfplugin::messages::DynamicValue;
use crate::tfplugin::method::{Method, MethodKind, Streams};
use crate::value::Value;

/// A provider to which another provider [falls back](Provider::fall_back_to).
pub trait Upstream: Send + Sync {
    /// Adds the schemas of this provider to the schemas of the other provider.
    ///
    /// # Errors
    ///
    /// Fails if the two providers cannot act as one provider.
    fn add_schemas(&self, own: &mut ProviderSchema) -> Result<()>;

    /// Responds to a call for a part that the other provider does not have. Both providers respond to a call that
    /// concerns the whole provider.
    ///
    /// # Errors
    ///
    /// Fails if there is no response.
    fn respond<'a>(
        &'a self,
        own: Own<'a>,
        method: &'a Method,
        request: &'a [u8],
    ) -> Later<'a, Bytes, CallError>;

    /// Responds to a call with a stream for a part that the other provider does not have.
    ///
    /// # Errors
    ///
    /// Fails if there is no response.
    fn stream<'a>(
        &'a self,
        method: &'a Method,
        requests: MessageReceiver,
        responses: MessageSender,
    ) -> Later<'a, (), CallError>;

    /// Asks running calls to end soon.
    fn stop(&self);

    /// Ends the process of this provider and waits until the process has exited.
    fn end(&self);
}

/// A provider, excluding the provider that it falls back to.
#[derive(Clone, Copy)]
pub struct Own<'a>(&'a Parts);

impl<'a> Own<'a> {
    /// Responds to a call.
    ///
    /// # Errors
    ///
    /// Fails if the method has a stream, or if the request is malformed.
    #[must_use]
    pub fn respond(self, method: &'a Method, request: &'a [u8]) -> Later<'a, Bytes, CallError> {
        self.0.own_response(method, request)
    }

    /// Returns the schemas.
    #[must_use]
    pub fn schemas(self) -> ProviderSchema {
        self.0.described()
    }

    /// Takes a configuration with the given schema, and returns the part of the configuration that the schema of this
    /// provider describes.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema.
    pub fn config(
        self,
        schema: &Schema,
        config: &DynamicValue,
    ) -> Result<DynamicValue, Diagnostics> {
        let part = self.0.config.part();
        let ty = schema.implied_type();
        if ty == *part.ty() {
            return Ok(config.clone());
        }
        let value = config.decode_of(&ty, || schema.block.clone())?;
        let Some(members) = value.members() else {
            return Ok(config.clone());
        };
        let has = |name: &str| {
            let block = part.block();
            block.attribute(name).is_some() || block.block_type(name).is_some()
        };
        let own = members.filter(|(name, _)| has(name));
        let own = Value::object(own.map(|(name, value)| (name, value.clone())))?;
        Ok(DynamicValue::encode_value(&own, part.ty()).map_err(Error::redact)?)
    }
}

impl<C: Send + Sync + 'static> Provider<C> {
    /// Forwards all calls for types and functions that this provider does not have to another provider. The other
    /// provider can be written in any language.
    ///
    /// In this way, you can move a provider to Rust one resource at a time. See the guide page ["Move a Go provider to
    /// Rust"](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tasks/move_from_go/index.html).
    ///
    /// The argument is a `Client` from the crate [tfvalue-client](https://docs.rs/tfvalue-client), or the `Call` that
    /// starts the client. The documentation of that crate has an example. If the other provider does not start,
    /// Terraform prints the reason.
    ///
    /// Terraform sees a single provider, with the resources, data sources, ephemeral resources, functions, list
    /// resources, actions and state stores of both providers. Requests to the other provider, and the responses of the
    /// other provider, are forwarded byte by byte. The two providers can use different versions of the protocol.
    ///
    /// | | |
    /// |---|---|
    /// | a name that both have | is an error in [`schemas`](Provider::schemas), and in the first response to Terraform |
    /// | configuration | is announced exactly as the other provider announces it. The struct of this provider contains only the attributes and nested blocks that this provider needs, with the same types and flags. The struct can be empty. A difference is an error, as for duplicate names |
    /// | validation and configuration | both providers validate the configuration and are configured, and their diagnostics are combined |
    /// | schema of `provider_meta` blocks | is the schema of the provider that has one; if both providers have one, the schemas must have the same type |
    /// | capabilities | Terraform may omit schemas, and the provider generates configurations, if both providers support this. Terraform plans to destroy objects if the other provider requires this |
    /// | Ctrl-C, cancelled calls | both providers are stopped; if Terraform cancels a call, the call is cancelled in the other provider, too |
    /// | log | the standard error output of the other provider appears in the log of this provider |
    /// | crash | is an error in each forwarded call, with the panic message |
    /// | end | the process of the other provider ends when this process ends |
    ///
    /// In protocol 5, [types that version 5 cannot represent](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tools/protocols/index.html) are omitted, with a
    /// warning. Terraform uses version 6 if the provider serves both versions, as each provider in this crate does.
    ///
    /// A forwarded call has no time limit, just like a call from Terraform. [`write_docs`](Provider::write_docs) does
    /// not write pages for the types of the other provider, and debug builds do not check the responses of the other
    /// provider.
    ///
    /// # Panics
    ///
    /// Panics if the provider already falls back to another provider.
    #[must_use]
    #[track_caller]
    pub fn fall_back_to(mut self, other: impl Into<Box<dyn Upstream>>) -> Self {
        assert!(
            self.parts.upstream.is_none(),
            "a provider can fall back to one other provider"
        );
        self.parts.upstream = Some(other.into());
        self
    }
}

crate::tfplugin::message! {
    /// The part of most requests that contains the name of a type or function.
    #[allow(unreachable_pub, reason = "other messages are public")]
    #[derive(Clone, PartialEq, Eq)]
    pub struct Named {
        /// The name.
        pub name: String = 1,
    }

    /// The part of a `MoveResourceState` request that contains the name of the new type.
    #[allow(unreachable_pub, reason = "other messages are public")]
    #[derive(Clone, PartialEq, Eq)]
    pub struct Target {
        /// The name.
        pub name: String = 5,
    }

    /// The part of the first `WriteStateBytes` request that contains the name of the state store.
    #[allow(unreachable_pub, reason = "other messages are public")]
    #[derive(Clone, PartialEq, Eq)]
    pub struct Chunk {
        /// The metadata of the request, including the name of the state store.
        pub meta: Option<Named> = 1,
    }
}

impl Parts {
    /// Responds to a call to a method without a stream. Returns a boxed future, because other futures are compiled in
    /// every place where they are polled, which here means several times and in the crate of each provider.
    pub(crate) fn response<'a>(
        &'a self,
        method: &'a Method,
        request: &'a [u8],
    ) -> Later<'a, Bytes, CallError> {
        let Some(upstream) = &self.upstream else {
            return self.own_response(method, request);
        };
        match self.responds(method.kind, request) {
            Ok(true) => self.own_response(method, request),
            Ok(false) => upstream.respond(Own(self), method, request),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }

    /// Returns the other provider if it is responsible for a call with a stream.
    pub(crate) async fn upstream_of(
        &self,
        method: &Method,
        requests: &mut MessageReceiver,
    ) -> Result<Option<&dyn Upstream>, CallError> {
        let Some(upstream) = &self.upstream else {
            return Ok(None);
        };
        if method.streams == Streams::Nothing {
            return Ok(None);
        }
        let Some(first) = requests.next().await? else {
            let message = "a request is required";
            return Err(CallError::new(CallErrorKind::InvalidArgument, message));
        };
        let is_own = self.responds(method.kind, &first)?;
        requests.put_back(first);
        Ok((!is_own).then_some(&**upstream))
    }

    /// Returns `true` if this provider has the part to which a request applies.
    fn responds(&self, kind: MethodKind, request: &[u8]) -> Result<bool, CallError> {
        match kind.part() {
            Some(part) => Ok(self.has(part, &name(kind, request)?)),
            // The signal reaches the other provider in another way. All other calls apply to the whole provider.
            None => Ok(kind == MethodKind::StopProvider),
        }
    }
}

/// Returns the name of the part to which a request applies.
fn name(kind: MethodKind, request: &[u8]) -> Result<String, CallError> {
    let name = match kind {
        MethodKind::MoveResourceState => {
            tfplugin::decode::<Target>(request).map(|target| target.name)
        }
        MethodKind::WriteStateBytes => {
            tfplugin::decode::<Chunk>(request).map(|chunk| chunk.meta.unwrap_or_default().name)
        }
        _ => tfplugin::decode::<Named>(request).map(|named| named.name),
    };
    name.map_err(|error| CallError::malformed(&error))
}
