use tfvalue::TfSchema;

#[derive(TfSchema)]
struct User {
    #[tf(required, write_only)]
    password: String,
}

fn main() {}
