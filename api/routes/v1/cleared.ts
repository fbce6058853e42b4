import { answerLimits } from '../../../domain/limits/answers.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { z } from 'zod';
import type { ClearedGrant } from '../../../services/transfers/clear-grants.ts';

/** A repository can have any number of packages, each with its own rights. */
const mostShown = answerLimits['cleared rights'].count;

export const clearedFields = {
  cleared_grants: z
    .array(
      z.object({
        holder_type: z.enum(['user', 'team']),
        holder: z.string().describe('Username, or slug of the team'),
        target_type: z.enum(['package', 'repository', 'namespace']),
        ecosystem: z.string().nullable(),
        target: z.string().describe('Name of the package or the namespace, slug of the repository'),
        permissions: z.array(z.string()),
      }),
    )
    .describe(`Rights that the owner of before had given and that ended, the first ${mostShown}`),
  cleared_total: z.number().int(),
};

export const keepField = {
  keep_maintainers: z
    .array(z.string().min(1).max(fieldLimits['kept maintainers'].characters))
    .max(fieldLimits['kept maintainers'].count)
    .default([])
    .describe('Usernames of people who keep the rights that they were given; all others lose them'),
};

export function presentCleared(cleared: readonly ClearedGrant[]) {
  return {
    cleared_grants: cleared.slice(0, mostShown).map((grant) => ({
      holder_type: grant.userId === null ? ('team' as const) : ('user' as const),
      holder: grant.holder,
      target_type: grant.kind,
      ecosystem: grant.ecosystem,
      target: grant.target,
      permissions: [...grant.permissions],
    })),
    cleared_total: cleared.length,
  };
}
