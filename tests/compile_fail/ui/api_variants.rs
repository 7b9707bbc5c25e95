//! A client's enum that has a variant which the model does not have.

use tfvalue::TfSchema;

mod client {
    pub enum Size {
        Small,
        Huge,
    }
}

#[derive(TfSchema)]
#[tf(to_api = client::Size, from_api = client::Size)]
enum Size {
    Small,
}

fn main() {}
