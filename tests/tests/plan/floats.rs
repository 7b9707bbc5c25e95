//! Floats, which cannot represent all digits of the numbers in configurations.

use std::collections::BTreeMap;

use tfvalue::plan::{Change, is_respelled, resource_change, semantic_equality, typed};
use tfvalue::rules::PlanRequest;
use tfvalue::{Attr, Error, Number, Set, TfSchema, Unknown, Value, json, types::TfType};

const LONG: &str = "0.1234567890123456789";

#[derive(TfSchema, Clone, Default)]
#[tf(kind = resource, plan = plan_price)]
struct Offer {
    #[tf(optional, lossy)]
    double: Attr<f64>,
    #[tf(optional, lossy)]
    single: Attr<f32>,
    #[tf(optional, lossy)]
    list: Attr<Vec<Attr<f64>>>,
    #[tf(optional, lossy)]
    set: Attr<Set<Attr<f64>>>,
    #[tf(optional, lossy)]
    map: Attr<BTreeMap<String, Attr<f64>>>,
    #[tf(block)]
    part: Unknown<Vec<Part>>,
    #[tf(optional)]
    exact: Attr<Number>,
    #[tf(computed)]
    price: Attr<i64>,
}

#[derive(TfSchema, Clone, Default)]
struct Part {
    #[tf(optional, lossy)]
    share: Attr<f64>,
}

/// A planning function, which causes all floats in the struct to be read and written.
fn plan_price(change: &mut Change<'_, Offer>) -> Result<(), Error> {
    if change.prior.is_none() {
        change.planned.price = 7.into();
    }
    Ok(())
}

fn offer(number: &str, price: &str) -> Value {
    let text = format!(
        r#"{{"double": {number}, "single": {number}, "list": [{number}, 1], "set": [{number}],
            "map": {{"k": {number}}}, "part": [{{"share": {number}}}], "exact": {number}, "price": {price}}}"#
    );
    json::value_from_slice(text.as_bytes(), &Offer::ty()).unwrap()
}

#[test]
fn results_keep_the_planned_digits() {
    let planned = offer(LONG, "null");
    let handled: Offer = planned.clone().read_into().unwrap();
    let result = Value::of(&handled, &Offer::ty()).unwrap();
    assert_ne!(result, planned);
    assert_eq!(
        semantic_equality::<Offer>(&planned, result).unwrap(),
        planned
    );
    let other = offer("0.5", "null");
    assert_eq!(
        semantic_equality::<Offer>(&planned, other.clone()).unwrap(),
        other
    );
}

#[test]
fn plans_keep_the_configured_digits_even_if_a_function_writes_them() {
    let config = offer(LONG, "null");
    let prior = &Value::null(Offer::ty());
    let config = &config;
    let planned = resource_change::<Offer>(PlanRequest { config, prior }).unwrap();
    assert_eq!(planned.state, offer(LONG, "7"));
}

#[test]
fn other_digits_of_the_same_float_reach_the_state_and_not_the_service() {
    // The last digit is beyond the precision of a double.
    let (prior, config) = (&offer(LONG, "7"), &offer("0.1234567890123456788", "null"));
    let planned = resource_change::<Offer>(PlanRequest { config, prior })
        .unwrap()
        .state;
    // An exact number has changed.
    assert!(!is_respelled::<Offer>(prior, &planned).unwrap());

    let price = Attr::from(7);
    let [prior, config] = [LONG, "0.1234567890123456788"].map(|number| {
        let text = format!(r#"{{"double": {number}, "part": []}}"#);
        json::value_from_slice(text.as_bytes(), &Offer::ty()).unwrap()
    });
    let prior = prior.read_into::<Offer>().unwrap();
    let config = config.read_into::<Offer>().unwrap();
    let (planned, _) = typed(&config, Some(&Offer { price, ..prior })).unwrap();
    assert_eq!(planned.price, 7);
}

#[test]
fn floats_of_32_bits_are_compared_with_32_bits() {
    #[derive(TfSchema)]
    struct Ratio {
        #[tf(optional, lossy)]
        single: Attr<f32>,
        #[tf(optional, lossy)]
        double: Attr<f64>,
    }
    let ratio = |single: &str, double: &str| {
        let text = format!(r#"{{"single": {single}, "double": {double}}}"#);
        json::value_from_slice(text.as_bytes(), &Ratio::ty()).unwrap()
    };
    let (old, new) = (ratio("0.1", "0.1"), ratio("0.100000001", "0.100000001"));
    let kept = semantic_equality::<Ratio>(&old, new).unwrap();
    assert_eq!(kept, ratio("0.1", "0.100000001"));
    // These numbers are too large or too small for a float, so they are not equal to any other number.
    for (old, new) in [("1e-46", "0"), ("1e39", "2e39")] {
        let (old, new) = (ratio(old, "1"), ratio(new, "1"));
        assert_eq!(semantic_equality::<Ratio>(&old, new.clone()).unwrap(), new);
    }
}
