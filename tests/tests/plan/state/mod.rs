//! Upgrades of stored states, moves, and imports, from annotations.

mod import;
mod moved;
mod upgrade;
