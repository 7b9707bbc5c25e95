//! Calls of functions: arguments, results and errors.

use serde_json::{Value as Json, json};
use tfvalue::rules::{Fault, Phase, Rule, check_function};
use tfvalue::schema::{Function, Parameter};
use tfvalue::tfplugin6::{DynamicValue, FunctionError, call_function};
use tfvalue::{Error, Result, Type, Value, errors::Category};
use tfvalue_testing::response;

use super::config::{self, Sources};
use super::known::{compares_unknown_results, judges_as_tofu};
use super::mutate::mutate;
use super::record::Expected;
use super::schema::nested_type;
use super::values;
use crate::random::Rng;

/// A function, and the way in which it is called.
pub(super) struct Call {
    pub(super) function: Function,
    arguments: Vec<Value>,
    /// What a correct provider returns.
    result: Value,
    how: How,
}

/// How the provider responds.
enum How {
    /// With a result that may be incorrect.
    Mutated(Box<(DynamicValue, &'static str)>),
    /// With a different result for the same arguments: on every second call, or on every call during apply.
    Changed { result: Value, is_later: bool },
    /// With an error, which may refer to an argument.
    Failed { text: String, argument: Option<i64> },
}

/// The provider's response to a call, and the message that Terraform must print for the response.
pub(super) struct Answer {
    pub(super) response: call_function::Response,
    pub(super) name: &'static str,
    pub(super) expected: Option<Expected>,
}

impl Call {
    pub(super) fn new(rng: &mut Rng, number: u64) -> Result<Self> {
        let ty = |rng: &mut Rng| match rng.below(8) {
            0 => Type::Dynamic,
            _ => nested_type(rng, 2, true),
        };
        let parameter = |rng: &mut Rng, index: usize| {
            let mut one = Parameter::new(format!("agree_c{number}_{index}"), ty(rng));
            one.allow_null_value = rng.one_in(2);
            one.allow_unknown_values = rng.one_in(2);
            one
        };
        let mut function = Function::new(ty(rng).without_optional());
        let count = rng.below(4);
        function.parameters = (0..count).map(|index| parameter(rng, index)).collect();
        let mut more = 0;
        if rng.one_in(3) {
            function.variadic_parameter = Some(parameter(rng, count));
            more = rng.below(3);
        }
        let unknowns = rng.one_in(4).then_some(6);
        let variadic = function.variadic_parameter.iter();
        let parameters = function.parameters.iter();
        let parameters = parameters.chain(variadic.cycle().take(more));
        let arguments = parameters
            .map(|one| argument(rng, one, unknowns))
            .collect::<Result<Vec<_>>>()?;
        let return_type = function.return_type.clone();
        let result = |rng: &mut Rng, unknowns| match rng.below(12) {
            0 => Ok(Value::null(return_type.clone())),
            _ => values::value(rng, &return_type, unknowns),
        };
        let unknowns = rng.one_in(4).then_some(8);
        let honest = result(rng, unknowns)?;
        let is_known = arguments.iter().all(Value::is_wholly_known);
        let how = match rng.below(10) {
            0 | 1 => How::Changed {
                result: result(rng, unknowns)?,
                is_later: rng.one_in(2) && is_known && honest.is_wholly_known(),
            },
            2 | 3 => How::Failed {
                text: values::text(rng),
                argument: rng.one_in(3).then_some(rng.below(4) as i64),
            },
            _ => How::Mutated(Box::new(wrong(rng, &honest, &return_type)?)),
        };
        Ok(Call {
            function,
            arguments,
            result: honest,
            how,
        })
    }

    /// Returns `true` if Terraform calls the function.
    pub(super) fn is_called(&self) -> bool {
        let mut all = self.parameters().zip(&self.arguments);
        all.all(|(parameter, argument)| {
            // OpenTofu does not pass values whose type is unknown.
            let is_typed = parameter.ty != Type::Dynamic || argument.ty() != Type::Dynamic;
            (is_typed || !judges_as_tofu())
                && (parameter.allow_unknown_values || argument.is_wholly_known())
        })
    }

    /// Returns the parameter for each argument.
    fn parameters(&self) -> impl Iterator<Item = &Parameter> {
        let function = &self.function;
        (0..).map_while(|index| {
            let variadic = function.variadic_parameter.as_ref();
            function.parameters.get(index).or(variadic)
        })
    }

    /// Returns `true` if the calls are in the configuration of a resource, which is evaluated again during apply.
    pub(super) fn is_applied(&self) -> bool {
        !judges_as_tofu() && matches!(self.how, How::Changed { is_later: true, .. })
    }

    /// Adds the arguments to the local values, and returns an expression with two calls.
    pub(super) fn expression(
        &self,
        address: &str,
        locals: &mut serde_json::Map<String, Json>,
        sources: &mut Sources,
    ) -> Json {
        let mut names = Vec::new();
        for (parameter, argument) in self.parameters().zip(&self.arguments) {
            let name = format!("{}_{}", address.replace(':', "_"), names.len());
            let argument = config::expression(argument, Some(&parameter.ty), sources);
            locals.insert(name.clone(), argument);
            names.push(format!("local.{name}"));
        }
        let call = format!("{address}({})", names.join(", "));
        json!(format!("${{[{call}, {call}]}}"))
    }

    /// Returns the differences between the arguments in a request and in the configuration.
    pub(super) fn differences(&self, request: &call_function::Request) -> Result<Vec<String>> {
        let mut all = Vec::new();
        if request.arguments.len() != self.arguments.len() {
            all.push(format!("{} arguments", request.arguments.len()));
        }
        let pairs = self.arguments.iter().zip(&request.arguments);
        for (parameter, (own, sent)) in self.parameters().zip(pairs) {
            let sent = sent.decode_value(&parameter.ty.without_optional())?;
            // Before the plan, fewer values are known. Nulls may have another type.
            let text = |value: &Value| Ok::<_, Error>(values::comparable(value)?.to_string());
            if own.is_wholly_known() && text(own)? != text(&sent)? {
                all.push(format!("argument {own}\n  but sent {sent}"));
            }
            let is_forbidden = sent.is_null() && !parameter.allow_null_value
                || !sent.is_wholly_known() && !parameter.allow_unknown_values;
            if is_forbidden {
                all.push(format!(
                    "argument {sent}, which the parameter does not allow"
                ));
            }
        }
        Ok(all)
    }

    /// Returns the response to the call with the given number, counted from 0.
    pub(super) fn answer(&self, address: &str, count: usize, is_applying: bool) -> Result<Answer> {
        let ty = &self.function.return_type;
        let answer = |name, result: &DynamicValue, expected| Answer {
            response: call_function::Response {
                result: Some(result.clone()),
                ..Default::default()
            },
            name,
            expected,
        };
        match &self.how {
            How::Mutated(mutated) => {
                let (result, name) = &**mutated;
                let expected = match response::decode(result, ty) {
                    Ok(value) => expected(address, &check_function(ty, &value, None)),
                    Err(error) => Some(undecodable(address, &error)),
                };
                Ok(answer(name, result, expected))
            }
            How::Changed { result, is_later } => {
                let earlier = DynamicValue::encode_value(&self.result, ty)?;
                let later = DynamicValue::encode_value(result, ty)?;
                let is_changed = if *is_later {
                    is_applying
                } else {
                    count % 2 == 1
                };
                let name = "function: another result";
                if !is_changed {
                    return Ok(answer(name, &earlier, None));
                }
                let values = [&earlier, &later].map(|one| response::decode(one, ty));
                let [was, now] = [&values[0], &values[1]].map(|one| one.as_ref().ok());
                let is_known = [was, now].iter().flatten().all(|one| !one.is_unknown());
                let is_compared = is_known || compares_unknown_results();
                let faults = match now.filter(|_| is_compared && !judges_as_tofu()) {
                    Some(now) => check_function(ty, now, was),
                    None => Vec::new(),
                };
                let mut expected = expected(address, &faults);
                // A saved plan contains only a hash of the earlier result.
                if let (Some(Expected::Fault { detail, .. }), true) = (&mut expected, *is_later)
                    && let Some(end) = detail.find(",\nwas: ")
                {
                    detail.replace_range(end.., ".");
                }
                Ok(answer(name, &later, expected))
            }
            How::Failed { text, argument } => Ok(Answer {
                response: call_function::Response {
                    error: Some(FunctionError {
                        text: text.clone(),
                        function_argument: *argument,
                    }),
                    ..Default::default()
                },
                name: "function: error",
                expected: Some(self.error(address, text, *argument)),
            }),
        }
    }

    /// Returns the message that Terraform prints for an error from the function.
    fn error(&self, address: &str, text: &str, argument: Option<i64>) -> Expected {
        // OpenTofu treats every error as an error about an argument.
        let argument = argument.or(judges_as_tofu().then_some(0));
        let index = argument.and_then(|index| usize::try_from(index).ok());
        let parameter = index.and_then(|index| self.parameters().nth(index));
        let Some(parameter) = parameter else {
            return failure(Rule::WrongType, address, text);
        };
        Expected::Fault {
            rule: Rule::WrongType,
            phase: Phase::CallFunction,
            summary: "Invalid function argument".to_owned(),
            detail: format!("Invalid value for {:?} parameter: {text}.", parameter.name),
            place: String::new(),
            address: address.to_owned(),
            revealed: Vec::new(),
        }
    }
}

fn argument(rng: &mut Rng, parameter: &Parameter, unknowns: values::Unknowns) -> Result<Value> {
    let ty = parameter.ty.without_optional();
    if parameter.allow_null_value && rng.one_in(4) {
        return Ok(Value::null(ty));
    }
    values::value(rng, &ty, unknowns)
}

/// Returns a result that may be incorrect.
fn wrong(rng: &mut Rng, honest: &Value, ty: &Type) -> Result<(DynamicValue, &'static str)> {
    match rng.below(8) {
        0 => {
            let ty = nested_type(rng, 2, true).without_optional();
            let other = values::value(rng, &ty, None)?;
            Ok((
                DynamicValue::encode_value(&other, &ty)?,
                "function: another type",
            ))
        }
        1 => {
            let unknown = values::unknown(rng, ty);
            Ok((
                DynamicValue::encode_value(&unknown, ty)?,
                "function: unknown",
            ))
        }
        2 => Ok((DynamicValue::default(), "function: no result")),
        _ => {
            let donor = values::value(rng, ty, None)?;
            mutate(rng, honest, ty, &[&donor])
        }
    }
}

/// Returns the messages that Terraform prints for the faults in a result.
fn expected(address: &str, faults: &[Fault]) -> Option<Expected> {
    let fault = faults.first()?;
    if fault.rule == Rule::WrongType {
        // The message also contains a stack trace.
        return Some(panicked(address, ": returned value "));
    }
    Some(failure(fault.rule, address, fault.problem()))
}

/// Returns the message that Terraform prints for a call that fails because of a problem.
fn failure(rule: Rule, address: &str, problem: &str) -> Expected {
    // A fault from the rules contains the wording around the problem.
    let frame = check_function(&Type::String, &true.into(), None).remove(0);
    let detail = frame.detail("", address);
    Expected::Fault {
        rule,
        phase: Phase::CallFunction,
        summary: frame.summary().to_owned(),
        detail: detail.replacen(frame.problem(), problem, 1),
        place: String::new(),
        address: address.to_owned(),
        revealed: Vec::new(),
    }
}

/// Returns the message that Terraform prints for a result that cannot be decoded. The message does not refer to a place
/// in the result.
fn undecodable(address: &str, error: &Error) -> Expected {
    if error.to_string().ends_with(", which crashes Terraform") {
        return panicked(address, "");
    }
    if error.category() == Category::Data {
        return failure(Rule::WrongType, address, &error.message());
    }
    begins(address, "")
}

/// Returns the beginning of the message that Terraform prints if a function call panics and Terraform recovers.
fn panicked(address: &str, text: &str) -> Expected {
    begins(address, &format!("panic in function implementation{text}"))
}

fn begins(address: &str, problem: &str) -> Expected {
    let Expected::Fault {
        summary, detail, ..
    } = failure(Rule::WrongType, address, problem)
    else {
        unreachable!("a fault");
    };
    let start = detail.trim_end_matches('.').to_owned();
    Expected::Begins { summary, start }
}
