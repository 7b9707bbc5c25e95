//! Provider functions, and the arguments of their calls.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::about::kind_of;
use super::{Field, Role};
use crate::diagnostics::Diagnostics;
use crate::error::{self, Error};
use crate::model::TfType;
use crate::msgpack;
use crate::path::{ANY_ELEMENT, ElementNames, NamedPath, Path, Step};
use crate::schema::{Function, Parameter};
use crate::ty::Type;

/// A struct with the parameters of a function. [`#[derive(TfFunction)]`](macro@crate::TfFunction) implements this
/// trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe a function",
    label = "does not implement `TfFunction`",
    note = "derive `TfFunction` with `#[tf(returns = …)]` for the struct"
)]
pub trait TfFunction: Sized {
    /// The type of the result, which the annotation specifies in `returns`.
    type Return: TfType + Serialize;

    /// Returns the description of the function.
    #[must_use]
    fn function() -> Function;
}

/// A struct that holds the arguments of a function call. [`#[derive(TfFunction)]`](macro@crate::TfFunction) implements
/// this trait along with [`TfFunction`].
pub trait TfArguments<'de>: TfFunction {
    /// Reads the arguments of a call. Each argument is MessagePack or the protocol's `DynamicValue`.
    ///
    /// # Errors
    ///
    /// Fails if an argument does not match its type, or if there are too few or too many arguments.
    fn from_arguments<I: IntoIterator<Item: Argument<'de>>>(
        arguments: I,
    ) -> Result<Self, FunctionError>;

    /// Serves a call: reads the arguments, calls `run`, and returns the result in MessagePack.
    ///
    /// `run` can return any error. If the error has the path of a parameter, which is possible for a
    /// [`Diagnostic`](crate::Diagnostic), Terraform marks the corresponding argument of the call. For example, the path
    /// of the third variadic argument of the parameter `parts` is `parts[2]`.
    ///
    /// # Errors
    ///
    /// Fails if an argument does not match its type, if there are too few or too many arguments, if `run` fails, or if
    /// Terraform's wire format cannot represent the result.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Error, TfFunction, functions::TfArguments};
    ///
    /// /// Divides whole numbers.
    /// #[derive(TfFunction)]
    /// #[tf(returns = i64)]
    /// struct Divide {
    ///     dividend: i64,
    ///     divisor: i64,
    /// }
    ///
    /// fn divide(call: Divide) -> Result<i64, Error> {
    ///     let divided = call.dividend.checked_div(call.divisor);
    ///     divided.ok_or_else(|| Error::msg("a divisor other than 0 is required").at("divisor"))
    /// }
    ///
    /// let result = Divide::call([&b"\x06"[..], b"\x02"], divide)?;
    /// assert_eq!(result, b"\x03");
    ///
    /// let error = Divide::call([&b"\x06"[..], b"\0"], divide).unwrap_err();
    /// assert_eq!(error.text, "a divisor other than 0 is required");
    /// assert_eq!(error.argument, Some(1));
    /// # Ok::<(), tfvalue::functions::FunctionError>(())
    /// ```
    fn call<I, E>(
        arguments: I,
        run: impl FnOnce(Self) -> Result<Self::Return, E>,
    ) -> Result<Vec<u8>, FunctionError>
    where
        I: IntoIterator<Item: Argument<'de>>,
        Diagnostics: From<E>,
    {
        let call = Self::from_arguments(arguments)?;
        let failed = |error: E| FunctionError::of(&error.into(), &Self::function());
        let result = run(call).map_err(failed)?;
        msgpack::to_vec(&result).map_err(FunctionError::new)
    }
}

impl Field {
    /// Sets which arguments a dynamic parameter accepts in addition to known values. For any other parameter, its type
    /// determines which arguments are accepted.
    ///
    /// # Panics
    ///
    /// Panics if the parameter is not dynamic but accepts null or unknown arguments.
    #[must_use]
    #[track_caller]
    pub const fn allowing(mut self, null: bool, unknown: bool) -> Self {
        if self.facts.is_dynamic() {
            self.facts.null = null;
            self.facts.unknown = unknown;
        } else {
            assert!(
                !null,
                "`allow(null)` is for a `tfvalue::Dynamic`: use `Option` or `tfvalue::Attr` in the type instead"
            );
            assert!(
                !unknown,
                "`allow(unknown)` is for a `tfvalue::Dynamic`: use `tfvalue::Unknown` or `tfvalue::Attr` in the type instead"
            );
        }
        self
    }

    /// Checks the type of a parameter or of the result. A failure is a compiler error.
    ///
    /// # Panics
    ///
    /// Panics if the type violates a rule.
    #[track_caller]
    pub const fn check_of_function(&self) {
        self.check(Role::Part);
        assert!(
            !self.facts.members.sensitive,
            "a member is `sensitive`, but functions have no sensitive values, and Terraform would show it: use a struct without `sensitive`"
        );
    }
}

/// The encoded form of an argument.
pub trait Argument<'de> {
    /// Reads the argument.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the target type.
    fn read<T: Deserialize<'de>>(self) -> error::Result<T>;
}

impl<'de> Argument<'de> for &'de [u8] {
    fn read<T: Deserialize<'de>>(self) -> error::Result<T> {
        msgpack::from_slice(self)
    }
}

/// An error from a function, with the argument at which Terraform shows the error.
///
/// # Examples
///
/// ```
/// use tfvalue::functions::FunctionError;
///
/// let error = FunctionError::new("a host name is required").at_argument(0);
/// assert_eq!(error.argument, Some(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FunctionError {
    /// The message that Terraform prints below the call in the configuration.
    pub text: String,
    /// The index of the argument that caused the error, if any.
    pub argument: Option<i64>,
}

impl FunctionError {
    /// Creates an error that is not about an argument.
    #[must_use]
    pub fn new(text: impl fmt::Display) -> Self {
        FunctionError {
            text: text.to_string(),
            argument: None,
        }
    }

    /// Sets the index of the argument that caused the error.
    #[must_use]
    pub fn at_argument(mut self, argument: i64) -> Self {
        self.argument = Some(argument);
        self
    }

    /// Converts the errors that occur in a call. The argument is taken from the first error with a path.
    pub(crate) fn of(diagnostics: &Diagnostics, function: &Function) -> Self {
        let mut texts = Vec::new();
        let mut argument = None;
        for one in diagnostics.iter().filter(|one| one.is_error()) {
            let path = one.path();
            let found = function.argument_at(path.steps());
            let place = match found {
                Some((_, steps, ty)) => place(ty, &path.steps()[steps..].iter().cloned().collect()),
                None => path.to_string(),
            };
            texts.push(one.text_at(&place));
            argument = argument.or(found.map(|(index, ..)| index));
        }
        let mut text = texts.join("\n");
        // Terraform adds a period.
        if text.ends_with('.') && !text.ends_with("..") {
            text.pop();
        }
        FunctionError { text, argument }
    }
}

impl Function {
    /// Returns the index of the argument at a path, the number of steps that lead to the argument, and the type of the
    /// argument.
    fn argument_at(&self, steps: &[Step]) -> Option<(i64, usize, &Type)> {
        let Some(Step::Attribute(name)) = steps.first() else {
            return None;
        };
        let is_it = |parameter: &Parameter| parameter.name == *name;
        if let Some(index) = self.parameters.iter().position(is_it) {
            let ty = &self.parameters[index].ty;
            return Some((i64::try_from(index).ok()?, 1, ty));
        }
        let variadic = self.variadic_parameter.as_ref().filter(|it| is_it(it))?;
        match steps.get(1) {
            Some(Step::Index(index)) => {
                let index = u64::try_from(self.parameters.len())
                    .ok()?
                    .checked_add(*index)?;
                Some((i64::try_from(index).ok()?, 2, &variadic.ty))
            }
            _ => None,
        }
    }
}

/// Returns the string form of a path in a value of a type. Set elements are not named, because a name could reveal a
/// sensitive part of the argument.
fn place(ty: &Type, path: &Path) -> String {
    let mut names = ElementNames::default();
    let mut ty = Some(ty);
    for (step, after) in path.steps().iter().zip((0..path.steps().len()).rev()) {
        ty = match (ty, step) {
            (Some(Type::Set(element)), _) => {
                names.push(after, Some(ANY_ELEMENT));
                Some(&**element)
            }
            (Some(Type::List(element) | Type::Map(element)), _) => Some(&**element),
            (Some(Type::Object(object)), Step::Attribute(name)) => {
                object.get(name).map(|member| &member.ty)
            }
            (Some(Type::Tuple(types)), Step::Index(index)) => usize::try_from(*index)
                .ok()
                .and_then(|index| types.get(index)),
            _ => None,
        };
    }
    NamedPath(path, &names).to_string()
}

impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for FunctionError {}

/// The remaining arguments of a call.
pub struct Arguments<I> {
    rest: I,
    next: i64,
}

impl<'de, I: Iterator<Item: Argument<'de>>> Arguments<I> {
    /// Creates a reader that starts with the first argument.
    pub fn new(arguments: impl IntoIterator<IntoIter = I>) -> Self {
        Arguments {
            rest: arguments.into_iter(),
            next: 0,
        }
    }

    /// Reads the next argument.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match its type or is missing.
    pub fn next<T: Deserialize<'de>>(&mut self, name: &str) -> Result<T, FunctionError> {
        match self.read() {
            Some(result) => result,
            None => Err(FunctionError::new(format_args!(
                "the argument {name:?} is missing"
            ))),
        }
    }

    /// Reads all remaining arguments.
    ///
    /// # Errors
    ///
    /// Fails if one of the arguments does not match its type.
    pub fn rest<T: Deserialize<'de>>(&mut self) -> Result<Vec<T>, FunctionError> {
        std::iter::from_fn(|| self.read()).collect()
    }

    /// Checks that there are no further arguments.
    ///
    /// # Errors
    ///
    /// Fails if there are further arguments.
    pub fn end(mut self) -> Result<(), FunctionError> {
        match self.rest.next() {
            None => Ok(()),
            Some(_) => Err(FunctionError::new(format_args!(
                "{} arguments are required, got more",
                self.next
            ))
            .at_argument(self.next)),
        }
    }

    fn read<T: Deserialize<'de>>(&mut self) -> Option<Result<T, FunctionError>> {
        let argument = self.rest.next()?;
        let index = self.next;
        self.next += 1;
        // An argument can be sensitive, but the function cannot detect this.
        let fault = |error: Error| FunctionError::new(error.unquoted()).at_argument(index);
        Some(argument.read().map_err(fault))
    }
}

impl Field {
    /// Creates the description of a function.
    #[must_use]
    pub fn function_of(
        parameters: &[Field],
        variadic: Option<&Field>,
        return_type: Type,
        [summary, description, deprecation_message]: [&'static str; 3],
    ) -> Function {
        Function {
            parameters: parameters.iter().map(Field::as_parameter).collect(),
            variadic_parameter: variadic.map(Field::as_parameter),
            return_type,
            summary: summary.into(),
            description: description.into(),
            description_kind: kind_of(description),
            deprecation_message: deprecation_message.into(),
        }
    }

    fn as_parameter(&self) -> Parameter {
        let description = self.description_with_values();
        Parameter {
            name: self.name.into(),
            ty: (self.ty)(),
            allow_null_value: self.facts.null,
            allow_unknown_values: self.facts.unknown,
            description_kind: kind_of(&description),
            description,
        }
    }
}
