//! The responses of functions.

use tfvalue::Result;
use tfvalue::tfplugin6::call_function;

use super::Shared;
use crate::agreement::record::Expected;

impl Shared {
    pub(super) fn function(
        &self,
        request: &call_function::Request,
    ) -> Result<call_function::Response> {
        let number = request
            .name
            .strip_prefix("agree_c")
            .and_then(|it| it.parse().ok());
        let case = number.and_then(|number: u64| self.cases.get(&number));
        let Some((case, call)) = case.and_then(|case| Some((case, case.call.as_ref()?))) else {
            return Err(serde::ser::Error::custom("there is no such function"));
        };
        let differences = call.differences(request)?;
        let count = self.record(case, |record| {
            record.calls += 1;
            record.calls - 1
        });
        let answer = call.answer(&case.address(), count, self.is_applying())?;
        self.record(case, |record| {
            record.sent.extend(differences);
            record.mutation = answer.name;
            let (function, response) = (&call.function, &answer.response);
            record.log.push(format!(
                "call: {}: {response:?} of {function:?}",
                answer.name
            ));
            let mut expected = record.expected.iter();
            let is_new = |one: &Expected| !expected.any(|other| other.is_same(one));
            let new = answer.expected.filter(is_new);
            record.expected.extend(new);
        });
        Ok(answer.response)
    }
}
