import { z } from 'zod';
import type { UserActor } from '../../../domain/actor.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { Window } from '../../../domain/paging.ts';
import { keyset, placed } from '../keyset.ts';
import { mayWhere, packageRights } from '../packages/rights.ts';
import { type Queryable, sql } from '../pool.ts';
import { uploadColumns, UploadRow } from './uploads.ts';

const StagedFileRow = z.object({
  uploadId: z.string(),
  releaseId: z.string(),
  kind: z.string(),
  filename: z.string(),
  contentType: z.string(),
  sha256: z.string(),
  stagedAt: z.date(),
});
export type StagedFileRow = z.infer<typeof StagedFileRow>;

const columns = sql.fragment`staged_files.upload_id, staged_files.release_id, staged_files.kind,
  staged_files.filename, staged_files.content_type, staged_files.sha256, staged_files.staged_at`;

export interface NewStagedFile extends Omit<StagedFileRow, 'stagedAt'> {
  stagedBy: string;
  /** Why the file waits separately; absent: it waits with its release. */
  heldFor?: string;
}

const Replaced = z.object({ uploadId: z.string() });

/** Returns the upload that it replaces, which is not needed any more. */
export async function saveStagedFile(db: Queryable, file: NewStagedFile): Promise<string | null> {
  const earlier = await db.maybeOne(sql.type(Replaced)`
    select staged_files.upload_id from staged_files
    where staged_files.release_id = ${file.releaseId} and staged_files.filename = ${file.filename}
    for update`);
  await db.query(sql.typeAlias('void')`
    insert into staged_files (upload_id, release_id, kind, filename, content_type, sha256, staged_by, held_for)
    values (${file.uploadId}, ${file.releaseId}, ${file.kind}, ${file.filename}, ${file.contentType},
      ${file.sha256}, ${file.stagedBy}, ${file.heldFor ?? null})
    on conflict (release_id, filename) do update set
      upload_id = excluded.upload_id, kind = excluded.kind, content_type = excluded.content_type,
      sha256 = excluded.sha256, staged_by = excluded.staged_by, held_for = excluded.held_for,
      staged_at = case when staged_files.upload_id = excluded.upload_id then staged_files.staged_at else now() end`);
  return earlier === null || earlier.uploadId === file.uploadId ? null : earlier.uploadId;
}

export async function listStagedFilesOf(db: Queryable, releaseId: string): Promise<readonly StagedFileRow[]> {
  return db.any(sql.type(StagedFileRow)`
    select ${columns} from staged_files where staged_files.release_id = ${releaseId}
    order by staged_files.filename`);
}

const WaitingFile = UploadRow.extend({
  kind: z.string(),
  filename: z.string(),
  contentType: z.string(),
  stagedAt: z.date(),
  isSigned: z.boolean(),
  signatureKeyId: z.string().nullable(),
  heldFor: z.string().nullable(),
  extractedBytes: z.number(),
});
/** A waiting file, with the declaration of its upload. */
export type WaitingFile = z.infer<typeof WaitingFile>;

const selectWaiting = sql.fragment`
  select ${uploadColumns}, staged_files.kind, staged_files.filename, staged_files.content_type,
    staged_files.staged_at, staged_files.is_signed, staged_files.signature_key_id, staged_files.held_for,
    coalesce((select sum(octet_length(staged_extracts.body)) from staged_extracts
      where staged_extracts.upload_id = uploads.id), 0)::integer as extracted_bytes
  from staged_files join uploads on uploads.id = staged_files.upload_id`;

/** Files that wait with a release: one decision applies to both. */
export async function listWaitingFiles(db: Queryable, releaseId: string): Promise<readonly WaitingFile[]> {
  return db.any(sql.type(WaitingFile)`
    ${selectWaiting}
    where staged_files.release_id = ${releaseId} and staged_files.held_for is null
    order by staged_files.filename collate "C"`);
}

const HeldFile = StagedFileRow.extend({ ...placed, heldFor: z.string() });

const byName = keyset({ value: sql.fragment`staged_files.filename collate "C"`, type: 'text' });

/** Files of a visible release that wait separately, each for its own decision, by name. */
export async function listHeldFilesOf(
  db: Queryable,
  releaseId: string,
  window: Window,
): Promise<readonly z.infer<typeof HeldFile>[]> {
  return db.any(sql.type(HeldFile)`
    select ${columns}, staged_files.held_for, ${byName.position} as position from staged_files
    where staged_files.release_id = ${releaseId} and staged_files.held_for is not null
      and ${byName.behind(window)}
    ${byName.page(window)}`);
}

/** One file of {@link listHeldFilesOf}, with the declaration of its upload. */
export async function findHeldFile(
  db: Queryable,
  { releaseId, uploadId }: { releaseId: string; uploadId: string },
): Promise<WaitingFile | null> {
  return db.maybeOne(sql.type(WaitingFile)`
    ${selectWaiting}
    where staged_files.release_id = ${releaseId} and staged_files.upload_id = ${uploadId}
      and staged_files.held_for is not null`);
}

/** All files of {@link listHeldFilesOf}, with the declarations of their uploads. */
export async function listHeldFiles(db: Queryable, releaseId: string): Promise<readonly WaitingFile[]> {
  return db.any(sql.type(WaitingFile)`
    ${selectWaiting}
    where staged_files.release_id = ${releaseId} and staged_files.held_for is not null
    order by staged_files.filename collate "C"`);
}

const ListedFile = StagedFileRow.extend({
  name: z.string(),
  version: z.string(),
  state: z.enum(['quarantine', 'scanning']),
  statusReason: z.string().nullable(),
  ownerName: z.string(),
  uploadSha256: z.string(),
  uploadedAt: z.date(),
});
export type ListedFile = z.infer<typeof ListedFile>;

export interface StagedFileFilter {
  ecosystem: EcosystemId;
  kind: string;
  /** The reader, who sees their own uploads, and those of packages that they manage. */
  actor: UserActor;
  repositorySlug: string | null;
}

function matching(filter: StagedFileFilter) {
  return sql.fragment`
    staged_files
    join releases on releases.id = staged_files.release_id
    join packages on packages.id = releases.package_id
    join repositories on repositories.id = packages.repository_id
    left join users on users.id = repositories.owner_user_id
    left join organizations on organizations.id = repositories.owner_org_id
    where releases.state in ('quarantine', 'scanning') and releases.published_at is null
      and packages.ecosystem = ${filter.ecosystem} and staged_files.kind = ${filter.kind}
      and (staged_files.staged_by = ${filter.actor.userId} or releases.published_by = ${filter.actor.userId}
        or ${mayWhere(filter.actor, 'see_unreleased', packageRights)})
      and (${filter.repositorySlug}::text is null or repositories.slug = ${filter.repositorySlug})`;
}

/** Files of staged releases that this person uploaded or manages, newest first. */
export async function listStagedFiles(
  db: Queryable,
  filter: StagedFileFilter,
  window: { offset: number; limit: number },
): Promise<readonly ListedFile[]> {
  return db.any(sql.type(ListedFile)`
    select ${columns}, packages.name, releases.version, releases.state, releases.status_reason,
      coalesce(organizations.slug, users.username) as owner_name, releases.upload_sha256, releases.uploaded_at
    from ${matching(filter)}
    order by staged_files.staged_at desc, staged_files.upload_id
    offset ${window.offset} limit ${window.limit}`);
}

export async function countStagedFiles(db: Queryable, filter: StagedFileFilter): Promise<number> {
  const { count } = await db.one(sql.typeAlias('count')`
    select count(*)::int as count from ${matching(filter)}`);
  return count;
}

/** Records that the sender declared a signature. */
export async function markSigned(
  db: Queryable,
  releaseId: string,
  { filename, keyId }: { filename: string; keyId: string | null },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update staged_files set is_signed = true, signature_key_id = ${keyId}
    where staged_files.release_id = ${releaseId} and staged_files.filename = ${filename}`);
}
