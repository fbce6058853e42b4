import { z } from 'zod';
import { promotions } from '../move.ts';

export const qualities = ['Best', 'Excellent', 'Good', 'Inaccuracy', 'Mistake', 'Blunder', 'Book'] as const;
export type Quality = (typeof qualities)[number];

export const gamePhases = ['opening', 'middlegame', 'endgame'] as const;
export type GamePhase = (typeof gamePhases)[number];

/** Why a move was decisive, the most serious reason first. */
export const momentKinds = ['allowed_mate', 'missed_mate', 'gave_up_win', 'into_loss', 'setback'] as const;

const Side = z.enum(['white', 'black']);
const Percent = z.number().min(0).max(100);
const Count = z.int().min(0);
const Score = z
  .int()
  .describe(
    'Centipawns in the view of the side that moved; mates ±(30000 - plies), counted from before the move',
  );
const Glyph = z.enum(['?!', '?', '??']);
export type Glyph = z.infer<typeof Glyph>;

const Coordinates = z.object({
  from: z.string(),
  to: z.string(),
  promotion: z.enum(promotions).nullable(),
});

export const Annotation = z.object({
  ply: z.int().min(1).describe('Half-move of the game, from 1'),
  move_number: z.int().min(1),
  side: Side,
  played_move: Coordinates,
  san: z.string(),
  best_move: Coordinates,
  best_san: z.string(),
  played_eval: Score,
  best_eval: Score,
  centipawn_loss: Count,
  quality: z.enum(qualities),
  glyph: Glyph.nullable(),
  win_before: Percent.describe('Chances of the side that moved, by best_eval'),
  win_after: Percent.describe('The same by played_eval'),
  accuracy: Percent.nullable().describe('Null when the move is not graded'),
  is_book_move: z.boolean(),
  is_tablebase_position: z.boolean().describe('Tablebases know the position before the move'),
  search_depth: z.int().min(0),
  principal_variation: z
    .array(z.string())
    .describe('From the position before the move, e.g. e2e4 and e7e8=Q'),
  principal_variation_san: z.array(z.string()),
});
export type Annotation = z.infer<typeof Annotation>;

export const Summary = z.object({
  total_moves: Count,
  best_moves: Count,
  excellent_moves: Count,
  good_moves: Count,
  inaccuracies: Count,
  mistakes: Count,
  blunders: Count,
  book_moves: Count,
  average_centipawn_loss: z.number().min(0),
  white_accuracy: Percent,
  black_accuracy: Percent,
  white_avg_cp_loss: z.number().min(0),
  black_avg_cp_loss: z.number().min(0),
});
export type Summary = z.infer<typeof Summary>;

export const PhaseAccuracy = z.object({
  phase: z.enum(gamePhases),
  first_ply: z.int().min(1),
  last_ply: z.int().min(1),
  white_accuracy: Percent.nullable().describe('Null without a graded move in this phase'),
  black_accuracy: Percent.nullable(),
});
export type PhaseAccuracy = z.infer<typeof PhaseAccuracy>;

export const KeyMoment = z.object({
  ply: z.int().min(1),
  move_number: z.int().min(1),
  side: Side,
  san: z.string(),
  best_san: z.string(),
  kind: z.enum(momentKinds),
  win_loss: Percent.describe('Chances that the move gave away'),
});
export type KeyMoment = z.infer<typeof KeyMoment>;

export const ReviewResult = z.object({
  annotations: z.array(Annotation),
  summary: Summary,
  depth: z.int().min(1).describe('Depth that was asked for'),
  book_available: z.boolean(),
  tablebase_available: z.boolean(),
  accuracy_model: z.literal('win-percentage'),
  phases: z.array(PhaseAccuracy),
  key_moments: z
    .array(KeyMoment)
    .describe('Every blunder but those of a decided game, in the order of the game'),
});
export type ReviewResult = z.infer<typeof ReviewResult>;
