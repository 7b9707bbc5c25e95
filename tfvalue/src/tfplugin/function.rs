//! Converts the arguments and errors of functions in the messages of both protocols.

use serde::Deserialize;

use super::messages;
use crate::error::Result;
use crate::model::{Argument, FunctionError};

impl<'de> Argument<'de> for &'de messages::DynamicValue {
    fn read<T: Deserialize<'de>>(self) -> Result<T> {
        self.decode()
    }
}

impl From<FunctionError> for messages::FunctionError {
    fn from(error: FunctionError) -> Self {
        messages::FunctionError {
            text: error.text,
            function_argument: error.argument,
        }
    }
}

impl From<messages::FunctionError> for FunctionError {
    fn from(message: messages::FunctionError) -> Self {
        FunctionError {
            text: message.text,
            argument: message.function_argument,
        }
    }
}
