import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { ReleaseState, type Release } from '../../../domain/release.ts';
import { Publication } from '../../../domain/publication.ts';
import { type Queryable, sql } from '../pool.ts';

/** An artifact in the form of `jsonb_build_object`. */
export const ArtifactJson = z.object({
  id: z.string(),
  kind: z.string(),
  filename: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  sha512: z.string(),
  sha1: z.string(),
  md5: z.string(),
  uploadedAt: z.coerce.date(),
  metadata: z.unknown().optional(),
});

const ReleaseRow = z.object({
  id: z.string(),
  packageId: z.string(),
  version: z.string(),
  versionKey: z.string(),
  state: ReleaseState,
  statusReason: z.string().nullable(),
  isYanked: z.boolean(),
  yankReason: z.string().nullable(),
  isDeprecated: z.boolean(),
  deprecationMessage: z.string().nullable(),
  isPrerelease: z.boolean(),
  publishedBy: z.string().nullable(),
  uploadedAt: z.date(),
  publishedAt: z.date().nullable(),
  isHeldByPlatform: z.boolean(),
  workflowId: z.string(),
  uploadId: z.string(),
  uploadSha256: z.string(),
  publication: Publication.nullable(),
  artifacts: z.array(ArtifactJson),
  signatures: z.array(z.object({ keyId: z.string(), signature: z.string() })),
});

/** A release row with the facts for the publish workflow, in addition to those for documents. */
export interface ReleaseRow extends Release {
  /** Only the platform ends the hold. */
  isHeldByPlatform: boolean;
  workflowId: string;
  uploadId: string;
  uploadSha256: string;
  yankReason: string | null;
  publication: Publication | null;
}

const selectRelease = sql.fragment`
  select releases.id, releases.package_id, releases.version, releases.version_key, releases.state,
    releases.status_reason, releases.is_yanked, releases.yank_reason, releases.is_deprecated, releases.deprecation_message,
    releases.is_prerelease, releases.published_by, releases.uploaded_at, releases.published_at,
    releases.is_held_by_platform, releases.workflow_id, releases.upload_id, releases.upload_sha256,
    release_metadata.publication - 'readme' || '{"readme": null}' as publication,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', artifacts.id, 'kind', artifacts.kind, 'filename', artifacts.filename,
        'contentType', artifacts.content_type, 'sizeBytes', artifacts.size_bytes,
        'sha256', artifacts.sha256, 'sha512', artifacts.sha512, 'sha1', artifacts.sha1,
        'md5', artifacts.md5, 'uploadedAt', artifacts.uploaded_at)
          || case when artifacts.metadata is null then '{}' else jsonb_build_object('metadata', artifacts.metadata) end
        order by artifacts.filename)
      from artifacts where artifacts.release_id = releases.id), '[]') as artifacts,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'keyId', release_signatures.key_id, 'signature', release_signatures.signature)
        order by release_signatures.key_id)
      from release_signatures where release_signatures.release_id = releases.id), '[]') as signatures
  from releases
  left join release_metadata on release_metadata.release_id = releases.id`;

function toRelease(row: z.infer<typeof ReleaseRow>): ReleaseRow {
  return { ...row, metadata: row.publication?.metadata ?? {} };
}

/** All releases of a package in the order of their first visibility, those never visible last. */
export async function listReleases(db: Queryable, packageId: string): Promise<ReleaseRow[]> {
  const rows = await db.any(sql.type(ReleaseRow)`
    ${selectRelease} where releases.package_id = ${packageId}
    order by releases.published_at nulls last, releases.uploaded_at, releases.id`);
  return rows.map(toRelease);
}

const Standing = z.object({ versionKey: z.string(), state: ReleaseState, publishedAt: z.date().nullable() });

/** The versions of a package in any state, without other facts. */
export async function listStandings(
  db: Queryable,
  packageId: string,
): Promise<readonly z.infer<typeof Standing>[]> {
  return db.any(sql.type(Standing)`
    select releases.version_key, releases.state, releases.published_at
    from releases where releases.package_id = ${packageId}`);
}

export async function listReleasesByKeys(
  db: Queryable,
  packageId: string,
  versionKeys: readonly string[],
): Promise<ReleaseRow[]> {
  const rows = await db.any(sql.type(ReleaseRow)`
    ${selectRelease} where releases.package_id = ${packageId}
      and releases.version_key = any(${sql.array([...versionKeys], 'text')})
    order by releases.published_at nulls last, releases.uploaded_at, releases.id`);
  return rows.map(toRelease);
}

/** Records the version key of the release that this one is about. */
export async function setSubject(db: Queryable, id: string, subject: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update releases set subject = ${subject} where releases.id = ${id}`);
}

export async function findRelease(
  db: Queryable,
  packageId: string,
  versionKey: string,
): Promise<ReleaseRow | null> {
  const row = await db.maybeOne(sql.type(ReleaseRow)`
    ${selectRelease} where releases.package_id = ${packageId} and releases.version_key = ${versionKey}`);
  return row && toRelease(row);
}

export async function findReleaseById(db: Queryable, releaseId: string): Promise<ReleaseRow | null> {
  const row = await db.maybeOne(sql.type(ReleaseRow)`
    ${selectRelease} where releases.id = ${releaseId}`);
  return row && toRelease(row);
}

/** Null also for a text that is not an id: a client of the workflow service can send any text. */
export async function findReleaseByUpload(db: Queryable, uploadId: string): Promise<ReleaseRow | null> {
  if (!isUuid(uploadId)) return null;
  const row = await db.maybeOne(sql.type(ReleaseRow)`
    ${selectRelease} where releases.upload_id = ${uploadId}`);
  return row && toRelease(row);
}

export interface NewRelease {
  id: string;
  packageId: string;
  version: string;
  versionKey: string;
  publishedBy: string | null;
  uploadId: string;
  uploadSha256: string;
  workflowId: string;
  /** Version of the same package that the release is about. */
  subject: string | null;
}

/** False if the version is taken. */
export async function insertRelease(db: Queryable, release: NewRelease): Promise<boolean> {
  const created = await db.maybeOne(sql.typeAlias('id')`
    insert into releases (id, package_id, version, version_key, state, published_by, upload_id,
      upload_sha256, workflow_id, subject)
    values (${release.id}, ${release.packageId}, ${release.version}, ${release.versionKey}, 'quarantine',
      ${release.publishedBy}, ${release.uploadId}, ${release.uploadSha256}, ${release.workflowId},
      ${release.subject})
    on conflict (package_id, version_key) do nothing
    returning id`);
  return created !== null;
}

/** Sets the state. The job of the owning workflow waits exactly while the release is held. */
export async function setReleaseState(
  db: Queryable,
  releaseId: string,
  state: ReleaseState,
  statusReason: string | null,
): Promise<void> {
  const waitsFor = state === 'quarantine' ? statusReason : null;
  await db.query(sql.typeAlias('void')`
    with carried as (
      update jobs
      set status = ${waitsFor === null ? 'running' : 'waiting'}, waits_for = ${waitsFor}, updated_at = now()
      from releases
      where releases.id = ${releaseId} and jobs.workflow_id = releases.workflow_id
        and jobs.kind in ('publish_release', 'hold_release') and jobs.completed_at is null)
    update releases
    set state = ${state}, status_reason = ${statusReason},
      published_at = case when ${state} = 'published'
        then coalesce(releases.published_at, now()) else releases.published_at end,
      is_held_by_platform = ${state} = 'quarantine' and releases.is_held_by_platform
    where releases.id = ${releaseId}`);
}

/** Records whether the platform holds a hidden release. A release that leaves quarantine is not held. */
export async function setHeldByPlatform(db: Queryable, releaseId: string, isHeld: boolean): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update releases set is_held_by_platform = ${isHeld} where releases.id = ${releaseId}`);
}

export async function setYanked(
  db: Queryable,
  releaseId: string,
  isYanked: boolean,
  reason: string | null,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update releases set is_yanked = ${isYanked}, yank_reason = ${reason},
      yanked_at = case when ${isYanked} then coalesce(releases.yanked_at, now()) end
    where releases.id = ${releaseId}`);
}

/** Null removes the deprecation. */
export async function setDeprecated(db: Queryable, releaseId: string, message: string | null): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update releases set is_deprecated = ${message !== null}, deprecation_message = ${message}
    where releases.id = ${releaseId}`);
}

/** Removes a release that was never visible, with its artifact rows, metadata and findings. */
export async function deleteRelease(db: Queryable, releaseId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from releases where releases.id = ${releaseId} and releases.published_at is null`);
}

/** Removes all releases of a package that has only rejected ones, never visible to a reader. Hold the package lock. */
export async function deleteUnseenReleases(db: Queryable, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from releases
    where releases.package_id = ${packageId}
      and not exists (select from releases as other
        where other.package_id = ${packageId}
          and (other.published_at is not null or other.state <> 'rejected'))`);
}

export async function saveInspection(
  db: Queryable,
  release: { id: string; ecosystem: string },
  publication: Publication,
  files: readonly { path: string; size: number }[],
  listed: Readonly<Record<string, unknown>> | null = null,
): Promise<void> {
  const metadata = JSON.stringify(publication.metadata);
  await db.query(sql.typeAlias('void')`
    with flagged as (
      update releases
      set is_prerelease = ${publication.isPrerelease}, metadata_bytes = ${Buffer.byteLength(metadata)}
      where releases.id = ${release.id})
    insert into release_metadata (release_id, ecosystem, publication, files, listed)
    values (${release.id}, ${release.ecosystem}, ${sql.jsonb(publication)}, ${sql.jsonb(files)},
      ${listed === null ? null : sql.jsonb(listed)})
    on conflict (release_id) do update
    set publication = excluded.publication, files = excluded.files, listed = excluded.listed`);
}
