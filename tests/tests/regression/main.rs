//! One file for each bug that was found.

mod control_characters_in_keys;
mod disorder_in_deep_objects;
mod text_of_doubles_in_the_middle;
