use tfvalue::TfSchema;

#[derive(TfSchema)]
struct Server {
    #[tf(block, required, sensitive, members = computed)]
    disk: Vec<Disk>,
}

#[derive(TfSchema)]
struct Disk {}

fn main() {}
