import { z } from 'zod';
import { Policy } from '../../../domain/policy.ts';
import { dryRunReleases, type Judgement, type Named } from '../../../services/policies/manage.ts';
import { callerOf } from '../../callers.ts';
import type { Routes } from '../routes.ts';
import { Time, time } from '../fields.ts';
import type { Services } from '../../../services/index.ts';

const Stored = z.object({ policy: Policy, updated_at: Time.nullable() });

const Releases = z.array(
  z.object({
    ecosystem: z.string(),
    name: z.string(),
    version: z.string(),
    violations: z.array(z.object({ rule: z.string(), message: z.string() })),
  }),
);

const Judged = z.object({
  checked: z.int().describe(`The newest ${dryRunReleases} visible releases at most`),
  held: Releases.describe('Would have waited for a person, or for their time'),
  refused: Releases.describe('Would not have come, or not with all of their files'),
});

const places = [
  { base: '/v1/orgs/:slug', of: 'Organization', words: 'an organization' },
  { base: '/v1/repositories/:slug', of: 'Repository', words: 'a repository' },
] as const;

function present({ release, violations }: Judgement) {
  const { ecosystem, name, version } = release;
  return { ecosystem, name, version, violations };
}

/** The policies of an organization or a repository. */
export function registerPolicies(app: Routes, services: Services): void {
  for (const { base, of, words } of places) {
    const shared = {
      tags: ['policies'],
      security: [{ bearer: [] }],
      params: z.object({ slug: z.string() }),
    };
    const named = (slug: string): Named =>
      of === 'Organization' ? { organization: slug } : { repository: slug };

    app.get(
      `${base}/policy`,
      {
        schema: {
          ...shared,
          operationId: `get${of}Policy`,
          summary: `What holds releases of ${words}`,
          response: { 200: Stored },
        },
      },
      async (request) => {
        const caller = callerOf(request, request.actor);
        const found = await services.policies.get(caller, named(request.params.slug));
        return { policy: found?.document ?? {}, updated_at: found ? time(found.updatedAt) : null };
      },
    );

    app.put(
      `${base}/policy`,
      {
        schema: {
          ...shared,
          operationId: `put${of}Policy`,
          summary: `Say what holds releases of ${words} from now on; it adds to what the platform holds`,
          body: Policy,
          response: { 200: Stored },
        },
      },
      async (request) => {
        const caller = callerOf(request, request.actor);
        const saved = await services.policies.put(caller, named(request.params.slug), request.body);
        return { policy: saved.document, updated_at: time(saved.updatedAt) };
      },
    );

    app.post(
      `${base}/policy/dry-run`,
      {
        schema: {
          ...shared,
          operationId: `dryRun${of}Policy`,
          summary:
            'Which of the visible releases a policy would have held or refused, and why; changes nothing',
          body: Policy,
          response: { 200: Judged },
        },
      },
      async (request) => {
        const caller = callerOf(request, request.actor);
        const judged = await services.policies.dryRun(caller, named(request.params.slug), request.body);
        return { ...judged, held: judged.held.map(present), refused: judged.refused.map(present) };
      },
    );
  }
}
