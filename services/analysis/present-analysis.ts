import { z } from 'zod';
import { inNotation, type Move, notationOf, parseCoordinates, promotions } from '../../chess/move.ts';
import type { Opening } from '../../chess/openings/openings.ts';
import { shownScore } from '../../chess/review/grading.ts';
import { turnOf } from '../../chess/position.ts';
import type { BookAnswer, TablebaseAnswer } from '../../workflows/definitions.ts';
import type { AnsweredPosition } from './analysis.ts';
import { materialOf } from './material.ts';

const MoveObject = z.object({
  from: z.string(),
  to: z.string(),
  promotion: z.enum(promotions).nullable(),
});

const Centipawns = z
  .int()
  .describe('Centipawns of the side to move; a mate is ±29999 at any distance, on the board -30000');
const MateIn = z.int().nullable().describe('Full moves, negative when the side to move is mated');

const BookPart = z.object({
  is_book_move: z.boolean().describe('The best move is in the book'),
  weight: z.int().describe('Of the best move'),
  total_weight: z.int(),
  book_moves: z.array(z.object({ notation: z.string(), weight: z.int(), probability: z.number() })),
  opening_name: z.string().nullable().describe('As `opening` has it'),
});

export const OpeningPart = z.object({
  eco: z.string().describe('A00 to E99'),
  name: z.string().describe('Always in English'),
});

const wdlNames = ['Win', 'CursedWin', 'Draw', 'BlessedLoss', 'Loss'] as const;

const TablebasePart = z.object({
  is_tablebase_position: z.boolean(),
  wdl: z.enum(wdlNames).nullable(),
  dtz: z.int().nullable().describe('Half-moves to the next capture or pawn move'),
  configuration: z.string().nullable().describe('The men, e.g. KRPvKR'),
  source: z.literal('syzygy').nullable(),
});

export const PositionResult = z.object({
  fen: z.string(),
  turn: z.enum(['white', 'black']),
  best_move: MoveObject.nullable().describe('null when the game is over'),
  score_cp: Centipawns,
  score_white_cp: z.int().describe('The same from the point of view of White'),
  mate_in: MateIn,
  static_eval_cp: z.int(),
  depth: z.int(),
  seldepth: z.int(),
  nodes: z.int(),
  nps: z.int(),
  time_ms: z.int(),
  hashfull: z.int().describe('Per mille of the transposition table'),
  source: z.enum(['search', 'book', 'tablebase']),
  lines: z.array(
    z.object({
      rank: z.int(),
      score_cp: z.int(),
      score_white_cp: z.int(),
      mate_in: MateIn,
      moves: z.array(z.string()).describe('Coordinates, e.g. e2e4 and e7e8=Q'),
    }),
  ),
  limits_applied: z
    .object({ depth: z.int(), movetime_ms: z.int(), multi_pv: z.int(), threads: z.int() })
    .describe('What was asked for, within the ceilings of the server'),
  opening: OpeningPart.nullable().describe('Of a game: the last that it had a name for'),
  book: BookPart.optional().describe('Present when an opening book is configured'),
  tablebase: TablebasePart.optional().describe('Present when tablebases are configured'),
});
export type PositionResult = z.infer<typeof PositionResult>;

/** The configured parts of the engine: each is in the answer even without a result. */
export interface Configured {
  hasBook: boolean;
  hasTablebase: boolean;
}

export function presentPosition(
  { fen, opening, limits, analysis }: AnsweredPosition,
  { hasBook, hasTablebase }: Configured,
): PositionResult {
  const turn = turnOf(fen);
  const forWhite = (score: number) => (turn === 'white' ? score : 0 - score);
  const best = analysis.bestMove === null ? null : parseCoordinates(analysis.bestMove);
  return {
    fen,
    turn,
    best_move: best,
    score_cp: shownScore(analysis.score),
    score_white_cp: forWhite(shownScore(analysis.score)),
    mate_in: analysis.mateIn,
    static_eval_cp: analysis.staticEval,
    depth: analysis.depth,
    seldepth: analysis.seldepth,
    nodes: analysis.nodes,
    nps: analysis.nps,
    time_ms: Math.round(analysis.timeMs),
    hashfull: analysis.hashfull,
    source: analysis.source,
    lines: analysis.lines.map(({ rank, score, mateIn, moves }) => ({
      rank,
      score_cp: shownScore(score),
      score_white_cp: forWhite(shownScore(score)),
      mate_in: mateIn,
      moves: moves.map(inNotation),
    })),
    limits_applied: {
      depth: limits.depth,
      movetime_ms: limits.movetimeMs,
      multi_pv: limits.multiPv,
      threads: limits.threads,
    },
    opening,
    ...(hasBook ? { book: presentBook(analysis.book, best, opening) } : {}),
    ...(hasTablebase ? { tablebase: presentTablebase(analysis.tablebase, fen) } : {}),
  };
}

function presentBook(
  book: BookAnswer | undefined,
  best: Move | null,
  opening: Opening | null,
): z.infer<typeof BookPart> {
  const { moves, totalWeight } = book ?? { moves: [], totalWeight: 0 };
  const shown = moves.map(({ move, weight }) => ({
    notation: inNotation(move),
    weight,
    probability: totalWeight === 0 ? 0 : Number((weight / totalWeight).toFixed(4)),
  }));
  const chosen = best && shown.find(({ notation }) => notation === notationOf(best));
  return {
    is_book_move: Boolean(chosen),
    weight: chosen?.weight ?? 0,
    total_weight: totalWeight,
    book_moves: shown,
    opening_name: opening?.name ?? null,
  };
}

function presentTablebase(
  tablebase: TablebaseAnswer | undefined,
  fen: string,
): z.infer<typeof TablebasePart> {
  const isKnown = tablebase?.isKnown ?? false;
  const wdl = isKnown ? (tablebase?.wdl ?? null) : null;
  return {
    is_tablebase_position: isKnown,
    wdl: wdl === null ? null : (wdlNames[2 - wdl] ?? null),
    dtz: isKnown ? (tablebase?.dtz ?? null) : null,
    configuration: isKnown ? materialOf(fen) : null,
    source: isKnown ? 'syzygy' : null,
  };
}
