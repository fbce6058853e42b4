import { z } from 'zod';
import { getQuotas, type OwnerQuotas, setQuotas } from '../../../../services/users/quotas.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { text } from '../../fields.ts';

const count = z.int().min(0).max(1_000_000_000).nullable();
const bytes = z.int().min(0).nullable();

const Limits = z.object({ packages: count, releases_per_day: count, storage_bytes: bytes });

const Owned = z.object({
  quotas: Limits.describe('Set for this owner; null: as the instance says'),
  effective: Limits.describe('What counts; null: any number'),
  usage: z.object({ packages: z.int(), releases_today: z.int(), storage_bytes: z.int() }),
});

const Owner = {
  username: text(64).min(1).optional().describe('A person, or'),
  org_slug: text(64).min(1).optional().describe('an organization: one of the two'),
};

/** For administrators of the platform. */
export function registerQuotas(app: Routes, deps: ManagementDeps): void {
  const shared = { tags: ['admin'], security: [{ bearer: [] }] };

  app.get(
    '/v1/admin/quotas',
    {
      schema: {
        ...shared,
        operationId: 'getQuotas',
        summary: 'What one owner may have, and has',
        querystring: z.object(Owner),
        response: { 200: Owned },
      },
    },
    async (request) => {
      const { username, org_slug: organizationSlug } = request.query;
      return present(await getQuotas(deps, callerOf(request, request.actor), { username, organizationSlug }));
    },
  );

  app.patch(
    '/v1/admin/quotas',
    {
      schema: {
        ...shared,
        operationId: 'updateQuotas',
        summary: 'Bound what one owner may have; null leaves it to the instance',
        body: z.object({ ...Owner, ...Limits.partial().shape }),
        response: { 200: Owned },
      },
    },
    async (request) => {
      const { username, org_slug: organizationSlug, ...limits } = request.body;
      const { packages, releases_per_day: releasesPerDay, storage_bytes: storageBytes } = limits;
      const caller = callerOf(request, request.actor);
      const change = { packages, releasesPerDay, storageBytes };
      return present(await setQuotas(deps, caller, { username, organizationSlug }, change));
    },
  );
}

function present({ own, effective, usage }: OwnerQuotas): z.infer<typeof Owned> {
  const limits = (quotas: typeof own) => ({
    packages: quotas.packages,
    releases_per_day: quotas.releasesPerDay,
    storage_bytes: quotas.storageBytes,
  });
  const { packages, releasesToday: releases_today, storageBytes: storage_bytes } = usage;
  return {
    quotas: limits(own),
    effective: limits(effective),
    usage: { packages, releases_today, storage_bytes },
  };
}
