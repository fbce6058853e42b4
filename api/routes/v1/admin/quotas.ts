import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import type { Quotas } from '../../../../domain/quotas.ts';
import { type OwnerQuotas } from '../../../../services/users/quotas.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text } from '../../fields.ts';
import type { Services } from '../../../../services/index.ts';

const count = z.int().min(0).max(fieldLimits.quota.count).nullable();
const bytes = z.int().min(0).nullable();

const Limits = z.object({ packages: count, releases_per_day: count, storage_bytes: bytes });

/** Quotas of one token; null: unlimited. */
export const TokenQuotas = Limits;

const Owned = z.object({
  quotas: Limits.describe('Set for this one; null: as the instance says'),
  effective: Limits.describe('What counts; null: any number'),
  usage: z.object({ packages: z.int(), releases_today: z.int(), storage_bytes: z.int() }),
});

const Owner = {
  username: text(fieldLimits['typed username']).min(1).optional().describe('A person,'),
  org_slug: text(fieldLimits.slug).min(1).optional().describe('an organization, or'),
  token_id: z.uuid().optional().describe('a token: one of the three'),
};

/** For administrators of the platform. */
export function registerQuotas(app: Routes, services: Services): void {
  const shared = { tags: ['admin'], security: [{ bearer: [] }] };

  app.get(
    '/v1/admin/quotas',
    {
      schema: {
        ...shared,
        operationId: 'getQuotas',
        summary: 'What one owner may have, and has; or what one token may bring',
        querystring: z.object(Owner),
        response: { 200: Owned },
      },
    },
    async (request) => {
      return present(
        await services.users.getQuotas(callerOf(request, request.actor), readHolder(request.query)),
      );
    },
  );

  app.patch(
    '/v1/admin/quotas',
    {
      schema: {
        ...shared,
        operationId: 'updateQuotas',
        summary: 'Bound what one owner may have, or one token may bring; null leaves it to the instance',
        body: z.object({ ...Owner, ...Limits.partial().shape }),
        response: { 200: Owned },
      },
    },
    async (request) => {
      const { packages, releases_per_day: releasesPerDay, storage_bytes: storageBytes } = request.body;
      const caller = callerOf(request, request.actor);
      const change = { packages, releasesPerDay, storageBytes };
      return present(await services.users.setQuotas(caller, readHolder(request.body), change));
    },
  );
}

function present({ own, effective, usage }: OwnerQuotas): z.infer<typeof Owned> {
  const { packages, releasesToday: releases_today, storageBytes: storage_bytes } = usage;
  return {
    quotas: presentQuotas(own),
    effective: presentQuotas(effective),
    usage: { packages, releases_today, storage_bytes },
  };
}

type HolderQuery = { [Name in keyof typeof Owner]?: string | undefined };

function readHolder({ username, org_slug: organizationSlug, token_id: tokenId }: HolderQuery) {
  return { username, organizationSlug, tokenId };
}

export function presentQuotas({ packages, releasesPerDay, storageBytes }: Quotas): z.infer<typeof Limits> {
  return { packages, releases_per_day: releasesPerDay, storage_bytes: storageBytes };
}

/** An absent member means no limit. */
export function readQuotas(limits: {
  [Name in keyof z.infer<typeof Limits>]?: number | null | undefined;
}): Quotas {
  const {
    packages = null,
    releases_per_day: releasesPerDay = null,
    storage_bytes: storageBytes = null,
  } = limits;
  return { packages, releasesPerDay, storageBytes };
}
