//! `quadrille man`: the manual page, with every command on it.
//!
//! clap_mangen makes one page for each command and refers from one to the others. People get one file, so the sections
//! of the subcommands become subsections of this page.

use clap::Command;
use clap_mangen::Man;
use std::io::{self, Write};

/// Prints the manual page in roff.
pub fn run(command: Command) -> anyhow::Result<()> {
    let mut page = Vec::new();
    render(command, &mut page)?;
    crate::output::line(String::from_utf8_lossy(&page).trim_end())
}

fn render(mut command: Command, page: &mut Vec<u8>) -> io::Result<()> {
    // Every subcommand learns its full name and the options of all commands.
    command.build();
    let man = Man::new(command.clone());
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    writeln!(page, ".SH COMMANDS")?;
    for subcommand in commands(&command) {
        render_command(subcommand, page)?;
    }
    man.render_extra_section(page)?;
    man.render_version_section(page)
}

/// The commands to describe: not the ones that only print help.
fn commands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help")
}

/// One command and those below it, each as a subsection.
fn render_command(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    writeln!(page, ".SS \"{name}\"")?;
    let man = Man::new(command.clone().mut_args(|argument| {
        let is_common = ["help", "lang"].contains(&argument.get_id().as_str());
        argument.hide(is_common)
    }));
    let mut text = Vec::new();
    man.render_description_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_options_section(&mut text)?;
    man.render_extra_section(&mut text)?;
    for line in String::from_utf8_lossy(&text).lines() {
        // Sections of a page of its own are paragraphs here.
        match line.strip_prefix(".SH ") {
            Some("SYNOPSIS") => writeln!(page, ".PP\nUsage:")?,
            Some(_) => writeln!(page, ".PP")?,
            None => writeln!(page, "{line}")?,
        }
    }
    commands(command).try_for_each(|subcommand| render_command(subcommand, page))
}
