//! Releases: `cargo xtask dist [--quick]` writes everything that is published for Linux on x86-64 into `target/dist`.
//!
//! The program is linked statically and built three times, for x86-64, x86-64-v3 and x86-64-v4; one file carries all
//! three (`crates/apps/cli/src/builds.rs`). `--quick` builds without link-time optimisation, to try the packaging.
//! `.github/workflows/release.yml` makes the same for the other systems.

use crate::{cargo_command, run, target, wheel};
use serde_json::{Value, json};
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

/// Runs the chore.
pub fn build(root: &Path, arguments: &[String]) -> Result<(), String> {
    let mut quick = false;
    let mut parts = Vec::new();
    for argument in arguments {
        match argument.as_str() {
            "--quick" => quick = true,
            name @ ("binary" | "deb" | "wheel" | "sbom") => parts.push(name),
            other => return Err(format!("unknown argument {other}: expected --quick, binary, deb, wheel or sbom")),
        }
    }
    let wanted = |name: &str| parts.is_empty() || parts.contains(&name);
    let release = Release { root: root.to_path_buf(), folder: target(root).join("dist"), version: version(root)? };
    fs::create_dir_all(&release.folder).map_err(|error| format!("{}: {error}", release.folder.display()))?;
    if wanted("binary") {
        release.binary(quick)?;
        release.archive()?;
    }
    if wanted("deb") {
        release.deb()?;
    }
    if wanted("wheel") {
        wheel::build(root, &["--portable".to_owned()])?;
        run(Command::new("sh")
            .arg("-c")
            .arg("cp \"$0\"/wheel/dist/*.whl \"$1\"")
            .arg(target(root))
            .arg(&release.folder))?;
    }
    if wanted("sbom") {
        release.bill_of_materials()?;
    }
    release.checksums()
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
    fn binary(&self, quick: bool) -> Result<(), String> {
        let profile = if quick { "release" } else { "dist" };
        let mut builds = Vec::new();
        for level in LEVELS {
            let folder = target(&self.root).join("levels").join(level);
            let mut cargo =
                cargo_command(&["build", "--package", "quadrille", "--target", TRIPLE, "--profile", profile]);
            cargo.env("RUSTFLAGS", format!("-C target-cpu={level} -C target-feature=+crt-static"));
            run(cargo.env("CARGO_TARGET_DIR", &folder).env("QUADRILLE_COMMIT", commit(&self.root)))?;
            builds.push(folder.join(TRIPLE).join(profile).join("quadrille"));
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

    /// What the program prints about itself, in a file.
    fn printed(&self, arguments: &[&str], path: &Path) -> Result<(), String> {
        let output = Command::new(self.program()).args(arguments).output().map_err(|error| error.to_string())?;
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
        self.printed(&["man"], &tree.join("quadrille.1"))?;
        for (shell, path) in SHELLS {
            let file = Path::new(path).file_name().unwrap_or_default();
            self.printed(&["completions", shell], &tree.join("completions").join(file))?;
        }
        run(Command::new("tar")
            .arg("--owner=0")
            .arg("--group=0")
            .arg("-C")
            .arg(&self.folder)
            .arg("-czf")
            .arg(self.folder.join(format!("{name}.tar.gz")))
            .arg(&name))?;
        fs::remove_dir_all(tree).map_err(|error| error.to_string())
    }

    /// A Debian package: the program needs nothing, so it depends on nothing.
    fn deb(&self) -> Result<(), String> {
        let tree = self.folder.join("deb");
        let _ = fs::remove_dir_all(&tree);
        let program = self.program();
        self.copied(&[
            (&program, tree.join("usr/bin/quadrille")),
            (Path::new("LICENSE-MIT"), tree.join("usr/share/doc/quadrille/copyright")),
        ])?;
        self.printed(&["man"], &tree.join("usr/share/man/man1/quadrille.1"))?;
        for (shell, path) in SHELLS {
            self.printed(&["completions", shell], &tree.join(path))?;
        }
        run(Command::new("gzip").args(["-9n"]).arg(tree.join("usr/share/man/man1/quadrille.1")))?;
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

    /// What the program is made of, in the form of CycloneDX 1.5.
    fn bill_of_materials(&self) -> Result<(), String> {
        let mut cargo = cargo_command(&["metadata", "--format-version", "1", "--locked", "--filter-platform", TRIPLE]);
        let output = cargo.output().map_err(|error| error.to_string())?;
        let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        // Only what the program links: from its own node along normal dependencies.
        let nodes = list(&metadata["resolve"]["nodes"]);
        let packages = list(&metadata["packages"]);
        let start = packages.iter().find(|package| package["name"] == "quadrille").map(|package| package["id"].clone());
        let mut reached: Vec<Value> = start.into_iter().collect();
        let mut next = 0;
        while let Some(id) = reached.get(next).cloned() {
            next += 1;
            let node = nodes.iter().find(|node| node["id"] == id);
            for dependency in node.map(|node| list(&node["deps"])).unwrap_or_default() {
                let normal = list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
                if normal && !reached.contains(&dependency["pkg"]) {
                    reached.push(dependency["pkg"].clone());
                }
            }
        }
        let component = |package: &Value| {
            let (name, version) = (package["name"].as_str().unwrap_or(""), package["version"].as_str().unwrap_or(""));
            json!({
                "type": "library", "name": name, "version": version, "purl": format!("pkg:cargo/{name}@{version}"),
                "licenses": [{ "expression": package["license"] }],
            })
        };
        let linked = packages.iter().filter(|package| reached.contains(&package["id"]));
        let bill = json!({
            "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": { "component": { "type": "application", "name": "quadrille", "version": self.version } },
            "components": linked.map(component).collect::<Vec<_>>(),
        });
        let path = self.folder.join(format!("quadrille-{}.cdx.json", self.version));
        fs::write(path, format!("{bill:#}\n")).map_err(|error| error.to_string())
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
