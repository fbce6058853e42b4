import type { Annotation, Glyph, Quality } from './result.ts';

/** Beyond this a score is a mate or a win by tablebases. */
const forcedScore = 27_488;
/** Beyond this it is a mate: 30000 less the plies to it. */
const mateBound = 29_488;
const mateScore = 30_000;

/** The most that a move costs when the game stays won, or stays lost, by force: an inaccuracy. */
const longerWay = 50;

/** Upper ends of centipawn loss, each included; above the last it is a blunder. */
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
 * Centipawns that a move gave away, in the mover's view, never negative. A missed mate and one that was walked
 * into cost the whole distance to it. A slower mate, or a tablebase win in place of a mate, costs the plies but no
 * more than an inaccuracy, for the result is the same.
 */
export function lossOf(best: number, played: number): number {
  const loss = Math.max(0, best - played);
  return isForced(best) && isForced(played) && Math.sign(best) === Math.sign(played)
    ? Math.min(loss, longerWay)
    : loss;
}

/**
 * Winning chances, in percent, that a move gave away: the loss of lists, sentences and key moments. A move that lost no centipawns,
 * as the best one, gave away none, also where the search after it values the position less than the search before it.
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

/** Every mate in the answers of the service, signed: the distance is a field of its own. */
const shownMate = 29_999;

/** A score as it is shown. The position of a mate itself keeps its 30000. */
export const shownScore = (score: number): number =>
  isMate(score) && Math.abs(score) < mateScore ? Math.sign(score) * shownMate : score;

/** {@link movesToMate} of a mate; null for any other score. */
export const mateInOf = (score: number): number | null => (isMate(score) ? movesToMate(score) : null);

/** Full moves to a mate, signed like the score; 0 when it is on the board. */
export function movesToMate(score: number): number {
  const moves = Math.ceil((mateScore - Math.abs(score)) / 2);
  return score < 0 && moves > 0 ? -moves : moves;
}

const glyphs: Partial<Record<Quality, Glyph>> = { Inaccuracy: '?!', Mistake: '?', Blunder: '??' };

export const glyphOf = (quality: Quality): Glyph | null => glyphs[quality] ?? null;
