import { z } from 'zod';
import type { Locale } from '../../chess/locale.ts';
import { render } from '../../chess/messages.ts';
import { unixSeconds } from '../../chess/present.ts';
import { failureSentence, reviewFailures } from '../../chess/review/failure.ts';
import { mateInOf, shownScore } from '../../chess/review/grading.ts';
import { reviewedOpening } from '../../chess/review/played-moves.ts';
import { Annotation, ReviewResult } from '../../chess/review/result.ts';
import type { ListedReview, Review, ReviewWithResult } from '../../store/postgres/chess/reviews.ts';
import { OpeningPart } from '../analysis/present-analysis.ts';

const JobStatus = z.union([
  z.enum(['Queued', 'Completed', 'Cancelled']),
  z.strictObject({ InProgress: z.strictObject({ moves_analyzed: z.int(), total_moves: z.int() }) }),
  z.strictObject({ Failed: z.strictObject({ error: z.string(), code: z.enum(reviewFailures) }) }),
]);
type JobStatus = z.infer<typeof JobStatus>;

const Seconds = z.int().describe('Unix seconds');

export const ListedJob = z.object({
  id: z.guid(),
  game_id: z.guid(),
  status: JobStatus,
  created_at: Seconds,
  completed_at: Seconds.nullable(),
});
export type ListedJob = z.infer<typeof ListedJob>;

export const ReviewLimits = z
  .object({ depth: z.int(), movetime_ms: z.int() })
  .describe('Of each search: what was asked for, within the bounds of the server');

const ShownScore = z.int().describe('Centipawns in the view of the side that moved; a mate is ±29999');
const MateIn = z.int().nullable().describe('Full moves from before the move; negative against that side');

const ShownAnnotation = Annotation.extend({
  played_eval: ShownScore,
  best_eval: ShownScore,
  played_mate_in: MateIn,
  best_mate_in: MateIn,
});

/** The stored result of a review, with facts about its moves that need no search. */
const ShownResult = ReviewResult.extend({
  annotations: z.array(ShownAnnotation),
  opening: OpeningPart.extend({ ply: z.int().min(0).describe('Half-move that reached it') })
    .nullable()
    .describe('The last position of the game that has a name'),
  limits_applied: ReviewLimits,
});

export const Job = ListedJob.extend({
  completed_at: Seconds.optional().describe('Once finished'),
  result: ShownResult.optional().describe('Once completed'),
});
export type Job = z.infer<typeof Job>;

export function presentListedJob(review: Omit<ListedReview, 'tags'>, locale: Locale): ListedJob {
  return {
    id: review.id,
    game_id: review.gameId,
    status: presentStatus(review, locale),
    created_at: unixSeconds(review.createdAt),
    completed_at: review.completedAt && unixSeconds(review.completedAt),
  };
}

export function presentJob(review: ReviewWithResult, locale: Locale): Job {
  const { completed_at, ...listed } = presentListedJob(review, locale);
  return {
    ...listed,
    ...(completed_at === null ? {} : { completed_at }),
    ...(review.status === 'completed' ? { result: showResult(review) } : {}),
  };
}

function showResult(review: ReviewWithResult): z.infer<typeof ShownResult> {
  const result = ReviewResult.parse(review.result);
  return {
    ...result,
    annotations: result.annotations.map(showAnnotation),
    opening: reviewedOpening(review),
    limits_applied: presentLimits(review),
  };
}

function showAnnotation(annotation: Annotation): z.infer<typeof ShownAnnotation> {
  const { played_eval: played, best_eval: best } = annotation;
  return {
    ...annotation,
    played_eval: shownScore(played),
    best_eval: shownScore(best),
    played_mate_in: mateInOf(played),
    best_mate_in: mateInOf(best),
  };
}

export function presentLimits({ settings }: Pick<Review, 'settings'>): z.infer<typeof ReviewLimits> {
  return { depth: settings.depth, movetime_ms: settings.movetimeMs };
}

export function presentStatus(
  review: Pick<ListedReview, 'status' | 'movesAnalyzed' | 'totalMoves' | 'failure'>,
  locale: Locale,
): JobStatus {
  switch (review.status) {
    case 'queued':
      return 'Queued';
    case 'running':
      return { InProgress: { moves_analyzed: review.movesAnalyzed, total_moves: review.totalMoves } };
    case 'completed':
      return 'Completed';
    case 'failed': {
      // for operators, the row and the workflow's history have details
      const code = review.failure ?? 'internal';
      return { Failed: { error: render(locale, failureSentence(code)), code } };
    }
    case 'cancelled':
      return 'Cancelled';
    default:
      return review.status satisfies never;
  }
}
