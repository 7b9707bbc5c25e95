//! Upgrades of stored states, moves and imports, based on annotations.

mod import;
mod moved;
mod upgrade;
