import { type ChessError, chessError } from './errors.ts';
import { startFen } from './fen.ts';
import type { Game, PlayedMove } from './game.ts';
import type { MessageKey, MessageParams } from './locale.ts';
import type { EndReason, Outcome } from './outcome.ts';
import { outcomeOf } from './pgn-outcome.ts';
import { spelled } from './pgn-spelling.ts';
import { readStart } from './pgn-start.ts';
import { readTokens, resultTokens } from './pgn-tokens.ts';
import { movesBySan } from './san-read.ts';
import { cleanTags, elsewhere } from './tags.ts';
import { openTimeline, type Timeline } from './replay-moves.ts';

export interface ReadGame {
  startFen: string;
  moves: PlayedMove[];
  tags: Record<string, string>;
  /** Null for an unfinished game. */
  outcome: Outcome | null;
}

/** Variant names of other programs for standard chess. */
const standardVariants = new Set(['standard', 'chess', 'normal', 'regular', 'from position', '?', '']);

/**
 * Reads the first game of a PGN. Throws `invalid_pgn` with the illegal or ambiguous half-move or the overlong tag,
 * and `invalid_fen` for an impossible start position. Time and memory are linear in the text.
 */
export function readPgn(text: string): ReadGame {
  const { tags, words, result } = firstGame(text);
  const variant = tags.get('Variant') ?? '';
  if (!standardVariants.has(variant.trim().toLowerCase()))
    throw chessError('invalid_pgn', 'error.pgn_variant', { variant: variant.slice(0, 40) });

  const kept = cleanTags(Object.fromEntries(tags));
  const fen = tags.get('FEN');
  const start = fen === undefined ? startFen : readStart(fen);
  const timeline = openTimeline(start);
  const moves = playAll(timeline, words);
  return {
    startFen: start,
    moves,
    tags: kept,
    outcome: outcomeOf({
      token: result ?? resultTokens.get(spelled(tags.get('Result') ?? '').trim()) ?? null,
      termination: tags.get('Termination') ?? '',
      onBoard: timeline.end(),
      occurrences: timeline.occurrences(),
      halfmoves: timeline.board.halfmoves,
    }),
  };
}

/** The first game of a PGN as a stored game, running or finished. Throws like {@link readPgn}. */
export function importPgn({ id, pgn, at }: { id: string; pgn: string; at: Date }): Game {
  const { outcome, ...read } = readPgn(pgn);
  const tags = elsewhere(read.tags);
  return { ...read, tags, id, outcome, drawOffer: null, createdAt: at, endedAt: outcome ? at : null };
}

/** Whether the first game of a PGN has comments (with clocks and evaluations) or variations, which an import drops. */
export function hasRemarks(text: string): boolean {
  let hasMoves = false;
  for (const { kind } of readTokens(text)) {
    if (kind === 'remark') return true;
    if (kind === 'result' || (kind === 'tag' && hasMoves)) return false;
    hasMoves ||= kind === 'word';
  }
  return false;
}

/**
 * The limit of an imported game in half-moves, ten times the longest known games. Moves are checked in one go, about
 * 20 µs each, so that other requests do not wait long.
 */
const importedPlies = 6_000;

interface FirstGame {
  tags: Map<string, string>;
  words: string[];
  result: string | null;
}

function firstGame(text: string): FirstGame {
  const game: FirstGame = { tags: new Map(), words: [], result: null };
  for (const token of readTokens(text)) {
    if (token.kind === 'remark') continue;
    if (token.kind === 'result') {
      game.result = token.text;
      return game;
    }
    if (token.kind === 'word') {
      if (!isJudgement(token.text)) game.words.push(token.text);
      if (game.words.length > importedPlies)
        throw chessError('invalid_pgn', 'error.game_too_long', { maximum: importedPlies });
      continue;
    }
    // tags after moves belong to the next game
    if (game.words.length > 0) return game;
    if (!game.tags.has(token.name)) game.tags.set(token.name, token.value);
  }
  if (game.tags.size === 0 && game.words.length === 0) throw chessError('invalid_pgn', 'error.pgn_empty');
  return game;
}

/** `!?`, `+-` or `e.p.` as a word; `--` counts as an illegal move. */
function isJudgement(word: string): boolean {
  return word !== '--' && (!/[\p{L}\p{N}]/u.test(word) || /^e\.?p\.?$/.test(word));
}

/**
 * Ends that players overlook at the board, or that the rules before 2014 lacked. Such games continue, and a review of
 * them is still useful.
 */
const overlooked = new Set<EndReason>(['InsufficientMaterial', 'FivefoldRepetition', 'SeventyFiveMoveRule']);

function playAll(timeline: Timeline, words: readonly string[]): PlayedMove[] {
  const moves: PlayedMove[] = [];
  for (const [index, san] of words.entries()) {
    const end = timeline.end();
    if (end && !overlooked.has(end.reason)) throw refuseAt(index, 'error.pgn_after_end');
    const found = movesBySan(timeline.board, san);
    const [move] = found;
    const word = { san: san.slice(0, 20) };
    if (move === undefined) throw refuseAt(index + 1, 'error.pgn_illegal', word);
    if (found.length > 1) throw refuseAt(index + 1, 'error.pgn_ambiguous', word);
    moves.push(timeline.play(move));
  }
  return moves;
}

function refuseAt(ply: number, key: MessageKey, params: MessageParams = {}): ChessError {
  return chessError('invalid_pgn', key, { ply, ...params }, { details: { ply } });
}
