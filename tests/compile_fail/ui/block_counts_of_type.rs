use tfvalue::TfSchema;

#[derive(TfSchema)]
struct Server {
    #[tf(block(min_items = 1))]
    single: Option<Disk>,
    #[tf(block(max_items = 2))]
    map: std::collections::BTreeMap<String, Disk>,
}

#[derive(TfSchema)]
struct Disk {}

fn main() {}
