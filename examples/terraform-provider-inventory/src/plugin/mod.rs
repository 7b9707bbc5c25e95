//! A plugin server, which works for any provider.
//!
//! Terraform starts the program with a magic cookie in its environment, reads the address of the server
//! from a line on standard output (`handshake`), connects with mutual TLS (`tls`, `connection`), and
//! ends the program with a call and by closing the connection (`controller`). Tests use [`in_process`]
//! instead.
//!
//! The server supports both versions of the protocol. A provider implements version 6, and
//! `protocol_5` converts it to version 5. The handshake selects the newest version that both sides
//! support. With `PROVIDER_PROTOCOL=5` in the environment, it selects version 5.

mod connection;
mod controller;
mod handshake;
pub mod in_process;
pub mod log;
mod protocol;
mod protocol_5;
mod tls;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio_stream::StreamExt as _;
use tonic::service::Routes;
use tonic::transport::Server;

use crate::proto::tfplugin5::provider_server::ProviderServer as Server5;
use crate::proto::tfplugin6::provider_server::{Provider, ProviderServer as Server6};
use connection::Lifetime;
use controller::Controller;
use handshake::Handshake;
pub use protocol::Protocol;
use protocol_5::Protocol5;

/// The maximum size of a message. The default of tonic is 4 MiB, and Terraform sends more.
const MAX_MESSAGE: usize = 256 << 20;

/// Runs a provider as a process that Terraform starts, until Terraform ends it.
///
/// If the process was not started by Terraform, it prints an explanation and fails.
pub fn run(provider: impl Provider) -> ExitCode {
    if !handshake::started_by_terraform() {
        log::plain(handshake::EXPLANATION);
        return ExitCode::FAILURE;
    }
    log::report_panics();
    match serve(provider) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error(
                "cannot serve the provider",
                &[("error", &error.to_string())],
            );
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn serve(provider: impl Provider) -> Result<(), Box<dyn Error + Send + Sync>> {
    let protocol = Protocol::from_environment()?;
    ignore_interrupts();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let identity = tls::Identity::from_environment()?;
    let handshake = Handshake {
        protocol,
        address: listener.local_addr()?,
        certificate: identity.as_ref().map(tls::Identity::certificate),
    };
    let acceptor = identity.map(tls::Identity::acceptor).transpose()?;
    handshake.print()?;

    let lifetime = Lifetime::default();
    let connections = connection::accept(listener, acceptor, lifetime.clone());
    Server::builder()
        .add_routes(services(provider))
        .add_service(Controller::server(lifetime.clone()))
        .serve_with_incoming_shutdown(connections.map(Ok::<_, std::io::Error>), lifetime.ended())
        .await?;
    Ok(())
}

/// Serves a provider with both versions of the protocol.
fn services(provider: impl Provider) -> Routes {
    let provider = Arc::new(provider);
    let by_5 = Server5::new(Protocol5(Arc::clone(&provider)));
    let by_6 = Server6::from_arc(provider);
    Routes::new(by_5.max_decoding_message_size(MAX_MESSAGE))
        .add_service(by_6.max_decoding_message_size(MAX_MESSAGE))
}

/// Ignores Ctrl-C, which is sent to the whole process group. Terraform calls `StopProvider` and
/// waits for running calls; a provider that exits earlier would lose the state of the resources
/// that it was creating.
fn ignore_interrupts() {
    tokio::spawn(async {
        while tokio::signal::ctrl_c().await.is_ok() {
            log::info(
                "interrupted; waiting until Terraform stops the provider",
                &[],
            );
        }
    });
}
