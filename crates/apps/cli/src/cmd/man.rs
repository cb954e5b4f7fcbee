//! `quadrille man`: the manual, as one page with all commands or one page per command.
//!
//! clap_mangen makes one page per command with cross-references. Standard output gets a single page, with the
//! subcommands as subsections.

use crate::{output, words};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use quadrille_support::file;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Print the manual page, or write one page for each command.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille man > quadrille.1
  quadrille man --out man1")]
pub struct Args {
    /// Write one page for each command into this folder: quadrille.1, quadrille-play.1, …
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Prints the page in roff, or writes the pages.
pub fn run<P: CommandFactory>(args: &Args) -> anyhow::Result<()> {
    if let Some(folder) = &args.out {
        let refusal = |error| file::refusal(folder, &error);
        let pages = write(P::command(), folder).map_err(refusal)?;
        let written = words::PAGES_WRITTEN.say().with("pages", pages).with("folder", folder.display().to_string());
        return output::tell(&written);
    }
    let mut page = Vec::new();
    render(P::command(), &mut page)?;
    output::line(String::from_utf8_lossy(&page).trim_end())
}

/// Writes the page of every command; returns how many.
fn write(command: Command, folder: &Path) -> io::Result<usize> {
    std::fs::create_dir_all(folder)?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_below(&command, folder)
}

fn write_below(command: &Command, folder: &Path) -> io::Result<usize> {
    Man::new(command.clone()).generate_to(folder)?;
    commands(command).try_fold(1, |pages, subcommand| Ok(pages + write_below(subcommand, folder)?))
}

fn render(mut command: Command, page: &mut Vec<u8>) -> io::Result<()> {
    // Gives every subcommand its full name and the global options.
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

/// The documented commands: not those that only print help or make releases.
fn commands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help" && !subcommand.is_hide_set())
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
        // Sections of separate pages become paragraphs here.
        match line.strip_prefix(".SH ") {
            Some("SYNOPSIS") => writeln!(page, ".PP\nUsage:")?,
            Some(_) => writeln!(page, ".PP")?,
            None => writeln!(page, "{line}")?,
        }
    }
    commands(command).try_for_each(|subcommand| render_command(subcommand, page))
}
