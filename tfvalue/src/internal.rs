//! What the other crates of the library need beyond the public API. It is no public API, and can change in each version:
//! these crates require exactly the version of `tfvalue` that they have themselves.

/// For `tfvalue-client`.
#[cfg(feature = "provider")]
pub mod client {
    // The other side of the connection that `serve` accepts.
    pub use crate::plugin::{address, budget, certificate, frames, names, output, tls};
    // What a provider that falls back to another one asks of it, and how the harness calls it.
    pub use crate::provider::later::Later;
    pub use crate::provider::running::Running;
    pub use crate::provider::upstream::{Own, Upstream};
    // Its log follows in that of the provider.
    pub use crate::serve::log::write_log;
    // Which call it is, in either version of the protocol.
    pub use crate::tfplugin::method::MethodKind;
    // Its schemas, in either version of the protocol.
    pub use crate::provider::announce::leave_out;
    pub use crate::tfplugin::convert::{SchemaMessage, schema};
    pub use crate::tfplugin::provider::Response;
    pub use crate::tfplugin::provider_convert::announced;
    // Waits for a call without a runtime.
    pub use crate::wait::block_on;
}
