// Prints the table of printable characters for tfvalue/src/printable.rs:
//
//	go run tests/generate/printable.go >tfvalue/src/printable.rs
//
// Go escapes all other characters in quoted strings. The table is that of the Unicode version of the
// installed Go, which must be the one of the Go that builds Terraform: 15.0.0 from Go 1.21 to 1.26.
package main

import (
	"fmt"
	"strconv"
	"unicode"
)

func main() {
	fmt.Printf(`//! The characters that Go prints in quoted strings: letters, marks, numbers, punctuation, symbols and the
//! ASCII space.
//!
//! Generated from Unicode %s by tests/generate/printable.go.

/// Returns `+"`true`"+` if Go does not escape a character.
#[must_use]
pub fn is_printable(c: char) -> bool {
    // Most text is ASCII.
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    let code = u32::from(c);
    // Ranges of printable characters and ranges of other characters alternate, and begin at these code points.
    let starts_before = match u16::try_from(code) {
        Ok(code) => BASIC.partition_point(|start| *start <= code),
        Err(_) => OTHERS.partition_point(|start| *start <= code),
    };
    starts_before %% 2 == 1
}
`, unicode.Version)
	table("BASIC", "u16", "in the basic multilingual plane", 0, 0xffff)
	table("OTHERS", "u32", "in the other planes", 0x10000, unicode.MaxRune)
}

// table prints the first character of each run, beginning with one of printable characters.
func table(name, ty, what string, first, last rune) {
	var starts []rune
	wasPrintable := false
	for r := first; r <= last; r++ {
		if isPrintable := strconv.IsPrint(r); isPrintable != wasPrintable {
			starts = append(starts, r)
			wasPrintable = isPrintable
		}
	}
	fmt.Printf("\n/// The starts of the ranges %s.\n#[rustfmt::skip]\nstatic %s: [%s; %d] = [", what, name, ty, len(starts))
	column := 0
	for at, start := range starts {
		text := fmt.Sprintf("0x%x,", start)
		if at == 0 || column+1+len(text) > 100 {
			fmt.Print("\n   ")
			column = 3
		}
		column += 1 + len(text)
		fmt.Print(" ", text)
	}
	fmt.Println("\n];")
}
