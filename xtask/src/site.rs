//! The page without a server: a folder of files for any web host, with the application as WebAssembly.
//!
//! The page's own files are those of the server, except `transport.js`. Files read with `bundled!` are in `data/` under
//! names with their checksum, and are fetched on demand.

use crate::{browser, cargo_command, run, target};
use flate2::Compression;
use flate2::write::GzEncoder;
use quadrille_support::checksum;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// WebAssembly features that every browser has had for years.
const INSTRUCTIONS: &str = "-C target-feature=+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext";
const PAGE: &str = "crates/apps/web/ui";
const SITE: &str = "crates/apps/site/js";
const LESSONS: &str = "crates/apps/web/lessons";
/// Files of these kinds are worth packing.
const PACKED: [&str; 6] = ["html", "js", "css", "svg", "wasm", "webmanifest"];
/// Scripts and styles from files of the site alone.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// `cargo xtask site [--out FOLDER] [--test]`: writes the folder, and drives it in a browser if it is to be tested.
pub fn build(root: &Path, arguments: &[String]) -> Result<(), String> {
    let (mut out, mut test) = (target(root).join("site"), false);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--out" => out = arguments.next().ok_or("--out needs a folder")?.into(),
            "--test" => test = true,
            other => return Err(format!("unknown argument {other:?}: expected --out FOLDER or --test")),
        }
    }
    let program = compile(root)?;
    let site = files(root, &program)?;
    write(&out, &site).map_err(|error| format!("{}: {error}", out.display()))?;
    report(&out, &site);
    if test { browser::test_site(root, &out) } else { Ok(()) }
}

/// Installs the WebAssembly toolchain; returns the reason if that is impossible.
pub fn tools(root: &Path) -> Result<(), String> {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).current_dir(root).output();
    let sysroot = sysroot.map_err(|error| format!("rustc: {error}"))?.stdout;
    let installed = PathBuf::from(String::from_utf8_lossy(&sysroot).trim()).join("lib/rustlib").join(TARGET);
    if !installed.exists() {
        run(Command::new("rustup").args(["target", "add", TARGET]).current_dir(root))?;
    }
    Ok(())
}

/// The program as WebAssembly.
fn compile(root: &Path) -> Result<Vec<u8>, String> {
    tools(root)?;
    let mut cargo = cargo_command(&["build", "--profile", "dist", "--package", "quadrille-site", "--target", TARGET]);
    // In place of the flags for this machine.
    run(cargo.env("RUSTFLAGS", INSTRUCTIONS).env_remove("CARGO_ENCODED_RUSTFLAGS"))?;
    let path = target(root).join(TARGET).join("dist/quadrille_site.wasm");
    fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// All files of the site by their paths.
fn files(root: &Path, program: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut site = BTreeMap::new();
    gather(&root.join(PAGE), "", &mut site).map_err(|error| format!("{PAGE}: {error}"))?;
    gather(&root.join(SITE), "", &mut site).map_err(|error| format!("{SITE}: {error}"))?;
    let name = format!("quadrille-{:016x}.wasm", checksum::of(program));
    site.insert(name.clone(), program.to_vec());
    let html = String::from_utf8_lossy(&site["index.html"]).replace("=\"/", "=\"./");
    // The program starts while the page is drawn.
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<link rel=\"manifest\" href=\"./manifest.webmanifest\">\n\
         <script type=\"module\" src=\"./transport.js\"></script>\n"
    );
    site.insert("index.html".to_owned(), html.replacen("<title>", &format!("{head}<title>"), 1).into_bytes());
    let mut later = Map::new();
    let mut data = Vec::new();
    for path in bundled(root)? {
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let sum = format!("{:016x}", checksum::of(&bytes));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let place = format!("data/{sum}-{name}");
        if later.insert(name.clone(), json!({ "path": place, "sum": sum })).is_some() {
            return Err(format!("two files with the name {name} are bundled"));
        }
        data.push((place, bytes));
    }
    let lists = format!("export const PROGRAM = {};\nexport const FILES = {};\n", json!(name), Value::from(later));
    site.insert("files.js".to_owned(), lists.into_bytes());
    keep_offline(&mut site)?;
    site.extend(data);
    site.extend(readings(root)?);
    Ok(site)
}

/// The sources and documents that lessons name, where `readings.rs` of the page's server says they are.
fn readings(root: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let folder = root.join(LESSONS);
    let lessons = fs::read_dir(&folder).map_err(|error| format!("{LESSONS}: {error}"))?;
    let mut found = Vec::new();
    for lesson in lessons.flatten() {
        let path = lesson.path().join("lesson.json");
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let plan = fs::read(&path).map_err(|error| wrong(&error))?;
        let plan: Value = serde_json::from_slice(&plan).map_err(|error| wrong(&error))?;
        for name in plan["read"].as_array().into_iter().flatten().filter_map(|reading| reading["file"].as_str()) {
            let text = fs::read(root.join(name)).map_err(|error| format!("{name}: {error}"))?;
            found.push((format!("read/{name}.txt"), text));
        }
    }
    Ok(found)
}

/// Writes the file list of the service worker. Its version is the checksum of everything.
fn keep_offline(site: &mut BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let script = site.remove("sw.js").ok_or("there is no sw.js")?;
    let mut sum = checksum::Checksum::default();
    for (name, contents) in &*site {
        sum.add(name.as_bytes());
        sum.add(contents);
    }
    let names: Vec<&str> = site.keys().map(String::as_str).chain(["./"]).filter(|name| *name != "index.html").collect();
    let script = String::from_utf8_lossy(&script).replace("@VERSION@", &format!("{:016x}", sum.finish()));
    let script = script.replace("@FILES@", &json!(names).to_string());
    site.insert("sw.js".to_owned(), script.into_bytes());
    Ok(())
}

/// The files of a folder; later ones replace earlier ones. Types are for those who edit the page.
fn gather(folder: &Path, prefix: &str, site: &mut BTreeMap<String, Vec<u8>>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            gather(&entry.path(), &format!("{name}/"), site)?;
        } else if !name.ends_with(".d.ts") {
            site.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// The files that the sources of the crates name with `bundled!`.
fn bundled(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![root.join("crates")];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|suffix| suffix == "rs") {
                let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                let named = text.split("bundled!(\"").skip(1).filter_map(|rest| rest.split_once("\")"));
                found.extend(named.map(|(name, _)| folder.join(name)));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Rewrites the folder, each text with a compressed copy for hosts that serve those.
fn write(out: &Path, site: &BTreeMap<String, Vec<u8>>) -> std::io::Result<()> {
    if out.join("sw.js").exists() {
        // Clears the folder only if it was such a site before.
        fs::remove_dir_all(out)?;
    }
    for (name, contents) in site {
        let path = out.join(name);
        fs::create_dir_all(path.parent().unwrap_or(out))?;
        fs::write(&path, contents)?;
        if is_packed(name) {
            fs::write(out.join(format!("{name}.gz")), gzip(contents)?)?;
        }
    }
    Ok(())
}

fn is_packed(name: &str) -> bool {
    name.rsplit('.').next().is_some_and(|suffix| PACKED.contains(&suffix))
}

fn gzip(contents: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(contents)?;
    packed.finish()
}

/// What a visitor downloads at first, and later.
fn report(out: &Path, site: &BTreeMap<String, Vec<u8>>) {
    let size = |name: &str, contents: &[u8]| {
        if is_packed(name) { gzip(contents).map_or(0, |packed| packed.len()) } else { contents.len() }
    };
    let (mut at_once, mut program) = (0, 0);
    for (name, contents) in site.iter().filter(|(name, _)| !name.starts_with("data/") && !name.starts_with("read/")) {
        at_once += size(name, contents);
        if name.ends_with(".wasm") {
            program = size(name, contents);
        }
    }
    let megabytes = |bytes: usize| bytes as f64 / 1e6;
    eprintln!(
        "{}: {:.2} MB compressed, of which the program {:.2} MB",
        out.display(),
        megabytes(at_once),
        megabytes(program)
    );
    for (name, contents) in site.iter().filter(|(name, _)| name.starts_with("data/")) {
        eprintln!("  when it is needed: {name}, {:.2} MB", megabytes(contents.len()));
    }
}
