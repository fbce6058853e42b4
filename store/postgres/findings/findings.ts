import { z } from 'zod';
import { wholeFile } from '../../../domain/archive.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import { FindingKind, Severity, type ScanFinding } from '../../../domain/findings.ts';
import { newId } from '../ids.ts';
import { type Queryable, sql } from '../pool.ts';
import { auditFindings, ChangedFinding } from './audited-findings.ts';

/**
 * Equal for equal findings, so that a repeated scan adds nothing and keeps resolutions. Findings of different files
 * always differ.
 */
export function fingerprint(finding: ScanFinding, of: string): string {
  const { kind, title, file, line } = finding;
  return sha256Hex(JSON.stringify([kind, title, file === of ? wholeFile : file, line, of])).slice(0, 32);
}

/**
 * Saves findings; new ones get an audit entry. `part`: the digest of a separately uploaded part, instead of a file of
 * the release.
 */
export async function saveFindings(
  db: Queryable,
  release: { id: string; packageId: string } & ({ filename: string } | { part: string }),
  findings: readonly ScanFinding[],
): Promise<void> {
  if (findings.length === 0) return;
  const filename = 'part' in release ? release.part : release.filename;
  const rows = findings.map(
    (
      finding,
    ) => sql.fragment`(${newId()}::uuid, ${release.packageId}::uuid, ${release.id}::uuid, ${filename}::text,
      ${fingerprint(finding, filename)}::text, ${finding.kind}::text, ${finding.severity}::text, ${finding.title}::text,
      ${finding.description}::text, ${finding.file}::text, ${finding.line}::integer, ${finding.scanner}::text,
      (select similar_packages.id from packages
        join packages as similar_packages on similar_packages.ecosystem = packages.ecosystem
          and similar_packages.origin is null
        where packages.id = ${release.packageId} and similar_packages.name_key = ${finding.similarTo ?? null}))`,
  );
  const opened = await db.any(sql.type(ChangedFinding)`
    insert into findings (id, package_id, release_id, artifact_filename, fingerprint, kind, severity,
      title, description, file, line, scanner, similar_package_id)
    select found.id, found.package_id, found.release_id, found.artifact_filename, found.fingerprint, found.kind,
      found.severity, found.title, found.description, found.file, found.line, found.scanner, found.similar_package_id
    from (values ${sql.join(rows, sql.fragment`, `)}) as found (id, package_id, release_id, artifact_filename,
      fingerprint, kind, severity, title, description, file, line, scanner, similar_package_id)
    on conflict (release_id, fingerprint) do nothing
    returning findings.id, findings.kind, findings.severity, findings.title`);
  await auditFindings(db, 'security_finding_create', release, opened);
}

const OpenFinding = z.object({
  kind: FindingKind,
  severity: Severity,
  title: z.string(),
  file: z.string().nullable(),
});

export async function listOpenFindings(
  db: Queryable,
  releaseId: string,
): Promise<readonly z.infer<typeof OpenFinding>[]> {
  return db.any(sql.type(OpenFinding)`
    select findings.kind, findings.severity, findings.title, findings.file from findings
    where findings.release_id = ${releaseId} and not findings.is_resolved`);
}

/** Reopens findings that this scanner had closed. */
export async function reopenFindingsOf(db: Queryable, releaseId: string, scanner: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update findings set is_resolved = false, resolution = null, resolved_at = null
    where findings.release_id = ${releaseId} and findings.scanner = ${scanner} and findings.is_resolved`);
}

/** Closes the findings of one scanner about a release; no-op if there are none. */
export async function resolveFindingsOf(db: Queryable, releaseId: string, scanner: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update findings set is_resolved = true, resolution = 'fixed', resolved_at = now()
    where findings.release_id = ${releaseId} and findings.scanner = ${scanner} and not findings.is_resolved`);
}
