import { isHosted } from './address.ts';
import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql } from '../pool.ts';

const GuardedRow = z.object({ name: z.string(), downloads: z.number() });

/** From so many downloads on, a name is guarded against similar ones. */
const guardedFrom = 100;

/**
 * Popular public packages of other owners with a name similar to a new one, for a closer comparison. An
 * organization can allow similar names in its policy.
 */
export async function listGuardedNames(
  db: Queryable,
  { ecosystem, nameKey }: { ecosystem: EcosystemId; nameKey: string },
  owner: { ownerUserId: string | null; ownerOrgId: string | null },
): Promise<readonly z.infer<typeof GuardedRow>[]> {
  return db.any(sql.type(GuardedRow)`
    select packages.name_key as name, packages.download_count as downloads
    from packages
    join repositories on repositories.id = packages.repository_id
    where packages.ecosystem = ${ecosystem} and packages.name_key <> ${nameKey}
      and packages.name_key % ${nameKey} and ${isHosted} and packages.readable_releases > 0
      and packages.download_count > ${guardedFrom}
      and packages.visibility = 'public' and repositories.visibility = 'public'
      and coalesce(repositories.owner_user_id <> ${owner.ownerUserId}::uuid, true)
      and coalesce(repositories.owner_org_id <> ${owner.ownerOrgId}::uuid, true)
      and not exists (select from policies
        where policies.organization_id = repositories.owner_org_id
          and policies.document @> '{"allow_similar_names": true}')
    order by similarity(packages.name_key, ${nameKey}) desc
    limit 20`);
}
