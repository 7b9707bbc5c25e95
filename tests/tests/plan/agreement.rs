//! The rules agree with the Terraform program about mutated responses. The program `agreement` runs more cases.

use tfvalue_tests::agreement::run;
use tfvalue_tests::binary;

#[test]
fn rules_agree_with_terraform() {
    let Some(binary) = binary::find().filter(|binary| binary.version >= (1, 11)) else {
        return;
    };
    let report = run(binary, 1, 0, 120, 2).unwrap();
    println!("{report}");
    assert_eq!(report.disagreements, [""; 0]);
    assert_eq!(report.texts, [""; 0]);
    // The cases include 30 cases about functions, identities and deferrals.
    assert!(report.cases() == 150 && report.proposed > 75);
    assert!(10 * report.unmutated() <= report.cases());
    // Most mutations break a rule, but some do not break any rule.
    assert!((70..140).contains(&report.rejected()));
}
