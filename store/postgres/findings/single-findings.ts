import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { Severity } from '../../../domain/findings.ts';
import type { Window } from '../../../domain/paging.ts';
import { isNamed } from '../packages/named.ts';
import { mayWhere, packageRights } from '../packages/rights.ts';
import { type Queryable, sql } from '../pool.ts';
import { findingColumns, findingSource, ListedFinding, worstFirst } from './finding-list.ts';
import type { FindingsOfOrganization } from './findings-of-organization.ts';

const SingleFinding = ListedFinding.extend({
  ecosystem: EcosystemId,
  packageName: z.string(),
  packageId: z.string(),
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
});
/** A finding with its package. */
export type SingleFinding = z.infer<typeof SingleFinding>;

/** Single findings, worst and newest first, limited to packages and releases that the actor may see. */
export async function listSingleFindings(
  db: Queryable,
  actor: Actor,
  {
    organizationId,
    severities = Severity.options,
    ecosystem,
    nameKeys,
    isResolved,
  }: FindingsOfOrganization & { isResolved?: boolean | undefined },
  window: Window,
): Promise<readonly SingleFinding[]> {
  const oversees = mayWhere(actor, 'oversee', packageRights);
  return db.any(sql.type(SingleFinding)`
    select ${findingColumns}, packages.ecosystem, packages.name as package_name, packages.id as package_id,
      packages.repository_id, packages.namespace_id
    from ${findingSource}
    join packages on packages.id = findings.package_id
    join repositories on repositories.id = packages.repository_id
    where repositories.owner_org_id = ${organizationId}
      and findings.severity = any(${sql.array([...severities], 'text')})
      and (${isResolved ?? null}::boolean is null or findings.is_resolved = ${isResolved ?? null})
      and (${ecosystem ?? null}::text is null or packages.ecosystem = ${ecosystem ?? null})
      and ${isNamed({ nameKeys })}
      and (releases.state = 'published' or ${oversees})
      and (('quarantined' not in (packages.visibility, repositories.visibility)
          and ${mayWhere(actor, 'read', packageRights)})
        or ${oversees})
      and ${worstFirst.behind(window)}
    ${worstFirst.page(window)}`);
}
