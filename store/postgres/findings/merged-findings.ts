import type { ScanFinding, Severity } from '../../../domain/findings.ts';
import { type Queryable, sql } from '../pool.ts';
import { auditFindings, ChangedFinding } from './audited-findings.ts';
import { fingerprint, saveFindings } from './findings.ts';

/** The findings of the scanners about one file or part of a release in a rescan. */
export interface Rescanned {
  of: { filename: string } | { part: string };
  findings: readonly ScanFinding[];
  /** Whether the list is truncated: then a missing finding proves nothing. */
  isCut: boolean;
}

/** The note of an automatically closed finding, which may be opened again automatically. */
const noLongerFound = 'Scanners do not find it any more.';

/**
 * Merges new findings with stored ones by fingerprint. A person's decisions stay. A missing finding is closed, unless
 * it blocks: only a person may close that. `scanners`: names of the scanners that ran.
 */
export async function mergeFindings(
  db: Queryable,
  release: { id: string; packageId: string },
  { of, findings, isCut }: Rescanned,
  scanners: readonly string[],
): Promise<void> {
  const file = 'part' in of ? of.part : of.filename;
  await reopenFound(db, release, file, findings);
  await saveFindings(db, { ...release, ...of }, findings);
  await weighAnew(db, release, file, findings);
  if (!isCut) await closeVanished(db, release, file, findings, scanners);
}

async function reopenFound(
  db: Queryable,
  release: { id: string; packageId: string },
  file: string,
  findings: readonly ScanFinding[],
): Promise<void> {
  const reopened = await db.any(sql.type(ChangedFinding)`
    update findings set is_resolved = false, resolution = null, resolved_at = null, note = null
    where findings.release_id = ${release.id} and findings.is_resolved and findings.resolved_by is null
      and findings.note = ${noLongerFound}
      and findings.fingerprint = any(${sql.array(fingerprintsOf(findings, file), 'text')})
    returning findings.id, findings.kind, findings.severity, findings.title`);
  await auditFindings(db, 'security_finding_reopen', release, reopened);
}

/** Stores the current severity of earlier findings too, because scanners improve. Critical findings stay critical. */
async function weighAnew(
  db: Queryable,
  release: { id: string },
  file: string,
  findings: readonly ScanFinding[],
): Promise<void> {
  const bySeverity = Map.groupBy(findings, ({ severity }): Severity => severity);
  for (const [severity, ofIt] of bySeverity) {
    await db.query(sql.typeAlias('void')`
      update findings set severity = ${severity}
      where findings.release_id = ${release.id} and findings.severity not in (${severity}, 'critical')
        and findings.artifact_filename = ${file}
        and findings.fingerprint = any(${sql.array(fingerprintsOf(ofIt, file), 'text')})`);
  }
}

async function closeVanished(
  db: Queryable,
  release: { id: string; packageId: string },
  file: string,
  findings: readonly ScanFinding[],
  scanners: readonly string[],
): Promise<void> {
  const closed = await db.any(sql.type(ChangedFinding)`
    update findings
    set is_resolved = true, resolution = 'false_positive', resolved_at = now(), note = ${noLongerFound}
    where findings.release_id = ${release.id} and findings.artifact_filename = ${file}
      and not findings.is_resolved and findings.severity <> 'critical' and findings.kind <> 'malware'
      and split_part(findings.scanner, '/', 1) = any(${sql.array([...scanners], 'text')})
      and findings.fingerprint <> all(${sql.array(fingerprintsOf(findings, file), 'text')})
    returning findings.id, findings.kind, findings.severity, findings.title`);
  await auditFindings(db, 'security_finding_resolve', release, closed, { resolution: 'false_positive' });
}

function fingerprintsOf(findings: readonly ScanFinding[], file: string): string[] {
  return findings.map((finding) => fingerprint(finding, file));
}
