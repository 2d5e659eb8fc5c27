//! FEN, for variants that declare it (`fen clock F, passing M`): two sides, one board, kinds by their letters.
//! What a FEN says beside the board becomes `given` lines, so it means the same as a scenario that says them.
use crate::ids::*;
use crate::notation::{place, square_of, text};
use crate::rules::*;

/// Largest clock a FEN may set.
const MAX_CLOCK: i16 = 9_999;

/// What a FEN says.
#[derive(Clone, PartialEq, Debug)]
pub struct FenPosition {
    /// The pieces.
    pub placed: Vec<Placed>,
    /// Everything else, in the order in which it is to be given.
    pub given: Vec<Given>,
}

/// Reads a FEN; fields that are left out at its end say nothing.
///
/// # Errors
/// A sentence on what is wrong.
pub fn parse(rules: &Ruleset, fen: &str) -> Result<FenPosition, String> {
    let owners = owners(rules)
        .filter(|_| rules.boards.len() == 1)
        .ok_or("a FEN describes one board and two sides; write the position as rows".to_string())?;
    let mut fields = fen.split_whitespace();
    let rows = fields.next().ok_or("the FEN is empty")?;
    let placed = pieces(rules, rows, owners)?;
    let mut given = Vec::new();
    if let Some(word) = fields.next() {
        given.push(Given::OnTurn(on_turn(rules, word, owners)?));
    }
    if let Some(word) = fields.next() {
        given.extend(castling(rules, &placed, word, owners)?);
    }
    if let Some(word) = fields.next() {
        given.extend(passing(rules, word)?);
    }
    if let Some(word) = fields.next() {
        given.extend(clock(rules, word)?);
    }
    if let Some(word) = fields.next() {
        word.parse::<u32>()
            .map_err(|_| format!("`{word}` is no move number"))?;
    }
    match fields.next() {
        Some(word) => Err(format!(
            "nothing may follow the move number, found `{word}`"
        )),
        None => Ok(FenPosition { placed, given }),
    }
}

/// Whose capital and whose small letters are: the first seats of the two named sides, or of the only two.
fn owners(rules: &Ruleset) -> Option<[SeatId; 2]> {
    let named: Vec<&Side> = rules.sides.iter().filter(|s| s.name.is_some()).collect();
    let sides = if named.is_empty() {
        rules.sides.iter().collect()
    } else {
        named
    };
    match sides.as_slice() {
        [white, black] => Some([*white.seats.first()?, *black.seats.first()?]),
        // A ruleset made without text may leave the sides out.
        [] if rules.seats.len() == 2 => Some([SeatId(0), SeatId(1)]),
        _ => None,
    }
}

fn pieces(rules: &Ruleset, rows: &str, owners: [SeatId; 2]) -> Result<Vec<Placed>, String> {
    let board = &rules.boards[0];
    let (files, ranks) = (usize::from(board.files), usize::from(board.ranks));
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != ranks {
        return Err(format!("{} rows, the board has {ranks}", rows.len()));
    }
    let mut placed = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let rank = ranks - 1 - i;
        let mut file = 0;
        let mut chars = row.chars().peekable();
        while let Some(c) = chars.next() {
            if let Some(digit) = c.to_digit(10) {
                let mut run = digit as usize;
                while let Some(more) = chars.peek().and_then(|c| c.to_digit(10)) {
                    run = (run * 10 + more as usize).min(files + 1);
                    chars.next();
                }
                file += run;
            } else {
                let kind = (rules.kinds.iter())
                    .position(|k| k.letter == c.to_ascii_uppercase())
                    .ok_or_else(|| format!("`{c}` is the letter of no kind"))?;
                if file >= files {
                    return Err(format!(
                        "row `{row}` is longer than the {files} files of the board"
                    ));
                }
                placed.push(Placed {
                    kind: KindId::from(kind),
                    seat: Some(owners[usize::from(c.is_ascii_lowercase())]),
                    square: SquareId(board.first.0 + (rank * files + file) as u16),
                    facing: None,
                });
                file += 1;
            }
            if file > files {
                return Err(format!(
                    "row `{row}` is longer than the {files} files of the board"
                ));
            }
        }
        if file != files {
            return Err(format!(
                "row `{row}` has {file} squares, the board has {files} files"
            ));
        }
    }
    Ok(placed)
}

/// `w` and `b` are the first and the second seat, whatever these are called; their initials count too.
fn on_turn(rules: &Ruleset, word: &str, owners: [SeatId; 2]) -> Result<SeatId, String> {
    let initial = |seat: &Seat| text(rules, seat.name).chars().next();
    let by_initial = rules
        .seats
        .iter()
        .position(|s| initial(s).is_some_and(|c| word == c.to_string()));
    match (word, by_initial) {
        (_, Some(i)) => Ok(SeatId::from(i)),
        ("w", None) => Ok(owners[0]),
        ("b", None) => Ok(owners[1]),
        _ => Err(format!("`{word}` is no seat of a FEN (`w` or `b`)")),
    }
}

/// The right to castle is who is unmoved. Without the right to one wing, what stands on the first row beyond the
/// castling piece on that wing has moved; without both, the castling piece has moved too.
fn castling(
    rules: &Ruleset,
    placed: &[Placed],
    word: &str,
    owners: [SeatId; 2],
) -> Result<Vec<Given>, String> {
    let Some(pivot) = pivot(rules) else {
        if let Some(kind) = unmoved_kind(rules) {
            return shuffled(rules, placed, word, owners, kind);
        }
        return if word == "-" {
            Ok(Vec::new())
        } else {
            Err(format!("nobody castles here, found `{word}`"))
        };
    };
    let (_, pivot_file, pivot_rank) =
        place(rules, pivot).ok_or("the castling piece stands on no board")?;
    let board = &rules.boards[0];
    let mut rights = [[false; 2]; 2];
    for c in word.chars().filter(|&c| c != '-') {
        let upper = c.to_ascii_uppercase();
        let king_side = match upper {
            'K' => true,
            'Q' => false,
            'A'..='H' => u32::from(upper) - u32::from('A') > u32::from(pivot_file),
            _ => return Err(format!("`{c}` is no castling right")),
        };
        rights[usize::from(c.is_ascii_lowercase())][usize::from(king_side)] = true;
    }
    let mut moved = Vec::new();
    for p in placed {
        let (Some(seat), Some((_, file, rank))) = (p.seat, place(rules, p.square)) else {
            continue;
        };
        let Some(side) = owners.iter().position(|o| *o == seat) else {
            continue;
        };
        let home_rank = if side == 0 {
            pivot_rank
        } else {
            board.ranks - 1 - pivot_rank
        };
        if rank != home_rank {
            continue;
        }
        let right = rights[side];
        let has_moved = match file.cmp(&pivot_file) {
            std::cmp::Ordering::Less => !right[0],
            std::cmp::Ordering::Equal => !right[0] && !right[1],
            std::cmp::Ordering::Greater => !right[1],
        };
        if has_moved {
            moved.push(p.square);
        }
    }
    if moved.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![Given::Quality(
        Quality::Unmoved,
        squares_pieces(moved),
        false,
    )])
}

/// The right to castle where the first row is shuffled (X-FEN, Shredder-FEN): `K` and `Q` are the outermost piece of the other
/// kind that has to be unmoved, on that wing of the castling piece; any other letter is a file.
fn shuffled(
    rules: &Ruleset,
    placed: &[Placed],
    word: &str,
    owners: [SeatId; 2],
    (pivot, towers): (KindId, Vec<KindId>),
) -> Result<Vec<Given>, String> {
    let ranks = rules.boards[0].ranks;
    let mut unmoved: Vec<SquareId> = Vec::new();
    let row = |side: usize| {
        let rank = if side == 0 { 0 } else { ranks - 1 };
        (placed.iter()).filter_map(move |p| {
            let (_, file, at) = place(rules, p.square)?;
            (p.seat == Some(owners[side]) && at == rank).then_some((file, p))
        })
    };
    for c in word.chars().filter(|&c| c != '-') {
        let side = usize::from(c.is_ascii_lowercase());
        let king = row(side).find(|(_, p)| p.kind == pivot);
        let (at, king) = king.ok_or_else(|| format!("nobody castles on the row of `{c}`"))?;
        let mut beyond = row(side).filter(|(_, p)| towers.contains(&p.kind));
        let tower = match c.to_ascii_uppercase() {
            'K' => beyond
                .filter(|(file, _)| *file > at)
                .max_by_key(|(file, _)| *file),
            'Q' => beyond
                .filter(|(file, _)| *file < at)
                .min_by_key(|(file, _)| *file),
            letter @ 'A'..='P' => {
                let wanted = (letter as u8) - b'A';
                beyond.find(|(file, _)| *file == wanted)
            }
            _ => return Err(format!("`{c}` is no castling right")),
        };
        let (_, tower) =
            tower.ok_or_else(|| format!("`{c}`: nothing stands there to castle with"))?;
        unmoved.extend([king.square, tower.square]);
    }
    let moved = (0..2)
        .flat_map(row)
        .filter(|(_, p)| p.kind == pivot || towers.contains(&p.kind))
        .map(|(_, p)| p.square);
    let moved: Vec<SquareId> = moved.filter(|s| !unmoved.contains(s)).collect();
    let given = |squares: Vec<SquareId>, yes| {
        let some = !squares.is_empty();
        some.then(|| Given::Quality(Quality::Unmoved, squares_pieces(squares), yes))
    };
    Ok(given(unmoved, true)
        .into_iter()
        .chain(given(moved, false))
        .collect())
}

/// The kind that an action wants unmoved, and the kinds that definitions speak of as unmoved: who castles where no rule names
/// the square on which it starts.
fn unmoved_kind(rules: &Ruleset) -> Option<(KindId, Vec<KindId>)> {
    let kind_of = |set: &Set| {
        set.by.iter().find_map(|n| match n {
            Narrow::Is(Quality::Kind(k)) => match k.base {
                Base::Kind(kind) => Some(kind),
                _ => None,
            },
            _ => None,
        })
    };
    let mut pivot = None;
    for rule in (rules.rules.iter()).filter(|r| matches!(r.form, Form::Action { .. })) {
        visit_rule(rule, &mut |node| {
            if let Node::Clause(Clause {
                subject: Value::Set(subject),
                says: Says::Be(Quality::Unmoved),
                ..
            }) = node
            {
                pivot = pivot.or_else(|| kind_of(subject));
            }
        });
    }
    let mut towers = Vec::new();
    for part in rules.words.iter().flat_map(|w| &w.parts) {
        visit_value(&part.value, &mut |node| {
            if let Node::Set(set) = node {
                let unmoved = |n: &Narrow| matches!(n, Narrow::Is(Quality::Unmoved));
                let is = set.by.iter().any(unmoved);
                towers.extend(kind_of(set).filter(|k| is && Some(*k) != pivot));
            }
        });
    }
    Some((pivot?, towers)).filter(|(_, towers)| !towers.is_empty())
}

/// Where the castling piece of the first seat starts: the only place from which a way goes to one given square.
fn pivot(rules: &Ruleset) -> Option<SquareId> {
    rules.rules.iter().find_map(|rule| match &rule.form {
        Form::Movement { ways, .. } => ways.iter().find_map(|way| match way.path {
            Path::FromTo(from, _) if way.bring.is_some() => Some(from),
            _ => None,
        }),
        _ => None,
    })
}

fn passing(rules: &Ruleset, word: &str) -> Result<Option<Given>, String> {
    if word == "-" {
        return Ok(None);
    }
    let square = square_of(rules, word).ok_or_else(|| format!("`{word}` is no square"))?;
    let mark = (rules.fen.and_then(|f| f.passing))
        .ok_or_else(|| format!("nobody is taken in passing here, found `{word}`"))?;
    // It may be taken there this turn.
    let end = Term::Until(Moment::End(Span::This));
    Ok(Some(Given::Mark(
        mark,
        of(Ty::Square, Base::Squares(vec![square])),
        vec![end],
    )))
}

fn clock(rules: &Ruleset, word: &str) -> Result<Option<Given>, String> {
    let n: i16 = word
        .parse()
        .ok()
        .filter(|n| (0..=MAX_CLOCK).contains(n))
        .ok_or_else(|| format!("`{word}` is no clock (0 to {MAX_CLOCK})"))?;
    let field = rules.fen.and_then(|f| f.clock);
    let game = of(Ty::Seat, Base::Nothing);
    Ok(field.map(|f| Given::Field(f, game, None, Value::Num(Num::Lit(n)))))
}

fn of(ty: Ty, base: Base) -> Set {
    Set {
        ty,
        base,
        by: Vec::new(),
        pick: None,
        amount: Amount::Every,
    }
}

/// The pieces on these squares.
fn squares_pieces(squares: Vec<SquareId>) -> Set {
    Set {
        by: vec![Narrow::At(Near::On, of(Ty::Square, Base::Squares(squares)))],
        ..of(Ty::Piece, Base::All(Where::Board))
    }
}
