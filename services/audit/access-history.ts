import { z } from 'zod';
import type { Caller } from '../../domain/caller.ts';
import type { Placed, Window } from '../../domain/paging.ts';
import {
  type AccessEntry,
  type AccessFilter,
  listAccessHistory,
} from '../../store/postgres/audit/access-history.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { authorizeLog } from './organization-log.ts';
import { walk } from './walk.ts';
import type { Platform } from '../platform.ts';
import { recordExport } from './record-export.ts';

type Filter = Omit<AccessFilter, 'targetOrgId'>;

/** A change of the access of an organization's team. */
export interface AccessChange extends Placed {
  entry: AccessEntry;
  scope: 'package' | 'repository' | 'namespace';
  event: 'granted' | 'revoked' | 'updated';
  teamId: string;
  teamSlug: string;
  target: string;
  permissions: readonly string[];
  previousPermissions: readonly string[];
  summary: string;
}

/** Newest first. @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
export async function readAccessHistory(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  filter: Filter,
  window: Window,
): Promise<AccessChange[]> {
  const targetOrgId = await authorizeLog(pool, caller, slug);
  const found = await listAccessHistory(pool, { ...filter, targetOrgId }, window);
  return found.map(changeOf);
}

/**
 * Exports the history in batches; the export is recorded in the audit log.
 * @throws as {@link readAccessHistory}, before the first entry
 */
export async function exportAccessHistory(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  filter: Filter,
): Promise<AsyncGenerator<AccessChange>> {
  const targetOrgId = await authorizeLog(pool, caller, slug);
  await recordExport(pool, caller, {
    targetOrgId,
    metadata: { slug, what: 'access_history' },
  });
  return changes(pool, { ...filter, targetOrgId });
}

async function* changes(pool: Pool, filter: AccessFilter): AsyncGenerator<AccessChange> {
  const entries = walk((window) => listAccessHistory(pool, filter, window));
  for await (const entry of entries) yield changeOf(entry);
}

const scopes: Record<string, AccessChange['scope']> = {
  team_package_access_update: 'package',
  team_repository_access_update: 'repository',
  team_namespace_access_update: 'namespace',
};

const Facts = z.object({
  team_id: z.string().default(''),
  team: z.string(),
  target: z.string(),
  permissions: z.string(),
  previous_permissions: z.string().default(''),
});

function changeOf(entry: AccessEntry): AccessChange {
  const { team_id: teamId, team: teamSlug, target, ...facts } = Facts.parse(entry.metadata);
  const permissions = words(facts.permissions);
  const previousPermissions = words(facts.previous_permissions);
  const now = permissions.length === 0 ? 'nothing' : permissions.join(', ');
  return {
    entry,
    position: entry.position,
    scope: scopes[entry.action] ?? 'package',
    event: permissions.length === 0 ? 'revoked' : previousPermissions.length === 0 ? 'granted' : 'updated',
    teamId,
    teamSlug,
    target,
    permissions,
    previousPermissions,
    summary: `${teamSlug} has ${now} on ${target}`,
  };
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}
