//! One file for each bug that was found.

mod text_of_doubles_in_the_middle;
