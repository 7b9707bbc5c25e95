use tfvalue::TfSchema;

#[derive(TfSchema)]
#[tf(as_str)]
struct Server {}

#[derive(TfSchema)]
#[tf(as_str)]
struct Port(u16);

#[derive(TfSchema)]
#[tf(as_str)]
enum Generic<T> {
    A,
    #[tf(other)]
    Other(T),
}

#[derive(TfSchema)]
#[tf(as_str)]
enum Size {
    Small,
    #[tf(other)]
    Other(char),
}

#[derive(TfSchema)]
#[tf(as_str = "text")]
enum Color {
    Red,
}

fn main() {}
