//! A plugin server: what Terraform expects of a provider's process, whatever the provider does.
//!
//! Terraform starts the binary with a magic cookie in its environment, reads one line from standard
//! output that says where the server listens (`handshake`), connects with mutual TLS (`tls`,
//! `connection`), and ends with a call and a closed connection (`controller`).
//! [`in_process`] is the short cut for tests.
//!
//! The server answers the calls of both versions of the protocol: a provider is written for version 6,
//! and `protocol_5` turns it into one for version 5. Terraform calls the version that the line names, the
//! newest that both sides speak; `PROVIDER_PROTOCOL=5` in its environment makes it version 5.

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

/// The largest message that a provider takes. tonic's own limit of 4 MiB is less than Terraform sends.
const MAX_MESSAGE: usize = 256 << 20;

/// Runs a provider as the process that Terraform has started, until Terraform is done with it.
///
/// Started by anybody else, it explains itself and fails.
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
                "the provider cannot be served",
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

/// Offers a provider by both versions of the protocol.
fn services(provider: impl Provider) -> Routes {
    let provider = Arc::new(provider);
    let by_5 = Server5::new(Protocol5(Arc::clone(&provider)));
    let by_6 = Server6::from_arc(provider);
    Routes::new(by_5.max_decoding_message_size(MAX_MESSAGE))
        .add_service(by_6.max_decoding_message_size(MAX_MESSAGE))
}

/// Ctrl-C reaches the whole process group. Terraform answers it by a call of `StopProvider` and still
/// waits for what is under way; a provider that dies first loses the state of what it was creating.
fn ignore_interrupts() {
    tokio::spawn(async {
        while tokio::signal::ctrl_c().await.is_ok() {
            log::info(
                "interrupted; going on until Terraform stops the provider",
                &[],
            );
        }
    });
}
