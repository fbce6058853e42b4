import type { Actor } from '../../domain/actor.ts';
import { isAuthorized, may } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Window } from '../../domain/paging.ts';
import { listSingleFindings, type SingleFinding } from '../../store/postgres/findings/single-findings.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { walk } from '../audit/walk.ts';
import { requireMembership } from '../organizations/teams.ts';
import type { Platform } from '../platform.ts';
import type { FindingsFilter } from './of-organization.ts';
import { shownTo } from './shown.ts';
import { recordExport } from '../audit/record-export.ts';

export interface EachFilter extends FindingsFilter {
  /** Absent: open and resolved findings. */
  isResolved?: boolean | undefined;
}

/** A finding in a package of an organization, limited to what its reader may see. */
export interface FindingInPackage extends Omit<SingleFinding, 'repositoryId' | 'namespaceId'> {
  /** Whether the reader may resolve and reopen it; the operations check the right again. */
  maySettle: boolean;
}

/** Single findings, worst first, for members. @throws DomainError `unauthenticated`, `not_found` */
export async function listEachOfOrganization(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  filter: EachFilter,
  window: Window,
): Promise<readonly FindingInPackage[]> {
  const { id } = await requireMembership(pool, caller, slug);
  return listFor(pool, caller.actor, { ...filter, organizationId: id }, window);
}

/**
 * Exports all findings in batches; the export is recorded in the audit log.
 * @throws as {@link listEachOfOrganization}, before the first
 */
export async function exportEachOfOrganization(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  filter: EachFilter,
): Promise<AsyncGenerator<FindingInPackage>> {
  const { id } = await requireMembership(pool, caller, slug);
  await recordExport(pool, caller, {
    targetOrgId: id,
    metadata: { slug, what: 'security_findings' },
  });
  const wanted = { ...filter, organizationId: id };
  return walk((window) => listFor(pool, caller.actor, wanted, window));
}

async function listFor(
  pool: Pool,
  actor: Actor,
  filter: EachFilter & { organizationId: string },
  window: Window,
): Promise<FindingInPackage[]> {
  const found = await listSingleFindings(pool, actor, filter, window);
  return found.map(({ repositoryId, namespaceId, ...finding }) => {
    const { packageId } = finding;
    const owned = { packageId, repositoryId, namespaceId, ownerUserId: null };
    const target = { ...owned, ownerOrgId: filter.organizationId };
    const isInsider = may(actor, 'oversee', target) || may(actor, 'triage', target);
    return {
      ...finding,
      ...shownTo(finding, actor, isInsider),
      maySettle: isAuthorized(actor, 'triage', target),
    };
  });
}
