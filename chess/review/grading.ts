import type { Annotation, Glyph, Quality } from './result.ts';

/** Scores from here on are mates or tablebase wins. */
const forcedScore = 27_488;
/** Scores from here on are mates: 30000 minus the plies to mate. */
const mateBound = 29_488;
const mateScore = 30_000;

/** The greatest loss of a move that keeps a forced result: an inaccuracy. */
const longerWay = 50;

/** Upper bounds of centipawn loss, inclusive; a greater loss is a blunder. */
const grades = [
  [0, 'Best'],
  [10, 'Excellent'],
  [25, 'Good'],
  [50, 'Inaccuracy'],
  [100, 'Mistake'],
] as const satisfies [number, Quality][];

export function qualityOf(loss: number): Exclude<Quality, 'Book'> {
  return grades.find(([limit]) => loss <= limit)?.[1] ?? 'Blunder';
}

/**
 * Centipawns that a move lost, from the mover's view, never negative. Missing or allowing a mate costs the whole
 * distance to it. A slower mate, or a tablebase win instead of a mate, costs the plies, but at most an inaccuracy, as
 * the result is the same.
 */
export function lossOf(best: number, played: number): number {
  const loss = Math.max(0, best - played);
  return isForced(best) && isForced(played) && Math.sign(best) === Math.sign(played)
    ? Math.min(loss, longerWay)
    : loss;
}

/**
 * Winning chances, in percent, that a move lost, as lists, sentences and key moments use them. A move without a
 * centipawn loss lost none, even where the search after it found a lower value than the search before it.
 */
export function chancesLost({
  centipawn_loss: loss,
  win_before: before,
  win_after: after,
}: Pick<Annotation, 'centipawn_loss' | 'win_before' | 'win_after'>): number {
  return loss === 0 ? 0 : Math.max(0, before - after);
}

const isForced = (score: number): boolean => Math.abs(score) >= forcedScore;

export const isWonByForce = (score: number): boolean => score >= forcedScore;

export const isMate = (score: number): boolean => Math.abs(score) >= mateBound;

/** The shown score of every mate, signed: another field has the distance. */
const shownMate = 29_999;

/** A score as shown. The position of the mate itself keeps its 30000. */
export const shownScore = (score: number): number =>
  isMate(score) && Math.abs(score) < mateScore ? Math.sign(score) * shownMate : score;

/** {@link movesToMate} of a mate; null for any other score. */
export const mateInOf = (score: number): number | null => (isMate(score) ? movesToMate(score) : null);

/** Full moves to a mate, signed like the score; 0 on mate. */
export function movesToMate(score: number): number {
  const moves = Math.ceil((mateScore - Math.abs(score)) / 2);
  return score < 0 && moves > 0 ? -moves : moves;
}

const glyphs: Partial<Record<Quality, Glyph>> = { Inaccuracy: '?!', Mistake: '?', Blunder: '??' };

export const glyphOf = (quality: Quality): Glyph | null => glyphs[quality] ?? null;
