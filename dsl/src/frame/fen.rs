//! The placement field of a FEN string.
use engine::rules::Board;

/// The letters of the first field of a FEN with their files and ranks (from 0). The error says what is wrong.
pub fn placement(fen: &str, board: &Board) -> Result<Vec<(char, u8, u8)>, String> {
    let field = fen.split_whitespace().next().unwrap_or("");
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() != usize::from(board.ranks) {
        return Err(format!(
            "this FEN has {} ranks, the board {}",
            rows.len(),
            board.ranks
        ));
    }
    let mut letters = Vec::new();
    for (row, rank) in rows.iter().zip((0..board.ranks).rev()) {
        let files = row_letters(row, rank, &mut letters)?;
        if files != usize::from(board.files) {
            let said = format!(
                "rank {} of this FEN has {files} files, the board {}",
                rank + 1,
                board.files
            );
            return Err(said);
        }
    }
    Ok(letters)
}

fn row_letters(row: &str, rank: u8, letters: &mut Vec<(char, u8, u8)>) -> Result<usize, String> {
    let mut file = 0usize;
    let mut skip = 0usize;
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            skip = skip * 10 + digit as usize;
            if skip > 255 {
                return Err("a FEN skips at most 255 squares at once".into());
            }
            continue;
        }
        file += std::mem::take(&mut skip);
        if !c.is_ascii_alphabetic() || file > 255 {
            return Err(format!("`{c}` has no place in the first field of a FEN"));
        }
        letters.push((c, file as u8, rank));
        file += 1;
    }
    Ok(file + skip)
}
