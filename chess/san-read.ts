import { type Board, king, kindOf, manAt, pawn, rights, squareOf } from './board/board.ts';
import { isSafe, pseudoLegalMovesFrom } from './board/generate.ts';
import { packMove, type PackedMove } from './board/make.ts';
import { manOf } from './board/text.ts';

const castling = /^[O0o]-?[O0o](-?[O0o])?$/;
const normal = /^([KQRBNP])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:[=/(]?([QRBNqrbn])\)?)?$/;
/** Checks, judgements and `e.p.` after a move. */
const decorations = ['+', '#', '!', '?', 'ep', 'e.p', 'ep.', 'e.p.'];

/** The longest spelling of a move with all its decoration. */
const maximumLength = 24;

/**
 * Every legal move that the text can mean: an empty list for illegal or unreadable text, several for ambiguous text.
 * Accepts the forms of other programs: `0-0`, `e8Q`, `e2-e4`, missing `x` and `+`, needless origins.
 */
export function movesBySan(board: Board, text: string): PackedMove[] {
  if (text.length > maximumLength) return [];
  const san = withoutDecoration(text);
  const castles = castling.exec(san);
  if (castles) return castlingMoves(board, castles[1] !== undefined);
  const [, letter = 'P', file, rank, target = '', promoted = ''] = normal.exec(san) ?? [];
  const to = squareOf(target);
  if (to < 0) return [];
  const promotion = 'QRBN'.indexOf(promoted.toUpperCase() || '-') + 1;
  // `e2e4` and `g1f3` name no kind: the man on the origin square decides
  const kind = letter === 'P' && file && rank ? null : kindOf(manOf(letter));
  const found: PackedMove[] = [];
  for (let from = 0; from < 64; from++) {
    const man = manAt(board, from);
    if (man === 0 || man >> 3 !== board.side || (kind !== null && kindOf(man) !== kind)) continue;
    if (file !== undefined && (from & 7) !== file.charCodeAt(0) - 97) continue;
    if (rank !== undefined && from >> 3 !== Number(rank) - 1) continue;
    // a pawn changes its file only where the name has the file
    if (kindOf(man) === pawn && file === undefined && (from & 7) !== (to & 7)) continue;
    const move = packMove(from, to, promotion);
    if (pseudoLegalMovesFrom(board, from).includes(move) && isSafe(board, move)) found.push(move);
  }
  return found;
}

function withoutDecoration(text: string): string {
  const last = decorations.find((decoration) => text.endsWith(decoration));
  return last === undefined ? text : withoutDecoration(text.slice(0, -last.length));
}

function castlingMoves(board: Board, isLong: boolean): PackedMove[] {
  const right = isLong ? rights.Q | rights.q : rights.K | rights.k;
  const home = board.side === 0 ? 4 : 60;
  if ((board.castling & right) === 0 || kindOf(manAt(board, home)) !== king) return [];
  const move = packMove(home, isLong ? home - 2 : home + 2);
  const moves = pseudoLegalMovesFrom(board, home);
  return moves.includes(move) && isSafe(board, move) ? [move] : [];
}
