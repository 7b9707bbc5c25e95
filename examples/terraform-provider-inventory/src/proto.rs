//! What is generated from `proto/`.

#![allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
#![allow(
    clippy::doc_markdown,
    clippy::missing_errors_doc,
    clippy::must_use_candidate
)]

tonic::include_proto!("tfplugin6");

/// go-plugin's own protocol.
pub mod controller {
    tonic::include_proto!("plugin");
}
