use tfvalue::TfSchema;

#[derive(TfSchema)]
struct Server {
    #[tf(block)]
    name: String,
    #[tf(block)]
    disks: Vec<Vec<Disk>>,
}

#[derive(TfSchema)]
struct Disk {}

fn main() {}
