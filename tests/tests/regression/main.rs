//! One file for each bug that was found.

mod html_in_types;
