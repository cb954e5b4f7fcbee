//! Releases: `cargo xtask dist` writes everything that is published for Linux on x86-64 into `target/dist`.
//!
//! The program is linked statically and built three times, for x86-64, x86-64-v3 and x86-64-v4; one file carries all
//! three (`crates/apps/cli/src/builds.rs`). `.github/workflows/release.yml` makes the same for the other systems.
//!
//! A part whose tools are missing is skipped with a message; any other failure ends the command.

use crate::{bill, cargo_command, run, site, target, wheel};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TRIPLE: &str = "x86_64-unknown-linux-gnu";
/// The baseline first: the others are stored as their difference from it.
const LEVELS: [&str; 3] = ["x86-64", "x86-64-v4", "x86-64-v3"];
const SHELLS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/quadrille"),
    ("fish", "usr/share/fish/vendor_completions.d/quadrille.fish"),
    ("zsh", "usr/share/zsh/vendor-completions/_quadrille"),
];

/// What can be made alone.
const PARTS: [&str; 5] = ["binary", "deb", "wheel", "site", "sbom"];

/// Runs the chore.
pub fn build(root: &Path, arguments: &[String]) -> Result<(), String> {
    if let Some(other) = arguments.iter().find(|argument| !PARTS.contains(&argument.as_str())) {
        return Err(format!("unknown part {other}: expected {}", PARTS.join(", ")));
    }
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|part| part == name);
    let release = Release { root: root.to_path_buf(), folder: target(root).join("dist"), version: version(root)? };
    fs::create_dir_all(&release.folder).map_err(|error| format!("{}: {error}", release.folder.display()))?;
    // Quick parts first, so that their failures show before half an hour of compiling.
    if wanted("sbom") {
        bill::write(&release.folder.join(format!("quadrille-{}.cdx.json", release.version)), &release.version, TRIPLE)?;
    }
    if wanted("binary") {
        release.binary()?;
        release.archive()?;
    }
    if wanted("deb") {
        release.deb()?;
    }
    if wanted("site") {
        release.site()?;
    }
    if wanted("wheel") {
        release.wheel()?;
    }
    release.checksums()
}

/// Whether a tool can be started; prints which part is skipped without it.
fn has(tool: &str, part: &str) -> bool {
    let there = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("{part} is left out: {tool} is not installed");
    }
    there
}

fn version(root: &Path) -> Result<String, String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).map_err(|error| error.to_string())?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    line.and_then(|rest| rest.split('"').next())
        .map(str::to_owned)
        .ok_or_else(|| "Cargo.toml has no version".to_owned())
}

struct Release {
    root: PathBuf,
    folder: PathBuf,
    version: String,
}

impl Release {
    fn program(&self) -> PathBuf {
        self.folder.join("quadrille")
    }

    /// One program for every x86-64.
    fn binary(&self) -> Result<(), String> {
        let mut builds = Vec::new();
        for level in LEVELS {
            let folder = target(&self.root).join("levels").join(level);
            let mut cargo =
                cargo_command(&["build", "--package", "quadrille", "--target", TRIPLE, "--profile", "dist"]);
            cargo.env("RUSTFLAGS", format!("-C target-cpu={level} -C target-feature=+crt-static"));
            run(cargo.env("CARGO_TARGET_DIR", &folder).env("QUADRILLE_COMMIT", commit(&self.root)))?;
            builds.push(folder.join(TRIPLE).join("dist/quadrille"));
        }
        run(Command::new(&builds[0]).arg("bundle").args(&builds).arg("--out").arg(self.program()))?;
        run(Command::new("chmod").arg("755").arg(self.program()))?;
        // The same moves whatever the processor: the signature of each build must be that of the first.
        let signature = |level: &str| {
            let output = Command::new(self.program())
                .args(["bench", "--only", "signature"])
                .env("QUADRILLE_CPU", level)
                .output();
            output.map(|output| output.stdout).map_err(|error| error.to_string())
        };
        let first = signature(LEVELS[0])?;
        for level in LEVELS {
            if signature(level)? != first || first.is_empty() {
                return Err(format!("the build for {level} plays other moves than the one for {}", LEVELS[0]));
            }
        }
        let size = fs::metadata(self.program()).map_or(0, |file| file.len()) as f64 / 1e6;
        eprintln!("{}: {size:.1} MB, {}", self.program().display(), String::from_utf8_lossy(&first).trim());
        Ok(())
    }

    /// The manual, one page for each command.
    fn manual(&self, folder: &Path) -> Result<(), String> {
        run(Command::new(self.program()).arg("man").arg("--out").arg(folder))
    }

    /// What the program prints about itself, in a file.
    fn printed(&self, arguments: &[&str], path: &Path) -> Result<(), String> {
        let output = Command::new(self.program()).args(arguments).output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("quadrille {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)));
        }
        let folder = path.parent().unwrap_or(path);
        fs::create_dir_all(folder).and_then(|()| fs::write(path, output.stdout)).map_err(|error| error.to_string())
    }

    fn copied(&self, files: &[(&Path, PathBuf)]) -> Result<(), String> {
        for (from, to) in files {
            let folder = to.parent().unwrap_or(to);
            let done = fs::create_dir_all(folder).and_then(|()| fs::copy(self.root.join(from), to));
            done.map_err(|error| format!("{}: {error}", from.display()))?;
        }
        Ok(())
    }

    fn archive(&self) -> Result<(), String> {
        let name = format!("quadrille-{}-x86_64-linux", self.version);
        let tree = self.folder.join(&name);
        let _ = fs::remove_dir_all(&tree);
        let program = self.program();
        self.copied(&[
            (&program, tree.join("quadrille")),
            (Path::new("README.md"), tree.join("README.md")),
            (Path::new("CHANGELOG.md"), tree.join("CHANGELOG.md")),
            (Path::new("LICENSE-MIT"), tree.join("LICENSE-MIT")),
            (Path::new("LICENSE-APACHE"), tree.join("LICENSE-APACHE")),
        ])?;
        self.manual(&tree.join("man"))?;
        for (shell, path) in SHELLS {
            let file = Path::new(path).file_name().unwrap_or_default();
            self.printed(&["completions", shell], &tree.join("completions").join(file))?;
        }
        self.pack(&name)
    }

    /// A Debian package: the program needs nothing, so it depends on nothing.
    fn deb(&self) -> Result<(), String> {
        if !has("dpkg-deb", "the Debian package") {
            return Ok(());
        }
        if !self.program().exists() {
            return Err(format!("{} is not there: make the part `binary` first", self.program().display()));
        }
        let tree = self.folder.join("deb");
        let _ = fs::remove_dir_all(&tree);
        let program = self.program();
        self.copied(&[
            (&program, tree.join("usr/bin/quadrille")),
            (Path::new("LICENSE-MIT"), tree.join("usr/share/doc/quadrille/copyright")),
        ])?;
        let manual = tree.join("usr/share/man/man1");
        self.manual(&manual)?;
        for (shell, path) in SHELLS {
            self.printed(&["completions", shell], &tree.join(path))?;
        }
        run(Command::new("sh").args(["-c", "gzip -9n \"$0\"/*.1"]).arg(manual))?;
        let size = fs::metadata(&program).map_or(0, |file| file.len()) / 1024;
        let control = format!(
            "Package: quadrille\nVersion: {}\nArchitecture: amd64\nMaintainer: The Quadrille authors <authors@quadrille.invalid>\n\
             Installed-Size: {size}\nSection: games\nPriority: optional\n\
             Description: engine for Breakthrough, chess, Othello and Go\n \
             Plays, analyses and solves in the browser, in the terminal and over\n UCI, GTP, NBoard and MCP.\n",
            self.version
        );
        let place = tree.join("DEBIAN");
        let written = fs::create_dir_all(&place).and_then(|()| fs::write(place.join("control"), control));
        written.map_err(|error| error.to_string())?;
        let package = self.folder.join(format!("quadrille_{}_amd64.deb", self.version));
        run(Command::new("dpkg-deb").args(["--root-owner-group", "--build"]).arg(&tree).arg(&package))?;
        fs::remove_dir_all(tree).map_err(|error| error.to_string())
    }

    /// The page without a server, as one archive.
    fn site(&self) -> Result<(), String> {
        if let Err(why) = site::tools(&self.root) {
            eprintln!("the site is left out: {why}");
            return Ok(());
        }
        let name = format!("quadrille-{}-site", self.version);
        let tree = self.folder.join(&name);
        let _ = fs::remove_dir_all(&tree);
        site::build(&self.root, &["--out".to_owned(), tree.display().to_string()])?;
        self.pack(&name)
    }

    /// The Python package, tried in an environment of its own.
    fn wheel(&self) -> Result<(), String> {
        if let Err(why) = wheel::tools(&self.root) {
            eprintln!("the wheel is left out: {why}");
            return Ok(());
        }
        let wheel = wheel::make(&self.root, true)?;
        let name = wheel.file_name().unwrap_or_default();
        fs::copy(&wheel, self.folder.join(name)).map(drop).map_err(|error| format!("{}: {error}", wheel.display()))
    }

    /// Packs a folder and removes it.
    fn pack(&self, name: &str) -> Result<(), String> {
        run(Command::new("tar")
            .args(["--owner=0", "--group=0", "--sort=name", "-C"])
            .arg(&self.folder)
            .arg("-czf")
            .arg(self.folder.join(format!("{name}.tar.gz")))
            .arg(name))?;
        fs::remove_dir_all(self.folder.join(name)).map_err(|error| error.to_string())
    }

    fn checksums(&self) -> Result<(), String> {
        let sums = "cd \"$0\" && sha256sum -- *.tar.gz *.deb *.whl *.cdx.json 2>/dev/null > SHA256SUMS; cat SHA256SUMS";
        run(Command::new("sh").arg("-c").arg(sums).arg(&self.folder))
    }
}

/// The commit that is built.
fn commit(root: &Path) -> String {
    let asked = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).current_dir(root).output();
    asked.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}
