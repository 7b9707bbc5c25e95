//! Sends the output of a provider in go-plugin's `StreamStdio` call.

crate::tfplugin::message! {
    /// The output of the provider on standard output (channel 1) or standard error (channel 2).
    #[derive(Clone, PartialEq, Eq)]
    pub struct Output {
        /// The stream.
        pub channel: i32 = 1,
        /// The bytes.
        pub data: Vec<u8> = 2,
    }
}
