//! Generates the server's side of the two protocols, without protoc.

use std::error::Error;

/// Messages that tfvalue has, with conversions, so that nothing is generated for them.
const FROM_TFVALUE: [&str; 6] = [
    "AttributePath",
    "Diagnostic",
    "DynamicValue",
    "RawState",
    "Schema",
    "StringKind",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=proto");
    let protocols = ["proto/tfplugin6.proto", "proto/grpc_controller.proto"];
    let descriptors = protox::compile(protocols, ["proto"])?;
    FROM_TFVALUE
        .iter()
        .fold(tonic_prost_build::configure(), |build, name| {
            build.extern_path(
                format!(".tfplugin6.{name}"),
                format!("::tfvalue::tfplugin6::{name}"),
            )
        })
        .build_client(false)
        .generate_default_stubs(true)
        .compile_fds(descriptors)?;
    Ok(())
}
