//! If two shortest strings were equally close to a double, the string with the larger digit was chosen. The JSON and
//! the equality of such doubles therefore differed from Terraform's.

use tfvalue::{Number, Type, json, msgpack};

#[test]
fn takes_the_even_digit() {
    for (exact, text) in [
        ("-2158970896192950.25", "-2158970896192950.2"),
        ("2158970896192950.75", "2158970896192950.8"),
        ("0.000069141387939453125", "0.00006914138793945312"),
        ("65.091461181640625", "65.09146118164062"),
    ] {
        let float: f64 = exact.parse().unwrap();
        let number = Number::try_from(float).unwrap();
        assert_eq!(number.to_string(), text);
        assert_eq!(number, text.parse().unwrap());
        assert_eq!(number.as_f64(), Some(float));

        let wire = [&[0xcb][..], &float.to_be_bytes()].concat();
        let value = msgpack::value_from_slice(&wire, &Type::Number).unwrap();
        let json = json::value_to_string(&value, &Type::Number).unwrap();
        assert_eq!(json, text);
        assert_eq!(msgpack::value_to_vec(&value, &Type::Number).unwrap(), wire);
    }
}
