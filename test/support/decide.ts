import { randomUUID } from 'node:crypto';
import { fileSetOf, type NamedFile } from '../../domain/file-set.ts';
import { decidedSignal, type NotedDecision } from '../../workflows/definitions.ts';
import type { Crate } from './crates.ts';
import { query } from './database.ts';
import type { SharedPlatform } from './platform.ts';
import { openWorkflows, publishId } from './workflows.ts';

/** Records a decision on a held release as the management API does, and sends the signal that wakes the workflow. */
export async function decide(
  platform: SharedPlatform,
  crate: Crate,
  kind: NotedDecision['kind'],
): Promise<void> {
  await recordDecision(platform, crate, kind);
  await using client = openWorkflows(platform.temporal);
  await client.workflow.getHandle(publishId(crate)).signal(decidedSignal);
}

/** Records a decision about the current files, without a signal to the workflow. */
export async function recordDecision(
  platform: SharedPlatform,
  crate: Pick<Crate, 'name' | 'version'>,
  kind: NotedDecision['kind'],
): Promise<void> {
  const files = await query<NamedFile>(
    platform.databaseUrl,
    `select artifacts.filename, artifacts.sha256
     from artifacts join releases on releases.id = artifacts.release_id join packages on packages.id = releases.package_id
     where packages.name = $1 and releases.version = $2 and artifacts.extracted_from is null`,
    [crate.name, crate.version],
  );
  const named = fileSetOf(files);
  await query(
    platform.databaseUrl,
    `insert into release_decisions (id, release_id, kind, reason, ip_address, files, files_digest)
     select $1, releases.id, $2, 'looked at', '127.0.0.1', $5, $6
     from releases join packages on packages.id = releases.package_id
     where packages.name = $3 and releases.version = $4`,
    [randomUUID(), kind, crate.name, crate.version, JSON.stringify(named.files), named.digest],
  );
}

/** The findings of all releases of the crate. */
export async function listFindings(
  platform: SharedPlatform,
  crate: Crate,
): Promise<{ scanner: string; is_resolved: boolean }[]> {
  return query(
    platform.databaseUrl,
    `select findings.scanner, findings.is_resolved
     from findings join packages on packages.id = findings.package_id where packages.name = $1`,
    [crate.name],
  );
}

/** Resolves every finding of the crate's releases as a false positive. */
export async function resolveFindings(platform: SharedPlatform, crate: Pick<Crate, 'name'>): Promise<void> {
  await query(
    platform.databaseUrl,
    `update findings set is_resolved = true, resolution = 'false_positive', resolved_at = now()
     from packages where packages.id = findings.package_id and packages.name = $1`,
    [crate.name],
  );
}
