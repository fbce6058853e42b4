import type { Actor } from '../../domain/actor.ts';
import { isAuthorized, may } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import type { Window } from '../../domain/paging.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  listOrganizationFindings,
  type OrganizationFinding,
} from '../../store/postgres/findings/organization-findings.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { walk } from '../audit/walk.ts';
import { requireMembership } from '../organizations/teams.ts';
import type { Platform } from '../platform.ts';
import type { FindingsFilter } from './of-organization.ts';
import { shownTo } from './shown.ts';

export interface EachFilter extends FindingsFilter {
  /** Absent: open and resolved ones. */
  isResolved?: boolean | undefined;
}

/** A finding in a package of an organization, as its reader may know it. */
export interface FindingInPackage extends Omit<OrganizationFinding, 'repositoryId' | 'namespaceId'> {
  /** Resolve and reopen; the operations check again. */
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

/** All of them, a part at a time; the export is recorded in the audit log. @throws as {@link listEachOfOrganization}, before the first */
export async function exportEachOfOrganization(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  filter: EachFilter,
): Promise<AsyncGenerator<FindingInPackage>> {
  const { id } = await requireMembership(pool, caller, slug);
  await writeAudit(pool, {
    action: 'export_create',
    performer: performedBy(caller),
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
  const found = await listOrganizationFindings(pool, actor, filter, window);
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

export const findingColumns = [
  'id',
  'ecosystem',
  'package',
  'version',
  'kind',
  'severity',
  'title',
  'advisory_id',
  'file',
  'path',
  'line',
  'detected_at',
  'is_resolved',
  'resolution',
  'note',
  'resolved_by',
  'resolved_at',
];

/** Findings as rows of a spreadsheet with {@link findingColumns}. */
export async function* findingRows(
  findings: AsyncIterable<FindingInPackage>,
): AsyncGenerator<Record<string, string | number | null>> {
  for await (const finding of findings) {
    yield {
      id: finding.id,
      ecosystem: finding.ecosystem,
      package: finding.packageName,
      version: finding.releaseVersion,
      kind: finding.kind,
      severity: finding.severity,
      title: finding.title,
      advisory_id: finding.advisoryId,
      file: finding.artifactFilename,
      path: finding.file,
      line: finding.line,
      detected_at: finding.detectedAt.toISOString(),
      is_resolved: String(finding.isResolved),
      resolution: finding.resolution,
      note: finding.note,
      resolved_by: finding.resolvedBy,
      resolved_at: finding.resolvedAt?.toISOString() ?? null,
    };
  }
}
