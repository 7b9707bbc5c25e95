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

#[derive(TfSchema)]
enum Color {
    Red,
    #[tf(other)]
    Other(#[tf(rename = "x")] String),
}

fn main() {}
