//! The call with which Terraform ends the process of a plugin.

use tonic::{Request, Response, Status};

use super::connection::Lifetime;
use crate::proto::controller::Empty;
use crate::proto::controller::grpc_controller_server::{GrpcController, GrpcControllerServer};

/// Ends the server. Without this call, Terraform waits two seconds and kills the process.
pub(super) struct Controller(Lifetime);

impl Controller {
    pub(super) fn server(lifetime: Lifetime) -> GrpcControllerServer<Self> {
        GrpcControllerServer::new(Self(lifetime))
    }
}

#[tonic::async_trait]
impl GrpcController for Controller {
    async fn shutdown(&self, _: Request<Empty>) -> Result<Response<Empty>, Status> {
        self.0.end();
        Ok(Response::new(Empty {}))
    }
}
