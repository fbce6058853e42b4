import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { deepestSearch } from '../../../../chess/review/depths.ts';
import type { Analysis } from '../../../../services/analysis/analysis.ts';
import type { Configured } from '../../../../services/analysis/present-analysis.ts';
import type { Reviews } from '../../../../services/reviews/reviews.ts';
import { Id, whole } from '../fields.ts';

/** The dependencies of the analysis routes. */
export interface AnalysisRoutes {
  analysis: Analysis;
  reviews: Reviews;
  /** The engine settings that answers show. */
  configured: Configured;
}

export const JobParams = z.object({ job_id: Id });

/** Depth in plies. */
export const Depth = whole(1, deepestSearch);

/** Milliseconds per position. */
export const MoveTime = whole(10, fieldLimits['analysis time'].seconds * 1_000);
