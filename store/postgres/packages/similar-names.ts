import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql } from '../pool.ts';
import { isHosted } from './address.ts';

const NameRow = z.object({ name: z.string(), downloads: z.number() });
type NameRow = z.infer<typeof NameRow>;

/** The number of downloads above which a name is protected against similar ones. */
const guardedFrom = 100;

interface Name {
  ecosystem: EcosystemId;
  nameKey: string;
}

interface Owner {
  ownerUserId: string | null;
  ownerOrgId: string | null;
}

/**
 * Public packages of other owners with a name similar to a new one, for the scanner's own exact comparison. Private
 * names are omitted, because a finding with such a name may become public.
 */
export async function listSimilarNames(db: Queryable, name: Name, owner: Owner): Promise<readonly NameRow[]> {
  return db.any(sql.type(NameRow)`${namesLike(name, owner)}`);
}

/** The popular packages among them whose organization's policy does not allow similar names. */
export async function listGuardedNames(db: Queryable, name: Name, owner: Owner): Promise<readonly NameRow[]> {
  const isGuarded = sql.fragment`packages.download_count > ${guardedFrom}
      and not exists (select from policies
        where policies.organization_id = repositories.owner_org_id
          and policies.document @> '{"allow_similar_names": true}')`;
  return db.any(sql.type(NameRow)`${namesLike(name, owner, isGuarded)}`);
}

function namesLike(
  { ecosystem, nameKey }: Name,
  owner: Owner,
  condition: FragmentSqlToken = sql.fragment`true`,
): FragmentSqlToken {
  return sql.fragment`
    select packages.name_key as name, packages.download_count as downloads
    from packages
    join repositories on repositories.id = packages.repository_id
    where packages.ecosystem = ${ecosystem} and packages.name_key <> ${nameKey}
      and packages.name_key % ${nameKey} and ${isHosted} and packages.readable_releases > 0
      and packages.visibility = 'public' and repositories.visibility = 'public'
      and coalesce(repositories.owner_user_id <> ${owner.ownerUserId}::uuid, true)
      and coalesce(repositories.owner_org_id <> ${owner.ownerOrgId}::uuid, true)
      and ${condition}
    order by similarity(packages.name_key, ${nameKey}) desc
    limit 20`;
}
