use tfvalue::TfSchema;

#[derive(TfSchema)]
struct Server {
    #[tf(block(group))]
    disks: Vec<Disk>,
    #[tf(block(group))]
    boot: Option<Disk>,
}

#[derive(TfSchema)]
struct Disk {}

fn main() {}
