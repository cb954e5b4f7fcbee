//! `quadrille man`: the manual page.

/// Prints the manual page in roff.
pub fn run(command: clap::Command) -> anyhow::Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    crate::output::line(String::from_utf8_lossy(&page).trim_end())
}
