import { z } from 'zod';
import { text } from '../fields.ts';

/** The field of requests that move visible releases to another place. */
export const acceptsRulesField = {
  accepts_rules: z
    .array(text(64))
    .max(50)
    .default([])
    .describe(
      'Rules of the policy of the target that are violated, as the refusal names them: it is an approval',
    ),
};
