import { z } from 'zod';
import type { Voucher } from '../../../domain/file-standing.ts';
import { FindingKind, Severity } from '../../../domain/findings.ts';
import { type Queryable, sql } from '../pool.ts';
import { installScriptsOfRelease } from '../releases/file-attestations.ts';
import type { PolicyOwner } from './policies.ts';

const Row = z.object({
  releaseId: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  version: z.string(),
  nameKey: z.string(),
  versionKey: z.string(),
  variantOf: z.string().nullable(),
  findings: z.array(z.object({ kind: FindingKind, severity: Severity })),
  license: z.string().nullable(),
  otherLicenses: z.array(z.string()),
  bytes: z.number(),
  filenames: z.array(z.string()),
  hasSignature: z.boolean(),
  hasAttestation: z.boolean(),
  runsScripts: z.boolean(),
  ranScriptsBefore: z.boolean(),
  isFirstOfPublisher: z.boolean(),
  uploadedAt: z.date(),
  firstFileAt: z.date().nullable(),
  lastFileAt: z.date().nullable(),
});
/** A release with the facts that policies judge. */
export type JudgedRelease = z.infer<typeof Row>;

/** Whether a release, of any ecosystem, has this voucher. */
const vouchedBy = (voucher: Voucher) => sql.fragment`exists (select from file_standings
  where file_standings.release_id = releases.id and ${voucher} = any(file_standings.vouchers))`;

/** The total size of all files, and of separately uploaded parts, each counted once. */
const bytes = sql.fragment`coalesce((select sum(artifacts.size_bytes) from artifacts where artifacts.release_id = releases.id), 0)
  + coalesce((select sum(parts.size_bytes) from (
    select distinct release_blobs.sha256, release_blobs.size_bytes from release_blobs
    where release_blobs.release_id = releases.id) as parts), 0)`;

const facts = sql.fragment`
  select releases.id as release_id, packages.ecosystem, packages.name, releases.version,
    packages.name_key, releases.version_key,
    (select min(file_standings.variant_of) from file_standings
      where file_standings.release_id = releases.id) as variant_of,
    coalesce((select jsonb_agg(jsonb_build_object('kind', findings.kind, 'severity', findings.severity))
      from findings where findings.release_id = releases.id and not findings.is_resolved), '[]') as findings,
    metadata.publication ->> 'license' as license,
    array(select distinct declared.license from file_standings
      cross join lateral unnest(file_standings.licenses) as declared (license)
      where file_standings.release_id = releases.id) as other_licenses,
    (${bytes})::float8 as bytes,
    array(select artifacts.filename from artifacts where artifacts.release_id = releases.id) as filenames,
    ${vouchedBy('signature')} as has_signature,
    ${vouchedBy('attestation')} as has_attestation,
    ${installScriptsOfRelease} > 0 as runs_scripts,
    coalesce((select (${installScriptsOfRelease}) > 0
      from (select others.id from releases as others
        where others.package_id = judged.package_id and others.published_at is not null
          and others.uploaded_at < judged.uploaded_at
        order by others.uploaded_at desc limit 1) as releases), false) as ran_scripts_before,
    exists (select from releases as others where others.package_id = releases.package_id
        and others.published_at is not null and others.uploaded_at < releases.uploaded_at)
      and not exists (select from releases as others where others.package_id = releases.package_id
        and others.published_at is not null and others.uploaded_at < releases.uploaded_at
        and others.published_by = releases.published_by) as is_first_of_publisher,
    releases.uploaded_at,
    (select min(artifacts.uploaded_at) from artifacts where artifacts.release_id = releases.id) as first_file_at,
    (select max(artifacts.uploaded_at) from artifacts where artifacts.release_id = releases.id) as last_file_at
  from releases
  cross join lateral (select releases.package_id, releases.uploaded_at) as judged
  join packages on packages.id = releases.package_id
  join repositories on repositories.id = packages.repository_id
  join release_metadata as metadata on metadata.release_id = releases.id`;

/** Null before the release was inspected. */
export async function findFacts(db: Queryable, releaseId: string): Promise<JudgedRelease | null> {
  return db.maybeOne(sql.type(Row)`${facts} where releases.id = ${releaseId}`);
}

/** Whether other people have published versions of the package, but not this person. */
export async function isFirstOfPerson(db: Queryable, packageId: string, userId: string): Promise<boolean> {
  const { isFirst } = await db.one(sql.type(z.object({ isFirst: z.boolean() }))`
    select count(*) > 0 and not coalesce(bool_or(releases.published_by = ${userId}), false) as is_first
    from releases where releases.package_id = ${packageId} and releases.published_at is not null`);
  return isFirst;
}

/** Visible releases of an organization or a repository, newest first. */
export async function listFacts(
  db: Queryable,
  owner: PolicyOwner,
  limit: number,
): Promise<readonly JudgedRelease[]> {
  const whose =
    'organizationId' in owner
      ? sql.fragment`repositories.owner_org_id = ${owner.organizationId}`
      : sql.fragment`repositories.id = ${owner.repositoryId}`;
  return db.any(sql.type(Row)`
    ${facts} where ${whose} and releases.state = 'published'
    order by releases.uploaded_at desc, releases.id limit ${limit}`);
}

const Cooling = z.object({ id: z.string(), packageId: z.string() });

/** Releases that are held only for a cool-down. */
export async function listCooling(
  db: Queryable,
  reason: string,
  limit: number,
): Promise<readonly z.infer<typeof Cooling>[]> {
  return db.any(sql.type(Cooling)`
    select releases.id, releases.package_id from releases
    where releases.state = 'quarantine' and releases.status_reason = ${reason}
      and not exists (select from release_decisions
        where release_decisions.release_id = releases.id and release_decisions.settled_at is null)
    order by releases.uploaded_at limit ${limit}`);
}
