//! The code: sizes of files and functions, numbers of parameters, import cycles, files that are not compiled.

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
        } else if !short(root, &path).contains("/tests/") {
            scripts(&short(root, &path), &text, faults);
        }
    }
    for source in sources(root) {
        circles(root, &source, faults);
    }
}

/// The functions of a script: each ends at the first closing brace that stands as far from the margin as its first line.
fn scripts(place: &str, text: &str, faults: &mut Vec<String>) {
    let lines: Vec<&str> = text.lines().collect();
    let margin = |line: &str| line.len() - line.trim_start().len();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| opens_function(line.trim())) {
        let is_last = |other: &&str| margin(other) == margin(line) && other.trim_start().starts_with('}');
        let length = lines[index + 1..].iter().position(is_last).map_or(1, |inner| inner + 2);
        let name = format!("{place}:{}: `{}`", index + 1, line.trim());
        if length > LONGEST_FUNCTION {
            faults.push(format!("{name} has {length} lines, {LONGEST_FUNCTION} are the most"));
        }
        let parameters = parameters_of_script(line);
        if parameters > MOST_PARAMETERS {
            faults.push(format!("{name} has {parameters} parameters, {MOST_PARAMETERS} are the most"));
        }
    }
}

/// `function name(…) {`, `const name = (…) => {`, and `name(…) {` in a class.
fn opens_function(line: &str) -> bool {
    let word = line.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    let is_branch = ["", "if", "for", "while", "switch", "catch"].contains(&word);
    let is_named = ["const", "export"].contains(&word);
    line.ends_with(") {") && !is_branch || line.ends_with("=> {") && is_named
}

/// The commas of the first list in brackets, those of inner lists left out, and one more.
fn parameters_of_script(line: &str) -> usize {
    let (mut depth, mut commas) = (0, 0);
    for letter in line.chars().skip_while(|&letter| letter != '(') {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 1 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => commas += 1,
            _ => {}
        }
    }
    commas + 1
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
    let mut whole = String::new();
    for (name, path) in &modules {
        let text = read(path, faults);
        whole += &text;
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = absolute(&code, name);
        let others = modules.keys().map(String::as_str).filter(|other| !related(name, other));
        imports.insert(name, others.filter(|other| uses(&code, other)).collect());
    }
    for (name, others) in &imports {
        if let Some(other) = others.iter().find(|other| leads_to(&imports, other, name)) {
            faults.push(format!("{}: `{name}` imports itself by way of `{other}`", short(root, source)));
        }
        let word = name.rsplit("::").next().unwrap_or_default();
        let declared = [format!("mod {word};"), format!("mod {word} "), format!("{word}.rs\"")];
        if !word.is_empty()
            && !modules[*name].iter().any(|part| part == "bin")
            && !declared.iter().any(|mark| whole.contains(mark))
        {
            faults.push(format!("{}: no module declares it, so it is not compiled", short(root, modules[*name])));
        }
    }
}

/// Whether the imports of a module lead to another one.
fn leads_to(imports: &BTreeMap<&str, BTreeSet<&str>>, from: &str, to: &str) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(name) = open.pop() {
        if name == to {
            return true;
        }
        if seen.insert(name) {
            open.extend(&imports[name]);
        }
    }
    false
}

/// Code of a module with paths from the root instead of from its parents.
fn absolute(code: &str, name: &str) -> String {
    let above = |name: &'_ str| name.rsplit_once("::").map_or(String::new(), |(parent, _)| parent.to_owned());
    let path = |module: &str| if module.is_empty() { "crate::".to_owned() } else { format!("crate::{module}::") };
    let parent = above(name);
    code.replace("super::super::", &path(&above(&parent))).replace("super::", &path(&parent))
}

/// The name of a file's module below the crate: `solver::table`; the root is empty.
fn module(source: &Path, path: &Path) -> String {
    let place = path.strip_prefix(source).unwrap_or(path).with_extension("");
    let parts: Vec<String> = place.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let parts = parts.iter().map(String::as_str).filter(|part| !matches!(*part, "mod" | "lib" | "main"));
    parts.collect::<Vec<_>>().join("::")
}

/// Whether code with full paths imports from a module.
fn uses(code: &str, other: &str) -> bool {
    let path = format!("crate::{other}");
    code.match_indices(&path).any(|(at, _)| {
        let after = &code[at + path.len()..];
        // `crate::table::{…}` or `crate::table;`, but not `crate::tables` nor a submodule's path.
        after.starts_with("::{") || after.starts_with(';') || after.starts_with("::") && starts_with_item(&after[2..])
    })
}

/// Items are capitals or functions of the module; a lower-case word before `::` is a submodule.
fn starts_with_item(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    !text[word.len()..].starts_with("::") || word.starts_with(char::is_uppercase)
}

fn related(a: &str, b: &str) -> bool {
    a == b || a.is_empty() || b.is_empty() || a.starts_with(&format!("{b}::")) || b.starts_with(&format!("{a}::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_functions_of_scripts_are_found() {
        let body = "    if (x) {\n    }\n".repeat(30);
        let text = format!("export function short(a) {{\n}}\n  draw(a, [b, c], {{ d }}) {{\n{body}  }}\n");
        let mut faults = Vec::new();
        scripts("page.js", &text, &mut faults);
        assert_eq!(faults, ["page.js:3: `draw(a, [b, c], { d }) {` has 62 lines, 60 are the most"]);
        assert_eq!(parameters_of_script("function f(a, b, [c, d], e, f, g, h) {"), 7);
    }

    #[test]
    fn circles_and_files_of_nobody_are_seen() {
        let root = std::env::temp_dir().join(format!("quadrille-tidy-{}", std::process::id()));
        std::fs::create_dir_all(&root).expect("a folder");
        let file = |name: &str, text: &str| std::fs::write(root.join(name), text).expect("a file");
        file("lib.rs", "mod first;\nmod second;\nmod third;\nmod fourth;\n");
        file("first.rs", "use super::second::Second;\n");
        file("second.rs", "use crate::third::{Third, other};\n");
        file("third.rs", "use crate::first;\n");
        file("fourth.rs", "// use crate::third::Third;\nuse super::first::First;\n");
        file("fifth.rs", "");
        let mut faults = Vec::new();
        circles(&root, &root, &mut faults);
        assert_eq!(
            faults,
            [
                "fifth.rs: no module declares it, so it is not compiled",
                ": `first` imports itself by way of `second`",
                ": `second` imports itself by way of `third`",
                ": `third` imports itself by way of `first`",
            ]
        );
        std::fs::remove_dir_all(&root).expect("the folder goes");
    }
}
