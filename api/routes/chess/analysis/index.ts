import type { Routes } from '../../routes.ts';
import type { AnalysisRoutes } from './deps.ts';
import { registerGetReview } from './get-review.ts';
import { registerListReviews } from './list-reviews.ts';
import { registerAnalysePosition } from './position.ts';
import { registerRemoveReview } from './remove-review.ts';
import { registerGetReviewPgn } from './review-pgn.ts';
import { registerSubmitReview } from './submit-review.ts';

const operations = [
  registerAnalysePosition,
  registerSubmitReview,
  registerListReviews,
  registerGetReview,
  registerRemoveReview,
  registerGetReviewPgn,
] as const;

/** Registers all routes below `/api/analysis`. */
export function registerAnalysis(app: Routes, services: AnalysisRoutes): void {
  for (const register of operations) register(app, services);
}
