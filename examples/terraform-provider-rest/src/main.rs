//! A Terraform provider for any REST API that has an OpenAPI description.
//!
//! The environment variable `REST_OPENAPI` contains the path of the document, which must be in JSON. A collection path
//! that has `post` becomes a resource type if the objects have an `id`, and if the path of a single item has `get`,
//! `put` and `delete`. The resource type is named after the schema of the request, or after the path if the schema has
//! no name. The log lists everything that is omitted, with the reasons.

mod document;

use std::{env, fs, process::ExitCode};

use serde_json::Value as Json;
use tfvalue::provider::{Context, Description, DynamicResource, Provider, ProviderConfig, Rules};
use tfvalue::{Attr, Diagnostic, Diagnostics, Error, TfSchema, Value};
use tfvalue_json_schema::Plain;
use ureq::Agent;
use ureq::http::{Method, Request, StatusCode, header};

use self::document::Collection;

const NAME: &str = "example/rest";

type Result<T, E = Diagnostics> = std::result::Result<T, E>;

fn main() -> ExitCode {
    match provider() {
        Ok(provider) => tfvalue::serve(provider),
        Err(faults) => {
            eprintln!("{faults}");
            ExitCode::FAILURE
        }
    }
}

fn provider() -> Result<Provider<Client>> {
    let name = env::var("REST_OPENAPI").unwrap_or_else(|_| "openapi.json".to_owned());
    let text = fs::read_to_string(&name).map_err(|error| Diagnostic::error(&name, error))?;
    let document: Json = serde_json::from_str(&text).map_err(|error| {
        let detail = format!("{error}. Convert YAML first, for example with `yq -o json`.");
        Diagnostic::error(format!("{name} is not JSON"), detail)
    })?;
    let (provider, left_out) = of_document(document);
    for reason in left_out {
        eprintln!("{reason}");
    }
    Ok(provider)
}

/// Creates a provider for the part of a document that it can serve, and returns the reasons why it cannot serve the rest.
fn of_document(document: Json) -> (Provider<Client>, Vec<Diagnostic>) {
    let (mut collections, mut left_out) = document::collections(document);
    let provider = serving(&collections);
    if provider.schemas().is_ok() {
        return (provider, left_out);
    }
    // A resource type that Terraform would reject must not prevent the other resource types from being served.
    collections.retain(|one| match serving([one]).schemas() {
        Ok(_) => true,
        Err(error) => {
            let headline = format!("{} is left out", one.path);
            left_out.push(Diagnostic::warning(headline, error));
            false
        }
    });
    (serving(&collections), left_out)
}

fn serving<'c>(collections: impl IntoIterator<Item = &'c Collection>) -> Provider<Client> {
    let provider = Provider::new::<Config>(NAME);
    let collections = collections.into_iter();
    collections.fold(provider, |provider, one| {
        provider.dynamic_resource(&one.name, one.clone())
    })
}

/// Calls a REST API.
#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    /// The URL of the API.
    #[tf(required)]
    url: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = Client;

    async fn configure(self, _: &mut Context<()>) -> Result<Client> {
        let config = Agent::config_builder().http_status_as_error(false);
        let url = self.url.require("url")?.trim_end_matches('/').to_owned();
        let agent = config.build().into();
        Ok(Client { agent, url })
    }
}

struct Client {
    agent: Agent,
    url: String,
}

impl Client {
    /// Calls the API. Returns `None` if the object does not exist in the API.
    fn call(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Json>,
        plain: &Plain,
    ) -> Result<Option<String>> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url));
        let request = request.header(header::CONTENT_TYPE, "application/json");
        let response = match body {
            Some(body) => self.agent.run(request.body(body.to_string())?),
            None => self.agent.run(request.body(())?),
        };
        let failed = |error| Diagnostic::error("Cannot call the API", error);
        let mut response = response.map_err(failed)?;
        let text = response.body_mut().read_to_string().map_err(failed)?;
        match response.status() {
            // The API responds to `POST` with 404 if something other than the object is missing.
            StatusCode::NOT_FOUND if *method != Method::POST => Ok(None),
            status if status.is_success() => Ok(Some(text)),
            status => Err(refused(status, &text, plain)),
        }
    }
}

/// Reports the API's errors at the attributes that the API identifies with JSON Pointers.
fn refused(status: StatusCode, body: &str, plain: &Plain) -> Diagnostics {
    let body: Json = serde_json::from_str(body).unwrap_or_default();
    let headline = format!("The API refused the request with {status}");
    let mut faults = Diagnostics::new();
    for fault in body["errors"].as_array().into_iter().flatten() {
        let detail = fault["detail"]
            .as_str()
            .unwrap_or("The API gives no details.");
        let at = plain.path(fault["pointer"].as_str().unwrap_or_default());
        faults.push(Diagnostic::error(&headline, detail).at(at));
    }
    if faults.is_empty() {
        faults.push(Diagnostic::error(headline, "The API gives no details."));
    }
    faults
}

impl Collection {
    fn plain(&self) -> Plain {
        self.mapping.plain.clone().omit_computed().ignore_extra()
    }

    fn object(&self, state: &Value) -> Result<String> {
        let id = state.get("id");
        let text = id.and_then(|id| match id.as_number() {
            Some(number) => Some(number.to_string()),
            None => id.as_str().map(str::to_owned),
        });
        let text = text.ok_or_else(|| Error::msg("the object has no ID").at("id"))?;
        Ok(format!("{}/{text}", self.path))
    }

    /// Sends an object and returns its state.
    fn send(&self, method: &Method, path: &str, plan: &Value, client: &Client) -> Result<Value> {
        let plain = self.plain();
        let body = plain.write(plan)?;
        let missing = || Error::msg("the API no longer has the object");
        let response = client
            .call(method, path, Some(&body), &plain)?
            .ok_or_else(missing)?;
        Ok(plain.read_str(&response)?)
    }
}

impl DynamicResource for Collection {
    type Client = Client;

    fn describe(&self) -> Description {
        let mut description = Description::from(&*self.mapping).import_id("id");
        let id = self.mapping.schema.block.attribute("id");
        if id.is_some_and(|id| id.computed && !id.optional) {
            description = description.rules("id", Rules::new().keep());
        }
        description
    }

    async fn create(&self, plan: Value, context: &mut Context<Client>) -> Result<Value> {
        self.send(&Method::POST, &self.path, &plan, context.client())
    }

    async fn read(&self, state: Value, context: &mut Context<Client>) -> Result<Option<Value>> {
        let (path, plain) = (self.object(&state)?, self.plain());
        let response = context.client().call(&Method::GET, &path, None, &plain)?;
        Ok(response.map(|text| plain.read_str(&text)).transpose()?)
    }

    async fn update(&self, _: Value, plan: Value, context: &mut Context<Client>) -> Result<Value> {
        self.send(&Method::PUT, &self.object(&plan)?, &plan, context.client())
    }

    async fn delete(&self, state: Value, context: &mut Context<Client>) -> Result<()> {
        let path = self.object(&state)?;
        context
            .client()
            .call(&Method::DELETE, &path, None, &self.plain())
            .map(drop)
    }
}

#[cfg(test)]
mod tests;
