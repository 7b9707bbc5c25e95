//! Numbers on the command line.

/// Reads options whose values are numbers, such as `--cases 10`. `options` contains the names of the options and their
/// default values. Returns the numbers in the same order.
///
/// # Errors
///
/// Fails if an argument is not one of the options, or is not followed by a number. The error lists the program's options.
pub fn numbers<const N: usize>(
    program: &str,
    options: [(&str, u64); N],
    mut arguments: impl Iterator<Item = String>,
) -> Result<[u64; N], String> {
    let mut numbers = options.map(|(_, number)| number);
    while let Some(argument) = arguments.next() {
        let place = options.iter().position(|(name, _)| *name == argument);
        let number = place.and_then(|_| arguments.next()?.parse().ok());
        let (Some(place), Some(number)) = (place, number) else {
            let options = options.map(|(name, _)| format!("[{name} N]")).join(" ");
            return Err(format!(
                "invalid argument {argument}; usage: {program} {options}"
            ));
        };
        numbers[place] = number;
    }
    Ok(numbers)
}
