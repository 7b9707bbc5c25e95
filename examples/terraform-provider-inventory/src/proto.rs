//! Code generated from `proto/`.

#![allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all)]
#![allow(
    clippy::doc_markdown,
    clippy::missing_errors_doc,
    clippy::must_use_candidate
)]

/// The parts of version 5 of the protocol that differ from version 6.
pub mod tfplugin5 {
    tonic::include_proto!("tfplugin5");
}

/// Version 6 of the protocol.
pub mod tfplugin6 {
    tonic::include_proto!("tfplugin6");
}

/// go-plugin's own protocol.
pub mod controller {
    tonic::include_proto!("plugin");
}
