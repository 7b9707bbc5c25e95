use tfvalue::TfSchema;

#[derive(TfSchema)]
struct Server {
    #[tf(block, rename = "boot-disk")]
    disk: Vec<Disk>,
}

#[derive(TfSchema)]
struct Disk {}

fn main() {}
