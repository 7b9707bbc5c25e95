use tfvalue::TfSchema;

#[derive(TfSchema)]
struct Unit;

#[derive(TfSchema)]
struct Pair(String, i64);

#[derive(TfSchema)]
union Bits {
    a: u32,
    b: f32,
}

#[derive(TfSchema)]
enum Never {}

fn main() {}
