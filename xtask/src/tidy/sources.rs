//! The code itself: files and functions that fit, few parameters, no circles of imports.

use super::{files, read, short};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

const LONGEST_FILE: usize = 600;
const LONGEST_FUNCTION: usize = 60;
const MOST_PARAMETERS: usize = 6;

pub(super) fn check(root: &Path, faults: &mut Vec<String>) {
    let folders = ["crates", "examples", "xtask"];
    for path in folders.iter().flat_map(|folder| files(&root.join(folder), &["rs", "js", "mjs"])) {
        let text = read(&path, faults);
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            faults.push(format!("{}: {lines} lines, {LONGEST_FILE} are the most", short(root, &path)));
        }
        if path.extension().is_some_and(|end| end == "rs") {
            match syn::parse_file(&text) {
                Ok(file) => Functions { place: &short(root, &path), faults }.visit_file(&file),
                Err(error) => faults.push(format!("{}: {error}", short(root, &path))),
            }
        }
    }
    for source in sources(root) {
        circles(root, &source, faults);
    }
}

/// Looks at every function.
struct Functions<'a> {
    place: &'a str,
    faults: &'a mut Vec<String>,
}

impl Functions<'_> {
    fn look(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let line = |span: proc_macro2::Span| span.start().line;
        let (first, last) = (line(signature.fn_token.span), line(block.brace_token.span.close()));
        let lines = (last + 1).saturating_sub(first);
        let parameters = signature.inputs.iter().filter(|input| matches!(input, syn::FnArg::Typed(_))).count();
        let name = format!("{}:{first}: `{}`", self.place, signature.ident);
        // Tables of cases are long and easy to read.
        if lines > LONGEST_FUNCTION && !self.place.contains("/tests/") {
            self.faults.push(format!("{name} has {lines} lines, {LONGEST_FUNCTION} are the most"));
        }
        if parameters > MOST_PARAMETERS {
            self.faults.push(format!("{name} has {parameters} parameters, {MOST_PARAMETERS} are the most"));
        }
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.look(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.look(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }
}

/// The source folders of all crates.
fn sources(root: &Path) -> Vec<PathBuf> {
    let manifests = ["crates", "examples"].iter().flat_map(|folder| files(&root.join(folder), &["toml"]));
    manifests.filter_map(|manifest| Some(manifest.parent()?.join("src"))).filter(|source| source.is_dir()).collect()
}

/// Files of a crate that import each other in a circle. A parent and its children may: they are one thing in parts.
fn circles(root: &Path, source: &Path, faults: &mut Vec<String>) {
    let paths = files(source, &["rs"]);
    let modules: BTreeMap<String, &PathBuf> = paths.iter().map(|path| (module(source, path), path)).collect();
    let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, path) in &modules {
        let text = read(path, faults);
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        imports.insert(name, modules.keys().map(String::as_str).filter(|other| uses(&code, name, other)).collect());
    }
    for (name, others) in &imports {
        for other in others.iter().filter(|other| *name < **other && imports[**other].contains(name)) {
            if !related(name, other) {
                faults.push(format!("{}: `{name}` and `{other}` import each other", short(root, source)));
            }
        }
    }
}

/// The name of a file's module below the crate: `solver::table`; the root is empty.
fn module(source: &Path, path: &Path) -> String {
    let place = path.strip_prefix(source).unwrap_or(path).with_extension("");
    let parts: Vec<String> = place.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let parts = parts.iter().map(String::as_str).filter(|part| !matches!(*part, "mod" | "lib" | "main"));
    parts.collect::<Vec<_>>().join("::")
}

/// Whether code of one module imports from another by its full path.
fn uses(code: &str, name: &str, other: &str) -> bool {
    !other.is_empty() && name != other && {
        let path = format!("crate::{other}");
        code.match_indices(&path).any(|(at, _)| {
            let after = &code[at + path.len()..];
            // `crate::table::{…}` or `crate::table;`, but not `crate::tables` nor a submodule's path.
            after.starts_with("::{")
                || after.starts_with(';')
                || after.starts_with("::") && starts_with_item(&after[2..])
        })
    }
}

/// Items are capitals or functions of the module; a lower-case word before `::` is a submodule.
fn starts_with_item(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    !text[word.len()..].starts_with("::") || word.starts_with(char::is_uppercase)
}

fn related(a: &str, b: &str) -> bool {
    a.is_empty() || b.is_empty() || a.starts_with(&format!("{b}::")) || b.starts_with(&format!("{a}::"))
}
