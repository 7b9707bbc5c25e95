use tfvalue::TfSchema;

#[derive(TfSchema)]
enum Size {
    Small,
    Exactly(u64),
    Between { from: u64, to: u64 },
}

fn main() {}
