use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(computed, keep)]
    id: Option<String>,
    #[tf(block)]
    disk: Unknown<Vec<Disk>>,
    #[tf(optional)]
    network: Attr<Disk>,
    #[tf(computed)]
    right: Attr<Vec<Disk>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(computed)]
    serial: Option<String>,
}

// Nothing plans a data source.
#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Image {
    #[tf(computed)]
    id: Option<String>,
}

fn main() {}
