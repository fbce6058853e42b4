import { authorizeReading } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Window } from '../../domain/paging.ts';
import { listNamedAudit, type NamedEntry } from '../../store/postgres/audit/audit-of-organization.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { requireOrganization, targetOf } from '../organizations/get.ts';
import type { AuditFilter } from './read-log.ts';
import { walk } from './walk.ts';
import type { Platform } from '../platform.ts';
import { recordExport } from './record-export.ts';

export type { NamedEntry };

type Filter = Omit<AuditFilter, 'targetOrgId'>;

/**
 * The audit log of an organization, newest first.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function readOrganizationLog(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  filter: Filter,
  window: Window,
): Promise<readonly NamedEntry[]> {
  const targetOrgId = await authorizeLog(pool, caller, slug);
  return listNamedAudit(pool, { ...filter, targetOrgId }, window);
}

/**
 * Exports the log in batches; the export is recorded in it.
 * @throws as {@link readOrganizationLog}, before the first entry
 */
export async function exportOrganizationLog(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  filter: Filter,
): Promise<AsyncGenerator<NamedEntry>> {
  const targetOrgId = await authorizeLog(pool, caller, slug);
  await recordExport(pool, caller, {
    targetOrgId,
    metadata: { slug, what: 'audit' },
  });
  const whole = { ...filter, targetOrgId };
  return walk((window) => listNamedAudit(pool, whole, window));
}

/**
 * Returns the organization's id to readers of its log.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function authorizeLog(pool: Pool, { actor }: Caller, slug: string): Promise<string> {
  const organization = await requireOrganization(pool, slug);
  const refusal = `you may not read the audit log of ${slug}`;
  authorizeReading(actor, 'read_organization_audit', { ...targetOf(organization), refusal });
  return organization.id;
}
