//! The provider that the process serves.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use bytes::Bytes;

use super::process::EXPLANATION;
use super::service::{Handle, Handler, Received, Service};
use super::task::Call;
use super::{debug, log};
use crate::provider::{MessageReceiver, MessageSender, Parts, Provider};
use crate::schema::{ProviderSchemas, json};
use crate::tfplugin::call_error::CallError;
use crate::tfplugin::method::Method;

impl<C: Send + Sync + 'static> Service for Provider<C> {
    fn name(&self) -> &str {
        self.parts.address()
    }

    async fn respond(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, CallError> {
        Provider::respond(self, method, request).await
    }

    async fn stream(
        &self,
        method: &'static Method,
        requests: MessageReceiver,
        responses: MessageSender,
    ) -> Result<(), CallError> {
        Provider::stream(self, method, requests, responses).await
    }

    fn stop(&self) {
        Provider::stop(self);
    }

    fn run(&self, arguments: &[String]) -> Option<ExitCode> {
        run(&self.parts, arguments)
    }

    fn into_handler(self) -> Handler {
        Handler(Arc::new(self.parts))
    }
}

/// The provider that is served, with the type of its client erased.
impl Handle for Parts {
    fn name(&self) -> &str {
        self.address()
    }

    fn parts(&self) -> Option<&Parts> {
        Some(self)
    }

    fn respond(self: Arc<Self>, request: Bytes, received: Received) -> Call {
        let method = received.method;
        received.run(async move { self.response(method, &request).await })
    }

    fn stream(
        self: Arc<Self>,
        requests: MessageReceiver,
        responses: MessageSender,
        received: Received,
    ) -> Call {
        let method = received.method;
        received.run(async move {
            let streamed = self.responses(method, requests, responses).await;
            streamed.map(|()| Bytes::new())
        })
    }

    fn stop(&self) {
        Parts::stop(self);
    }

    fn protocols(&self) -> &[u32] {
        &[5, 6]
    }

    fn responds_to_stop(&self) -> bool {
        false
    }

    fn end(&self) {
        Parts::end(self);
    }

    fn run(&self, arguments: &[String]) -> Option<ExitCode> {
        run(self, arguments)
    }
}

const OPTIONS: &str = "\
Options:
  --debug [ADDRESS]            serve until Ctrl-C, and print how Terraform connects
  --schema                     print all schemas as JSON
  --docs DIR [--examples DIR]  write the pages for the Terraform Registry
  --help                       print this text
";

/// Runs the program with the options of a provider.
fn run(provider: &Parts, arguments: &[String]) -> Option<ExitCode> {
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["--help"] => io::stdout()
            .lock()
            .write_all(format!("{EXPLANATION}\n{OPTIONS}").as_bytes()),
        ["--schema"] => print_schema(provider),
        ["--docs", folder] => provider.write_docs(folder.as_ref(), "examples".as_ref()),
        ["--docs", folder, "--examples", examples] => {
            provider.write_docs(folder.as_ref(), examples.as_ref())
        }
        _ => return None,
    };
    Some(match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::print(&format!("{error}\n"));
            ExitCode::FAILURE
        }
    })
}

/// Prints all schemas, as `terraform providers schema -json` does.
fn print_schema(provider: &Parts) -> io::Result<()> {
    let schemas = provider.schemas().map_err(io::Error::other)?;
    let all = ProviderSchemas {
        format_version: "1.0".to_owned(),
        provider_schemas: [(debug::full_address(provider.address()), schemas)].into(),
    };
    let mut text = json::to_vec(&all).map_err(io::Error::other)?;
    text.push(b'\n');
    io::stdout().lock().write_all(&text)
}
