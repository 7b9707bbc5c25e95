use tfvalue::TfSchema;

#[derive(TfSchema)]
struct Server {
    #[tf(block(computed, group))]
    group: Disk,
    #[tf(block(computed, min_items = 1))]
    list: Vec<Disk>,
    #[tf(block(computed, min_items = 0, max_items = 2))]
    right: Vec<Disk>,
    #[tf(block(computed, computed))]
    twice: Vec<Disk>,
    #[tf(block(computed = true))]
    value: Vec<Disk>,
    #[tf(block, computed)]
    flag: Vec<Disk>,
    #[tf(optional, block(computed))]
    optional: Vec<Disk>,
}

#[derive(TfSchema)]
struct Disk {}

#[derive(TfSchema)]
struct Plain {
    #[tf(computed(block))]
    disk: Vec<Disk>,
}

fn main() {}
