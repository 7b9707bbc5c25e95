use tfvalue::TfSchema;

#[derive(TfSchema)]
struct NeverEmpty {
    #[tf(optional, empty_as_null)]
    a: u8,
}

fn main() {}
