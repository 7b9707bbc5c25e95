//! What the process serves: a provider.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::mpsc;

use super::answer::{Answer, Messages};
use super::process::EXPLANATION;
use super::{debug, log};
use crate::provider::{Later, Parts, Provider};
use crate::schema::{ProviderSchemas, json};
use crate::tfplugin::call_error::CallError;

impl<C: Send + Sync + 'static> Answer for Provider<C> {
    fn name(&self) -> &str {
        self.parts.address()
    }

    async fn answer(&self, version: u32, method: &str, request: &[u8]) -> Result<Bytes, CallError> {
        Provider::answer(self, version, method, request).await
    }

    async fn stream(
        &self,
        version: u32,
        method: &str,
        request: &[u8],
        messages: &Messages,
    ) -> Result<(), CallError> {
        stream(&self.parts, version, method, request, messages).await
    }

    fn stop(&self) {
        Provider::stop(self);
    }

    fn run(&self, arguments: &[String]) -> Option<ExitCode> {
        run(&self.parts, arguments)
    }
}

/// Returns a boxed future for the same reason as [`Parts::stream`].
fn stream<'a>(
    provider: &'a Parts,
    version: u32,
    method: &'a str,
    request: &'a [u8],
    messages: &'a Messages,
) -> Later<'a, (), CallError> {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let sink = Arc::new(move |message| {
        // If Terraform no longer waits, `forward` fails.
        _ = sender.send(message);
    });
    let forward = async move {
        while let Some(message) = receiver.recv().await {
            messages.send(message).await?;
        }
        Ok(())
    };
    let answer = provider.stream(version, method, request, sink);
    Box::pin(async move {
        let (answered, forwarded) = tokio::join!(answer, forward);
        answered.and(forwarded)
    })
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
