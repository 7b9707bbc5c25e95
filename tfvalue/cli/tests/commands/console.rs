//! The commands on a page of the guide, and the output of these commands. A `…` line stands for omitted lines, and `…`
//! within a line stands for an omitted part of the line. All times are treated as equal.

use std::fs;
use std::path::Path;

/// A command on a page, and the lines that the command prints.
pub(crate) struct Shown {
    pub(crate) command: String,
    lines: Vec<String>,
}

/// Returns the commands on a page that print something.
pub(crate) fn commands(page: &Path) -> Vec<Shown> {
    let text = fs::read_to_string(page).expect("the page exists");
    let mut all: Vec<Shown> = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for line in block.lines() {
            match (line.strip_prefix("$ "), all.last_mut()) {
                (Some(command), _) => all.push(Shown {
                    command: command.to_owned(),
                    lines: Vec::new(),
                }),
                (None, Some(last)) => last.lines.push(line.to_owned()),
                (None, None) => {}
            }
        }
    }
    // Other commands make preparations in the folder of the test.
    all.retain(|one| !one.lines.is_empty());
    all
}

impl Shown {
    /// Fails if the command prints anything else.
    #[track_caller]
    pub(crate) fn check(&self, printed: &[u8]) {
        let printed = String::from_utf8_lossy(printed);
        let lines: Vec<_> = printed.trim_end().lines().map(timeless).collect();
        let shown: Vec<_> = self.lines.iter().map(|line| timeless(line)).collect();
        assert!(
            fits(&lines, &shown),
            "{}\nprints\n{printed}\n\nthe page has\n{}",
            self.command,
            self.lines.join("\n")
        );
    }
}

/// Replaces times of day and durations.
fn timeless(line: &str) -> String {
    let is_time = |word: &str| {
        let is_part = |letter: char| letter.is_ascii_digit() || letter == ':' || letter == '.';
        word.len() == 12 && word.matches(':').count() == 2 && word.chars().all(is_part)
    };
    let mut words: Vec<_> = line.split(' ').collect();
    for at in 0..words.len() {
        let unit = words
            .get(at + 1)
            .map(|next| next.trim_end_matches([':', ',']));
        if is_time(words[at])
            || (words[at].parse::<f64>().is_ok() && matches!(unit, Some("ms" | "s")))
        {
            words[at] = "TIME";
        }
    }
    words.join(" ")
}

/// Returns `true` if the lines match the lines on a page.
fn fits(printed: &[String], page: &[String]) -> bool {
    match (printed, page) {
        ([], []) => true,
        (_, [first, rest @ ..]) if first.trim() == "…" => {
            (0..=printed.len()).any(|skip| fits(&printed[skip..], rest))
        }
        ([line, more @ ..], [first, rest @ ..]) => line_fits(line, first) && fits(more, rest),
        _ => false,
    }
}

fn line_fits(line: &str, page: &str) -> bool {
    let Some((start, rest)) = page.split_once('…') else {
        return line == page;
    };
    let Some(line) = line.strip_prefix(start) else {
        return false;
    };
    line.char_indices()
        .any(|(at, _)| line_fits(&line[at..], rest))
        || rest.is_empty()
}

#[test]
fn lines_are_compared() {
    for (line, page, expected) in [
        ("a b", "a b", true),
        ("a b", "a c", false),
        ("a b c", "a … c", true),
        ("a b c", "a …", true),
        ("a ", "a …", true),
        ("a b c", "a … d", false),
        ("13:05:51.204 X, 1.9 ms", "00:00:00.000 X, 20.0 ms", true),
        (
            "3 of 4, 5 calls in 1.2 s: 0",
            "3 of 4, 5 calls in 7.0 s: 0",
            true,
        ),
        ("3 calls", "4 calls", false),
    ] {
        assert_eq!(
            line_fits(&timeless(line), &timeless(page)),
            expected,
            "{line}: {page}"
        );
    }
}
