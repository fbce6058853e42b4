import { z } from 'zod';
import type { Quotas, Usage } from '../../../domain/quotas.ts';
import { sql, type Transaction } from '../pool.ts';

const Count = z.object({ packages: z.number(), releasesToday: z.number() });

/**
 * What the owner has, until the transaction ends: whoever else asks for the same owner waits. Counts no further than
 * what decides.
 */
export async function lockUsage(
  tx: Transaction,
  { ownerUserId, ownerOrgId }: { ownerUserId: string | null; ownerOrgId: string | null },
  quotas: Quotas,
): Promise<Usage> {
  const key = `usage:${ownerOrgId ?? ownerUserId}`;
  await tx.query(sql.typeAlias('void')`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const owned = sql.fragment`
    (repositories.owner_user_id = ${ownerUserId}::uuid or repositories.owner_org_id = ${ownerOrgId}::uuid)`;
  return tx.one(sql.type(Count)`
    select
      (select count(*)::integer from (
        select from packages
        join repositories on repositories.id = packages.repository_id
        where ${owned}
        limit ${(quotas.packages ?? 0) + 1}) as some_packages) as packages,
      (select count(*)::integer from (
        select from releases
        join packages on packages.id = releases.package_id
        join repositories on repositories.id = packages.repository_id
        where ${owned} and releases.uploaded_at > now() - interval '24 hours'
        limit ${(quotas.releasesPerDay ?? 0) + 1}) as some_releases) as releases_today`);
}
