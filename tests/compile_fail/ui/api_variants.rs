//! Variants of a client's enum that do not correspond to those of the model.

use tfvalue::TfSchema;

mod client {
    /// The model does not have `Huge`.
    pub enum Size {
        Small,
        Huge,
    }

    /// The model lacks several of these variants.
    pub enum Zone {
        A,
        B,
        C,
        D,
    }

    pub enum Kind {
        Plain,
        Tuple(u8),
        Struct { size: u8 },
    }
}

#[derive(TfSchema)]
#[tf(to_api = client::Size, from_api = client::Size)]
enum Size {
    Small,
}

#[derive(TfSchema)]
#[tf(from_api = client::Zone)]
enum Zone {
    A,
    #[tf(api_name = "B")]
    Second,
}

/// Variants with data.
#[derive(TfSchema)]
#[tf(to_api = client::Kind, from_api = client::Kind)]
enum Kind {
    Plain,
    Tuple,
    Struct,
}

/// Not an enum.
#[derive(TfSchema)]
#[tf(to_api = String)]
enum Text {
    Small,
}

fn main() {}
