//! Names that an error suggests.

/// Lists names for an error: `a`, `b` or `c`.
pub(crate) fn list(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Returns the most similar name, if any name is similar enough.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let distances = known.iter().map(|known| (distance(name, known), *known));
    let (distance, nearest) = distances.min_by_key(|(distance, _)| *distance)?;
    let length = name.chars().count().max(nearest.len());
    (distance <= length / 3).then_some(nearest)
}

/// Returns the number of letters that must be added, removed, replaced or swapped with their neighbor: the optimal
/// string alignment distance.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<_>, Vec<_>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let least = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if swapped {
                    least.min(rows[i - 2][j - 2] + 1)
                } else {
                    least
                }
            };
        }
    }
    rows[a.len()][b.len()]
}
