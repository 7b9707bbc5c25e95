use tfvalue::TfSchema;

#[derive(TfSchema)]
#[tf(version = 1, object)]
enum Size {
    Small,
}

#[derive(TfSchema)]
#[tf(description = "A port.", rename_all = "lowercase")]
struct Port(#[tf(required)] u16);

fn main() {}
