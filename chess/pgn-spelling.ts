/** Figurines of both colours, in the order of the letters; a pawn has no letter in SAN. */
const figurines: ReadonlyMap<string, string> = new Map(
  [...'♔♕♖♗♘♙♚♛♜♝♞♟'].map((figurine, index) => [figurine, ['K', 'Q', 'R', 'B', 'N', ''][index % 6] ?? '']),
);

/** Hyphens, dashes and the minus sign; variation selectors of text and emoji; the multiplication sign. */
const others = /[\u2010-\u2015\u2212\uFE58\uFF0D]|[\uFE0E\uFE0F]|\u00D7|[\u2654-\u265F]/g;

/** A token of the movetext, or a result, in the letters of the PGN standard. */
export function spelled(word: string): string {
  return word.replaceAll(others, (letter) => {
    const man = figurines.get(letter);
    if (man !== undefined) return man;
    if (letter === '\u00D7') return 'x';
    return letter === '\uFE0E' || letter === '\uFE0F' ? '' : '-';
  });
}
