import { z } from 'zod';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { Accepted } from '../../../services/policies/arrivals.ts';
import { text } from '../fields.ts';

/** The fields of requests that move visible releases to another place. */
export const acceptsRulesFields = {
  accepts_rules: z
    .array(text(fieldLimits['accepted rules']))
    .max(fieldLimits['accepted rules'].count)
    .default([])
    .describe(
      'Rules of the policy of the target that are violated, as the refusal names them: it is an approval, and needs `arrival_digest`',
    ),
  arrival_digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullish()
    .describe(
      '`details.arrival_digest` of the refusal: the releases and files for which the rules are accepted',
    ),
};

/** What a request accepts, from its two fields. */
export function readAccepted({
  accepts_rules: rules,
  arrival_digest: digest = null,
}: {
  accepts_rules: string[];
  arrival_digest?: string | null | undefined;
}): Accepted {
  return { rules, digest };
}
