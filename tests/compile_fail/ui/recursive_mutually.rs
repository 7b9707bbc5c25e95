use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Folder {
    #[tf(optional)]
    files: Attr<Vec<File>>,
}

#[derive(TfSchema)]
struct File {
    #[tf(optional)]
    folder: Attr<Box<Folder>>,
}

fn main() {}
