import { type Decision, decideSignal } from '../../workflows/contract.ts';
import type { Crate } from './crates.ts';
import { query } from './database.ts';
import type { PackagePlatform } from './platform.ts';
import { openWorkflows, publishId } from './workflows.ts';

const performer = { userId: null, tokenId: null, ipAddress: '127.0.0.1', userAgent: null };

/** A person's word on a held release, as the management API hands it to the workflow. */
export async function decide(platform: PackagePlatform, crate: Crate, kind: Decision['kind']): Promise<void> {
  await using client = openWorkflows(platform.temporal);
  const decision: Decision = { kind, reason: 'looked at', performer };
  await client.workflow.getHandle(publishId(crate)).signal(decideSignal, decision);
}

/** Of all releases of the crate. */
export async function listFindings(
  platform: PackagePlatform,
  crate: Crate,
): Promise<{ scanner: string; is_resolved: boolean }[]> {
  return query(
    platform.databaseUrl,
    `select findings.scanner, findings.is_resolved
     from findings join packages on packages.id = findings.package_id where packages.name = $1`,
    [crate.name],
  );
}

/** Every finding of the crate's release becomes a false positive. */
export async function resolveFindings(platform: PackagePlatform, crate: Crate): Promise<void> {
  await query(
    platform.databaseUrl,
    `update findings set is_resolved = true, resolution = 'false_positive', resolved_at = now()
     from packages where packages.id = findings.package_id and packages.name = $1`,
    [crate.name],
  );
}
