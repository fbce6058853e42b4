import { sha256Hex } from '../../../domain/digest.ts';
import type { AdvisoryFinding } from '../../../domain/advisory-finding.ts';
import { newId } from '../ids.ts';
import { type Queryable, sql } from '../pool.ts';
import { auditFindings, ChangedFinding } from './audited-findings.ts';
import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';

const scanner = 'advisories/1';

/** The note of an automatically closed finding, which may be opened again automatically. */
const noLongerAffected = 'The advisory does not name this version any more.';

/** One fingerprint per advisory and release, independent of the advisory's text. */
const fingerprintOf = (advisoryId: string) =>
  sha256Hex(JSON.stringify(['advisory', advisoryId])).slice(0, 32);

/**
 * Merges the advisories about a release with its stored findings. A person's decisions stay; a finding without a
 * current advisory is closed. True if anything changed.
 */
export async function saveAdvisoryFindings(
  db: Queryable,
  release: { id: string; packageId: string },
  found: readonly AdvisoryFinding[],
): Promise<boolean> {
  const opened = await insertNew(db, release, found);
  const reopened = await reopenTold(db, release, found);
  const reworded = await describeAnew(db, release, found);
  const closed = await closeUntold(db, release, found);
  return opened + reopened + reworded + closed > 0;
}

function rowsOf(found: readonly AdvisoryFinding[]) {
  const rows = found.map(({ advisoryId, kind, severity, title, description }) => ({
    id: newId(),
    fingerprint: fingerprintOf(advisoryId),
    advisory_id: advisoryId,
    kind,
    severity,
    title,
    description,
  }));
  return sql.fragment`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (id uuid, fingerprint text,
    advisory_id text, kind text, severity text, title text, description text)`;
}

async function insertNew(
  db: Queryable,
  release: { id: string; packageId: string },
  found: readonly AdvisoryFinding[],
): Promise<number> {
  if (found.length === 0) return 0;
  const opened = await db.any(sql.type(ChangedFinding)`
    insert into findings (id, package_id, release_id, fingerprint, kind, severity, title, description,
      advisory_id, scanner)
    select told.id, ${release.packageId}, ${release.id}, told.fingerprint, told.kind, told.severity, told.title,
      told.description, told.advisory_id, ${scanner}
    from ${rowsOf(found)}
    on conflict (release_id, fingerprint) do nothing
    returning findings.id, findings.kind, findings.severity, findings.title`);
  await auditFindings(db, 'security_finding_create', release, opened);
  return opened.length;
}

async function reopenTold(
  db: Queryable,
  release: { id: string; packageId: string },
  found: readonly AdvisoryFinding[],
): Promise<number> {
  const reopened = await db.any(sql.type(ChangedFinding)`
    update findings set is_resolved = false, resolution = null, resolved_at = null, note = null
    where findings.release_id = ${release.id} and findings.is_resolved and findings.resolved_by is null
      and findings.note = ${noLongerAffected} and findings.advisory_id = any(${idsOf(found)})
    returning findings.id, findings.kind, findings.severity, findings.title`);
  await auditFindings(db, 'security_finding_reopen', release, reopened);
  return reopened.length;
}

async function describeAnew(
  db: Queryable,
  release: { id: string },
  found: readonly AdvisoryFinding[],
): Promise<number> {
  if (found.length === 0) return 0;
  const changed = await db.any(sql.type(ChangedFinding)`
    update findings
    set kind = told.kind, severity = told.severity, title = told.title, description = told.description
    from ${rowsOf(found)}
    where findings.release_id = ${release.id} and findings.fingerprint = told.fingerprint
      and (findings.kind, findings.severity, findings.title, findings.description)
        is distinct from (told.kind, told.severity, told.title, told.description)
    returning findings.id, findings.kind, findings.severity, findings.title`);
  return changed.length;
}

async function closeUntold(
  db: Queryable,
  release: { id: string; packageId: string },
  found: readonly AdvisoryFinding[],
): Promise<number> {
  const closed = await db.any(sql.type(ChangedFinding)`
    update findings
    set is_resolved = true, resolution = 'not_applicable', resolved_at = now(), note = ${noLongerAffected}
    where findings.release_id = ${release.id} and findings.scanner = ${scanner} and not findings.is_resolved
      and findings.advisory_id <> all(${idsOf(found)})
    returning findings.id, findings.kind, findings.severity, findings.title`);
  await auditFindings(db, 'security_finding_resolve', release, closed, { resolution: 'not_applicable' });
  return closed.length;
}

const idsOf = (found: readonly AdvisoryFinding[]) =>
  sql.array(
    found.map(({ advisoryId }) => advisoryId),
    'text',
  );

const Matchable = z.object({ id: z.string(), nameKey: z.string() });

/** Packages named by an open advisory, or with an open finding of an advisory; by id. */
export async function listAdvised(
  db: Queryable,
  ecosystem: EcosystemId,
  { after, limit }: { after: string | null; limit: number },
): Promise<readonly z.infer<typeof Matchable>[]> {
  return db.any(sql.type(Matchable)`
    select packages.id, packages.name_key from packages
    where packages.ecosystem = ${ecosystem} and (${after}::uuid is null or packages.id > ${after}::uuid)
      and (exists (select from advisories
          where advisories.ecosystem = ${ecosystem} and advisories.withdrawn_at is null
            and advisories.name_keys @> array[packages.name_key])
        or exists (select from findings
          where findings.package_id = packages.id and findings.scanner = ${scanner} and not findings.is_resolved))
    order by packages.id
    limit ${limit}`);
}

const Version = z.object({ id: z.string(), packageId: z.string(), versionKey: z.string() });

/** Releases of a package that are visible, or held after a scan. */
export async function listMatchable(
  db: Queryable,
  packageId: string,
): Promise<readonly z.infer<typeof Version>[]> {
  return db.any(sql.type(Version)`
    select releases.id, releases.package_id, releases.version_key from releases
    where releases.package_id = ${packageId} and (releases.state = 'published'
      or (releases.state = 'quarantine' and releases.status_reason is not null
        and exists (select from release_metadata where release_metadata.release_id = releases.id)))
    order by releases.id`);
}
