use tfvalue::TfSchema;

#[derive(TfSchema)]
struct Server {
    #[tf(block(group, min_items = 1))]
    group: Disk,
    #[tf(block(min_items = 3, max_items = 2))]
    list: Vec<Disk>,
}

#[derive(TfSchema)]
struct Disk {}

fn main() {}
