//! Going to a declaration, all places of a name, and giving it another.
use crate::index::{Decl, Sort, Target, Use};
use crate::world::World;
use dsl::phrase::{plural_of, structure, words};
use dsl::syntax::{Span, UnitKind};
use lsp_types::{Location, Position, Range, TextEdit, Uri, WorkspaceEdit};
use std::collections::{BTreeMap, HashMap};

/// What stands at a place of a document, and its name there.
fn target(world: &mut World, uri: &str, at: Position) -> Option<(Target, Span)> {
    let (path, document) = world.document(uri)?;
    let byte = document.text.byte(at) as u32;
    let read = world.read();
    read.index.target(read.file(&path)?, byte)
}

/// Where the name at a place is declared; of a clause: the rules that answer for it.
pub fn definition(world: &mut World, uri: &str, at: Position) -> Vec<Location> {
    let Some((target, _)) = target(world, uri, at) else {
        return Vec::new();
    };
    let read = world.read();
    let spans: Vec<Span> = match &target {
        Target::Declared(id) => read.index.decl(*id).map(|d| d.at).into_iter().collect(),
        Target::Tag(_) => {
            let places = read.index.places(&target).into_iter();
            places.filter(|(_, d)| *d).map(|(s, _)| s).collect()
        }
    };
    let locations = spans.into_iter().filter_map(|s| world.location(&read, s));
    locations.collect()
}

/// Every place of the name at a place.
pub fn references(
    world: &mut World,
    uri: &str,
    at: Position,
    with_declaration: bool,
) -> Vec<Location> {
    let Some((target, _)) = target(world, uri, at) else {
        return Vec::new();
    };
    let read = world.read();
    let places = read.index.places(&target).into_iter();
    places
        .filter(|(_, declared)| with_declaration || !declared)
        .filter_map(|(span, _)| world.location(&read, span))
        .collect()
}

/// The name that would be changed, if it may be.
///
/// # Errors
/// Why not.
pub fn renamable(world: &mut World, uri: &str, at: Position) -> Result<Range, String> {
    let (_, span) = to_rename(world, uri, at)?;
    let document = world.document(uri).map(|(_, d)| d.text.clone());
    let text = document.ok_or("this file is not open")?;
    Ok(crate::world::range_in(&text, span))
}

fn to_rename(world: &mut World, uri: &str, at: Position) -> Result<(Decl, Span), String> {
    let nothing = "here stands no name that your files declare";
    let Some((Target::Declared(id), span)) = target(world, uri, at) else {
        return Err(nothing.to_owned());
    };
    let read = world.read();
    let decl = read.index.decl(id).ok_or(nothing)?;
    if decl.sort == Sort::Unit(UnitKind::Scenario) {
        return Err("the title of a scenario is text: change it as it stands".to_owned());
    }
    if !read.own(decl.at.file) {
        return Err(format!(
            "`{}` belongs to the library that comes with the program",
            decl.name
        ));
    }
    Ok((decl.clone(), span))
}

/// The edits that give the name at a place another, in all files of the user.
///
/// # Errors
/// Why it cannot be.
pub fn rename(
    world: &mut World,
    uri: &str,
    at: Position,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let (decl, _) = to_rename(world, uri, at)?;
    let new = new.trim().to_ascii_lowercase();
    free(&new)?;
    let Some((target, _)) = target(world, uri, at) else {
        return Err("nothing stands here".to_owned());
    };
    let read = world.read();
    let Target::Declared((unit, _)) = target else {
        return Err("nothing stands here".to_owned());
    };
    let used = Use {
        name: new.clone(),
        at: decl.at,
        sort: matches!(decl.sort, Sort::Unit(k) if k != UnitKind::Kind).then_some(decl.sort),
    };
    if new != decl.name && read.index.resolve(unit, &used).is_some() {
        return Err(format!("`{new}` is declared already"));
    }
    let mut edits: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for (span, _) in read.index.places(&target) {
        let Some(file) = read.shelf.library.files().get(span.file.0 as usize) else {
            continue;
        };
        let Some(location) = world.location(&read, span).filter(|_| read.own(span.file)) else {
            continue;
        };
        let same = file.words(span).eq_ignore_ascii_case(&decl.name);
        let new_text = if same { new.clone() } else { plural_of(&new) };
        edits.entry(location.uri.0).or_default().push(TextEdit {
            range: location.range,
            new_text,
        });
    }
    let changes: HashMap<Uri, Vec<TextEdit>> =
        edits.into_iter().map(|(u, e)| (Uri(u), e)).collect();
    Ok(WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    })
}

/// Whether a word can be a name.
fn free(name: &str) -> Result<(), String> {
    let letters = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let begins = name.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
    if !letters || !begins || name.ends_with('-') || name.contains("--") {
        return Err(
            "a name is letters, digits and single hyphens, and begins with a letter".to_owned(),
        );
    }
    let known = words().is_ok_and(|w| w.knows(name));
    if known || structure().iter().any(|w| w == name) {
        return Err(format!("`{name}` is a word of the language"));
    }
    Ok(())
}
