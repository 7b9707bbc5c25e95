use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(computed, members = computed)]
    name: Attr<String>,
    #[tf(computed, object, members(required, computed))]
    disk: Attr<Disk>,
}

#[derive(TfSchema)]
struct Disk {}

fn main() {}
