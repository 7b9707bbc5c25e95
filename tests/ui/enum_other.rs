use tfvalue::TfSchema;

#[derive(TfSchema)]
enum Size {
    #[tf(other)]
    Small,
    #[tf(other, rename = "x")]
    Other(String),
    #[tf(optional)]
    Large,
}

fn main() {}
