use tfvalue::{Attr, TfSchema};

#[derive(serde::Serialize, serde::Deserialize, Debug)]
struct Mine;

#[derive(TfSchema)]
struct Server {
    #[tf(optional)]
    mine: Attr<Mine>,
}

fn main() {}
