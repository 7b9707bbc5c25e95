//! The options of the programs.

use tfvalue_tests::arguments;

fn numbers(arguments: &[&str]) -> Result<[u64; 2], String> {
    let given = arguments.iter().map(|argument| (*argument).to_owned());
    arguments::numbers("program", [("--cases", 5), ("--seed", 1)], given)
}

#[test]
fn options_have_default_values() {
    assert_eq!(numbers(&[]), Ok([5, 1]));
    assert_eq!(numbers(&["--seed", "7"]), Ok([5, 7]));
    assert_eq!(numbers(&["--seed", "7", "--cases", "0"]), Ok([0, 7]));
}

#[test]
fn other_arguments_are_errors() {
    for (arguments, wrong) in [
        (&["--first", "1"] as &[_], "--first"),
        (&["--cases"], "--cases"),
        (&["--cases", "-1"], "--cases"),
        (&["--cases", "1", "2"], "2"),
    ] {
        let usage = "usage: program [--cases N] [--seed N]";
        let error = format!("invalid argument {wrong}; {usage}");
        assert_eq!(numbers(arguments), Err(error));
    }
}
