import { z } from 'zod';
import { sql } from '../pool.ts';

export const WithheldRow = z.object({
  why: z.enum(['malware', 'quarantine', 'denied']),
  versions: z.array(z.string()).nullable(),
  reason: z.string().nullable(),
});

/** Each denial of a policy, joined with the policy. */
export const deniedHere = sql.fragment`denied_names as denied join policies on policies.id = denied.policy_id`;

/**
 * For rows of `packages` and `repositories`: versions that were visible and are now held or rejected, or are visible
 * with an open malware finding, from partial indexes with few rows; and versions that policies of the repository or
 * its owner deny.
 */
export const withheldOf = sql.fragment`coalesce((
  select jsonb_agg(jsonb_build_object('why', grouped.why, 'versions', grouped.versions, 'reason', grouped.reason)
    order by grouped.why, grouped.position)
  from (
    select 'denied' as why, denied.versions, denied.reason,
      policies.id::text || coalesce(denied.versions::text, '') as position
    from ${deniedHere}
    where denied.ecosystem = packages.ecosystem and denied.name_key = packages.name_key
      and (policies.repository_id = packages.repository_id or policies.organization_id = repositories.owner_org_id)
    union all
    select each.why, jsonb_agg(each.version_key order by each.version_key collate "C"), null, null
    from (
      select releases.version_key, min(found.why) as why
      from (
        select findings.release_id, 'malware' as why from findings
        where findings.package_id = packages.id and findings.kind = 'malware' and not findings.is_resolved
        union all
        select held.id, 'quarantine' from releases as held
        where held.package_id = packages.id and held.published_at is not null
          and held.state in ('quarantine', 'rejected')) as found
      join releases on releases.id = found.release_id
      where releases.published_at is not null and releases.state in ('published', 'quarantine', 'rejected')
      group by releases.version_key) as each
    group by each.why) as grouped), '[]')`;
