//! The project's chores. `cargo xtask test` is the README's test command.
fn main() {}
