//! Upgrades of stored states, moves, and imports, from annotations.

mod upgrade;
