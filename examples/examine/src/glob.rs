//! Patterns of names.

/// Returns `true` if a name matches a pattern, in which `*` stands for any letters and `?` for one.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut in_name) = (0, 0);
    // The last star, and where its letters end.
    let mut star: Option<(usize, usize)> = None;
    while in_name < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, in_name));
                at += 1;
            }
            Some(letter) if *letter == '?' || *letter == name[in_name] => {
                at += 1;
                in_name += 1;
            }
            _ => match star {
                Some((place, end)) => {
                    star = Some((place, end + 1));
                    at = place + 1;
                    in_name = end + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|letter| *letter == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, is_match) in [
            ("aws_vpc", "aws_vpc", true),
            ("aws_vpc", "aws_vpc_peer", false),
            ("aws_*", "aws_vpc", true),
            ("*_vpc", "aws_vpc", true),
            ("aws_*_*er", "aws_vpc_peer", true),
            ("*a*a*b", "aaaaaaaaaaaaaaaa", false),
            ("aws_???", "aws_vpc", true),
            ("*", "", true),
            ("?", "", false),
        ] {
            assert_eq!(matches(pattern, name), is_match, "{pattern} {name}");
        }
    }
}
