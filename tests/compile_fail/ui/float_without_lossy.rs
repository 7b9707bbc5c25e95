use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Alarm {
    #[tf(optional)]
    threshold: Attr<f64>,
    ratios: Vec<f32>,
    #[tf(computed)]
    fine: Attr<f64>,
}

fn main() {}
