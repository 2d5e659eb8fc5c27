//! Which names the rule files declare and where each is used, from their syntax trees.
use dsl::library::Library;
use dsl::phrase::{NameSort, forms_of, named_here};
use dsl::syntax::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// Sorts of names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Sort {
    Unit(UnitKind),
    Option,
    Procedure,
    State,
    Word,
    Label,
    Tag,
}

impl Sort {
    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Unit(kind) => kind.word(),
            Sort::Option => "option",
            Sort::Procedure => "procedure",
            Sort::State => "state",
            Sort::Word => "definition",
            Sort::Label => "label",
            Sort::Tag => "clause",
        }
    }

    /// May be named in a sentence.
    fn spoken(self) -> bool {
        !matches!(
            self,
            Sort::Tag
                | Sort::Unit(
                    UnitKind::Army | UnitKind::Variant | UnitKind::Deck | UnitKind::Scenario
                )
        )
    }
}

/// A declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decl {
    /// Which sort.
    pub sort: Sort,
    /// In small letters.
    pub name: String,
    /// Where the name stands.
    pub at: Span,
    /// The heading or sentence it stands in.
    pub all: Span,
}

/// A name where it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// As written, in small letters.
    pub name: String,
    /// Where.
    pub at: Span,
    /// What it must be; none: whatever a sentence may name.
    pub sort: Option<Sort>,
}

/// The names of one unit of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct UnitNames {
    /// Which sort of unit.
    pub kind: UnitKind,
    /// Its name.
    pub name: String,
    /// The variants it is written for.
    pub of: Vec<String>,
    from: Option<(String, Vec<String>)>,
    /// The seats it names.
    seats: Vec<String>,
    /// Where it stands.
    pub span: Span,
    /// Its declarations, its own name first.
    pub decls: Vec<Decl>,
    /// The names it uses.
    pub uses: Vec<Use>,
}

/// A declaration by unit and number.
pub type DeclId = (usize, usize);

/// What a name at some place is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A declared name.
    Declared(DeclId),
    /// A clause.
    Tag(String),
}

/// All names of a library.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// By unit, in the order of the files.
    pub units: Vec<Arc<UnitNames>>,
    /// By unit: the units whose names it may use, in the order in which they are asked; found when they are.
    families: Vec<OnceLock<Vec<usize>>>,
    /// By file: its first unit.
    first: Vec<usize>,
}

impl Index {
    /// The names of a library.
    pub fn of(library: &Library) -> Index {
        Index::after(library, &Library::default(), &Index::default())
    }

    /// The names of a library after another one: those of files that both share are taken over.
    pub fn after(library: &Library, before: &Library, known: &Index) -> Index {
        let mut index = Index::default();
        for at in 0..library.files().len() {
            let file = FileId(at as u32);
            index.first.push(index.units.len());
            if library.shares(before, file) {
                index.units.extend(known.of_file(at).iter().cloned());
            } else if let Some(tree) = library.tree(file) {
                index
                    .units
                    .extend(tree.units.iter().map(|u| Arc::new(unit(u))));
            }
        }
        index.families = index.units.iter().map(|_| OnceLock::new()).collect();
        index
    }

    fn of_file(&self, file: usize) -> &[Arc<UnitNames>] {
        let Some(first) = self.first.get(file) else {
            return &[];
        };
        let end = self.first.get(file + 1).copied();
        &self.units[*first..end.unwrap_or(self.units.len())]
    }

    fn family(&self, unit: usize) -> &[usize] {
        let known = self.families.get(unit);
        known.map_or(&[][..], |f| f.get_or_init(|| self.kin(unit)))
    }

    fn find(&self, kind: UnitKind, name: &str, of: &[String]) -> Option<usize> {
        let fits = |u: &UnitNames| {
            let free = of.is_empty() || kind == UnitKind::Variant || kind == UnitKind::Deck;
            u.kind == kind && u.name == name && (free || u.of.iter().any(|v| of.contains(v)))
        };
        self.units.iter().position(|u| fits(u))
    }

    /// A unit and what it is derived from, the root first.
    fn chain(&self, unit: usize) -> Vec<usize> {
        let mut chain = vec![unit];
        let mut at = unit;
        while let Some((base, of)) = &self.units[at].from {
            let of = if of.is_empty() {
                &self.units[at].of
            } else {
                of
            };
            match self.find(self.units[at].kind, base, of) {
                Some(next) if !chain.contains(&next) => {
                    chain.push(next);
                    at = next;
                }
                _ => break,
            }
        }
        chain.reverse();
        chain
    }

    fn kin(&self, unit: usize) -> Vec<usize> {
        let mut all = self.chain(unit);
        let variants: Vec<usize> = all
            .iter()
            .flat_map(|u| &self.units[*u].of)
            .filter_map(|v| self.find(UnitKind::Variant, v, &[]))
            .collect();
        for variant in variants {
            all.extend(self.chain(variant));
        }
        let mut more = Vec::new();
        for u in &all {
            let named = self.units[*u].uses.iter();
            for used in named {
                let Some(Sort::Unit(kind)) = used.sort else {
                    continue;
                };
                if matches!(kind, UnitKind::Deck | UnitKind::Army | UnitKind::Mode) {
                    let found = self.find(kind, &used.name, &self.units[*u].of);
                    more.extend(found.map(|f| self.chain(f)).into_iter().flatten());
                }
            }
        }
        all.extend(more);
        let mut family = Vec::new();
        for u in all {
            if !family.contains(&u) {
                family.push(u);
            }
        }
        family
    }

    /// The declaration of an id.
    pub fn decl(&self, id: DeclId) -> Option<&Decl> {
        self.units.get(id.0)?.decls.get(id.1)
    }

    /// What a name used in a unit is.
    pub fn resolve(&self, unit: usize, used: &Use) -> Option<DeclId> {
        let here = self.units.get(unit)?;
        if let Some(Sort::Unit(
            kind @ (UnitKind::Army
            | UnitKind::Variant
            | UnitKind::Mode
            | UnitKind::Deck
            | UnitKind::Scenario),
        )) = used.sort
        {
            let base = here.from.as_ref().filter(|(b, _)| *b == used.name);
            let of = base.map_or(
                &here.of,
                |(_, of)| if of.is_empty() { &here.of } else { of },
            );
            return self.find(kind, &used.name, of).map(|u| (u, 0));
        }
        forms_of(&used.name).iter().find_map(|name| {
            self.family(unit).iter().find_map(|u| {
                let decls = &self.units[*u].decls;
                let fits = |d: &Decl| {
                    d.name == *name && used.sort.map_or_else(|| d.sort.spoken(), |s| d.sort == s)
                };
                // its own name (place 0) is found as a unit, never as a word
                let at = decls.iter().skip(1).position(fits)?;
                Some((*u, at + 1))
            })
        })
    }

    /// What stands at a byte of a file, and the name there.
    pub fn target(&self, file: u32, byte: u32) -> Option<(Target, Span)> {
        let here = |span: Span| span.file.0 == file && span.lo <= byte && byte <= span.hi;
        for (u, unit) in self.units.iter().enumerate() {
            if unit.span.file.0 != file {
                continue;
            }
            if let Some(d) = unit.decls.iter().position(|d| here(d.at)) {
                let decl = &unit.decls[d];
                if decl.sort == Sort::Tag {
                    return Some((Target::Tag(decl.name.clone()), decl.at));
                }
                return Some((Target::Declared(self.first((u, d))), decl.at));
            }
            for used in unit.uses.iter().filter(|used| here(used.at)) {
                if used.sort == Some(Sort::Tag) {
                    return Some((Target::Tag(used.name.clone()), used.at));
                }
                if let Some(id) = self.resolve(u, used) {
                    return Some((Target::Declared(id), used.at));
                }
            }
        }
        None
    }

    /// The first declaration of the name a declaration declares: a base's, where a derived text opens its block again.
    fn first(&self, id: DeclId) -> DeclId {
        let Some(decl) = self.decl(id).filter(|_| id.1 > 0) else {
            return id;
        };
        let used = Use {
            name: decl.name.clone(),
            at: decl.at,
            sort: Some(decl.sort),
        };
        self.resolve(id.0, &used).unwrap_or(id)
    }

    /// Every place of a name: declarations (true) and uses.
    pub fn places(&self, target: &Target) -> Vec<(Span, bool)> {
        let mut out = Vec::new();
        for (u, unit) in self.units.iter().enumerate() {
            for (d, decl) in unit.decls.iter().enumerate() {
                let same = match target {
                    Target::Tag(tag) => decl.sort == Sort::Tag && decl.name == *tag,
                    Target::Declared(id) => {
                        self.decl(*id).is_some_and(|t| t.name == decl.name)
                            && self.first((u, d)) == *id
                    }
                };
                if same {
                    out.push((decl.at, true));
                }
            }
            for used in &unit.uses {
                let same = match target {
                    Target::Tag(tag) => used.sort == Some(Sort::Tag) && used.name == *tag,
                    Target::Declared(id) => {
                        let close = |d: &Decl| used.name.starts_with(stem(&d.name));
                        self.decl(*id).is_some_and(close) && self.resolve(u, used) == Some(*id)
                    }
                };
                if same {
                    out.push((used.at, false));
                }
            }
        }
        out.sort_by_key(|(s, _)| (s.file.0, s.lo));
        out.dedup();
        out
    }

    /// The files whose names a unit may use, its own among them.
    pub fn files_of(&self, unit: usize) -> BTreeSet<u32> {
        let family = self.family(unit);
        family.iter().map(|u| self.units[*u].span.file.0).collect()
    }

    /// The unit a byte of a file stands in.
    pub fn unit_at(&self, file: u32, byte: u32) -> Option<usize> {
        let here =
            |u: &Arc<UnitNames>| u.span.file.0 == file && u.span.lo <= byte && byte <= u.span.hi;
        self.units.iter().rposition(here)
    }

    /// Every declared name a unit may use.
    pub fn in_scope(&self, unit: usize) -> Vec<&Decl> {
        let family = self.family(unit).iter();
        family
            .flat_map(|u| self.units[*u].decls.iter().skip(1))
            .filter(|d| d.sort != Sort::Tag)
            .collect()
    }

    /// The seats of the games a unit is for.
    pub fn seats(&self, unit: usize) -> &[String] {
        let mut named = self.family(unit).iter().map(|u| &self.units[*u].seats[..]);
        named.rfind(|seats| !seats.is_empty()).unwrap_or(&[])
    }

    /// The sort of every name of a file, by its first byte.
    pub fn sorts_in(&self, file: u32) -> BTreeMap<u32, Sort> {
        let mut out = BTreeMap::new();
        for (u, unit) in self.units.iter().enumerate() {
            if unit.span.file.0 != file {
                continue;
            }
            for decl in &unit.decls {
                out.insert(decl.at.lo, decl.sort);
            }
            for used in &unit.uses {
                let sort = match self.resolve(u, used) {
                    Some(id) => self.decl(id).map(|d| d.sort),
                    None => used.sort.filter(|s| matches!(s, Sort::Unit(_))),
                };
                if let Some(sort) = sort {
                    out.insert(used.at.lo, sort);
                }
            }
        }
        out
    }
}

/// What all forms of a name begin with.
fn stem(name: &str) -> &str {
    name.strip_suffix('y').unwrap_or(name)
}

fn unit(unit: &Unit) -> UnitNames {
    let mut names = UnitNames {
        kind: unit.kind,
        name: unit.name.text.clone(),
        of: unit.of.iter().map(|v| v.text.clone()).collect(),
        from: unit.from.as_ref().map(|(base, of)| {
            let of = of.iter().map(|v| v.text.clone()).collect();
            (base.text.clone(), of)
        }),
        seats: Vec::new(),
        span: unit.span,
        decls: Vec::new(),
        uses: Vec::new(),
    };
    names.heading(unit);
    names.block(&unit.block);
    names
}

impl UnitNames {
    fn declare(&mut self, sort: Sort, name: &Ident, all: Span) {
        self.decls.push(Decl {
            sort,
            name: name.text.clone(),
            at: name.span,
            all,
        });
    }

    fn uses<'i>(&mut self, sort: Option<Sort>, names: impl IntoIterator<Item = &'i Ident>) {
        for name in names {
            self.uses.push(Use {
                name: name.text.clone(),
                at: name.span,
                sort,
            });
        }
    }

    /// Tags of rules say where a clause is; those of scenarios name it.
    fn tags(&mut self, tags: &[Ident], all: Span) {
        if self.kind == UnitKind::Scenario {
            self.uses(Some(Sort::Tag), tags);
        } else {
            for tag in tags {
                self.declare(Sort::Tag, tag, all);
            }
        }
    }

    fn heading(&mut self, unit: &Unit) {
        self.declare(Sort::Unit(unit.kind), &unit.name, unit.head);
        let power = unit.kind == UnitKind::Power;
        if !power {
            self.uses(Some(Sort::Unit(UnitKind::Variant)), &unit.of);
        }
        if let Some((base, of)) = &unit.from {
            self.uses(Some(Sort::Unit(unit.kind)), [base]);
            self.uses(Some(Sort::Unit(UnitKind::Variant)), of);
        }
        self.uses(None, &unit.without);
        self.tags(&unit.tags, unit.head);
    }

    fn block(&mut self, block: &Block) {
        for statement in &block.statements {
            match statement {
                Statement::Reminder(r) => self.tags(&r.tags, r.span),
                Statement::Power(unit) | Statement::Kind(unit) => {
                    self.heading(unit);
                    self.block(&unit.block);
                }
                Statement::Option(line) => {
                    self.declare(Sort::Option, &line.name, line.span);
                    let values = line.values.iter().map(|(v, _)| v);
                    let mode = Some(Sort::Unit(UnitKind::Mode));
                    self.uses(mode, values.chain(&line.usually));
                    self.tags(&line.tags, line.span);
                }
                Statement::Expected(_) => {}
                Statement::Frame(line) => self.frame(line),
                Statement::Procedure(p) => {
                    if let Some(name) = p.line.iter().find(|t| t.kind == TokenKind::Word) {
                        let name = Ident {
                            text: name.text.to_lowercase(),
                            span: name.span,
                        };
                        self.declare(Sort::Procedure, &name, p.span);
                    }
                    self.line(p.line.get(1..).unwrap_or_default(), None);
                    self.tags(&p.tags, p.span);
                    self.block(&p.block);
                }
                Statement::Sentence(s) => self.sentence(s),
            }
        }
    }

    fn frame(&mut self, line: &FrameLine) {
        let sort = match line.word.text.as_str() {
            "cards" => Some(Sort::Unit(UnitKind::Deck)),
            "armies" => Some(Sort::Unit(UnitKind::Army)),
            "modes" => Some(Sort::Unit(UnitKind::Mode)),
            _ => None,
        };
        self.uses(sort, &line.name);
        if line.word.text == "seats" {
            let first = line.places.iter().filter_map(|place| place.first());
            let seats = first.filter(|t| t.kind == TokenKind::Word);
            self.seats.extend(seats.map(|t| t.text.clone()));
        }
        for place in &line.places {
            // `armies red china`: the seat before it is no army
            let seats = place.len().saturating_sub(1);
            let seats = if self.kind == UnitKind::Scenario {
                seats
            } else {
                0
            };
            self.line(&place[..seats], None);
            self.line(&place[seats..], sort);
        }
        self.tags(&line.tags, line.span);
    }

    fn line(&mut self, tokens: &[Token], sort: Option<Sort>) {
        for token in tokens.iter().filter(|t| t.kind == TokenKind::Word) {
            self.uses.push(Use {
                name: token.text.to_lowercase(),
                at: token.span,
                sort,
            });
        }
    }

    fn sentence(&mut self, s: &Sentence) {
        if let Some(label) = &s.label {
            self.declare(Sort::Label, label, s.span);
        }
        let named = named_here(s).filter(|_| self.kind != UnitKind::Scenario);
        if let Some(named) = &named {
            let sort = match named.sort {
                NameSort::State => Sort::State,
                NameSort::Word => Sort::Word,
            };
            let name = Ident {
                text: named.name.clone(),
                span: named.span,
            };
            self.declare(sort, &name, s.span);
        }
        let at = named.map(|n| n.span.lo);
        let others: Vec<Token> = (s.line.iter())
            .filter(|t| Some(t.span.lo) != at)
            .cloned()
            .collect();
        self.line(&others, None);
        self.tags(&s.tags, s.span);
        if let Some(block) = &s.block {
            self.block(block);
        }
        for branch in &s.branches {
            self.line(&branch.line, None);
            self.tags(&branch.tags, branch.span);
            self.block(&branch.block);
        }
    }
}
