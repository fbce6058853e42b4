import { z } from 'zod';
import type { Locale } from '../../../../chess/locale.ts';
import { render } from '../../../../chess/messages.ts';
import { reviewDepths } from '../../../../chess/review/depths.ts';
import { presentLimits, ReviewLimits } from '../../../../services/reviews/present-review.ts';
import type { SubmittedReview } from '../../../../services/reviews/reviews.ts';
import type { Routes } from '../../routes.ts';
import { ArchiveParams, Language } from '../fields.ts';
import { clientOf } from '../client.ts';
import { type AnalysisRoutes, MoveTime } from './deps.ts';

const Body = z
  .object({
    depth: z
      .number()
      .optional()
      .describe(`Whole plies; at least ${reviewDepths.least} apply, and at most ${reviewDepths.most}`),
    movetime_ms: MoveTime.optional().describe('Less time per position than the server allows'),
  })
  .nullish();

const Accepted = z.object({ job_id: z.guid(), message: z.string(), limits_applied: ReviewLimits });

export function registerSubmitReview(app: Routes, { reviews }: AnalysisRoutes): void {
  app.post(
    '/api/analysis/game/:game_id',
    {
      schema: {
        operationId: 'submitReview',
        tags: ['analysis'],
        summary: 'Has every position of a game searched; the same request again is the same job',
        params: ArchiveParams,
        querystring: Language,
        body: Body,
        response: { 202: Accepted },
      },
    },
    async (request, reply) => {
      const submitted = await reviews.submit({
        gameId: request.params.game_id,
        depth: request.body?.depth ?? null,
        movetimeMs: request.body?.movetime_ms ?? null,
        by: clientOf(request),
      });
      reply.code(202);
      return {
        job_id: submitted.review.id,
        message: messageOf(submitted, request.locale),
        limits_applied: presentLimits(submitted.review),
      };
    },
  );
}

function messageOf({ isKnown, raisedTo }: SubmittedReview, locale: Locale): string {
  if (isKnown) return render(locale, 'review_known');
  return raisedTo === null
    ? render(locale, 'review_queued')
    : render(locale, 'review_queued_deeper', { depth: raisedTo });
}
