//! Generates the server side of the protocols, without protoc.

use std::error::Error;

/// Messages that tfvalue defines, with conversions, and that are therefore not generated.
const FROM_TFVALUE: [(&str, &str); 9] = [
    (
        "tfplugin5.GetProviderSchema.Response",
        "tfplugin5::get_provider_schema::Response",
    ),
    (
        "tfplugin6.GetProviderSchema.Response",
        "tfplugin6::get_provider_schema::Response",
    ),
    ("tfplugin6.AttributePath", "tfplugin6::AttributePath"),
    ("tfplugin6.Diagnostic", "tfplugin6::Diagnostic"),
    ("tfplugin6.DynamicValue", "tfplugin6::DynamicValue"),
    ("tfplugin6.RawState", "tfplugin6::RawState"),
    ("tfplugin6.Schema", "tfplugin6::Schema"),
    (
        "tfplugin6.ServerCapabilities",
        "tfplugin6::ServerCapabilities",
    ),
    ("tfplugin6.StringKind", "tfplugin6::StringKind"),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=proto");
    let protocols = ["tfplugin5", "tfplugin6", "grpc_controller"];
    let files = protocols.map(|name| format!("proto/{name}.proto"));
    let descriptors = protox::compile(files, ["proto"])?;
    FROM_TFVALUE
        .iter()
        .fold(tonic_prost_build::configure(), |build, (name, path)| {
            build.extern_path(format!(".{name}"), format!("::tfvalue::{path}"))
        })
        .build_client(false)
        .generate_default_stubs(true)
        .compile_fds(descriptors)?;
    Ok(())
}
