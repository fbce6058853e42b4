import { isAuthorized } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Severity } from '../../domain/findings.ts';
import type { Window } from '../../domain/paging.ts';
import {
  type AffectedPackage,
  type FindingsSummary,
  listAffected,
  sumUpFindings,
} from '../../store/postgres/findings/findings-of-organization.ts';
import { walk } from '../audit/walk.ts';
import { targetOf } from '../organizations/get.ts';
import { requireMembership } from '../organizations/teams.ts';
import type { Platform } from '../platform.ts';
import { recordExport } from '../audit/record-export.ts';

export type { AffectedPackage, FindingsSummary };

export interface FindingsFilter {
  severities?: readonly Severity[] | undefined;
  ecosystem?: string | undefined;
  /** Canonical names; findings in any of these packages match. */
  nameKeys?: readonly string[] | undefined;
}

interface FindingsPage {
  summary: FindingsSummary;
  packages: (AffectedPackage & { canManageSecurity: boolean })[];
}

/**
 * Packages of an organization with open findings, for its members.
 * @throws DomainError `unauthenticated`, `not_found`
 */
export async function listOrganizationFindings(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  filter: FindingsFilter,
  window: Window,
): Promise<FindingsPage> {
  const { actor } = caller;
  const organization = await requireMembership(pool, caller, slug);
  const wanted = { ...filter, organizationId: organization.id };
  const found = await listAffected(pool, actor, wanted, window);
  const target = targetOf(organization);
  const packages = found.map((pkg) => ({
    ...pkg,
    canManageSecurity: isAuthorized(actor, 'triage', { ...target, ...pkg }),
  }));
  return { summary: await sumUpFindings(pool, actor, wanted), packages };
}

/**
 * Exports all findings in batches; the export is recorded in the audit log.
 * @throws as {@link listOrganizationFindings}, before the first
 */
export async function exportOrganizationFindings(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  filter: FindingsFilter,
): Promise<AsyncGenerator<AffectedPackage>> {
  const { id } = await requireMembership(pool, caller, slug);
  await recordExport(pool, caller, {
    targetOrgId: id,
    metadata: { slug, what: 'security_findings' },
  });
  const wanted = { ...filter, organizationId: id };
  return walk((window) => listAffected(pool, caller.actor, wanted, window));
}
