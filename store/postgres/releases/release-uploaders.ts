import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';
import type { DecisionSubject } from './decisions.ts';

/** A person with the credential of an upload: a token, a session, or otherwise a password. */
export const UploadCredential = z.object({
  userId: z.string(),
  /** The person who made a token of an organization. */
  madeBy: z.string().nullable(),
  tokenId: z.string().nullable(),
  sessionId: z.string().nullable(),
  /** Differs for every password. */
  passwordMark: z.string().nullable(),
});
export type UploadCredential = z.infer<typeof UploadCredential>;

/** Inserts each credential once. */
export async function insertUploader(
  db: Queryable,
  releaseId: string,
  uploader: UploadCredential,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into release_uploaders (release_id, user_id, made_by, token_id, session_id, password_mark)
    values (${releaseId}, ${uploader.userId}, ${uploader.madeBy}, ${uploader.tokenId}, ${uploader.sessionId},
      ${uploader.passwordMark})
    on conflict do nothing`);
}

/** Credentials of the release itself, and of its files. */
export async function listCredentials(
  db: Queryable,
  releaseId: string,
): Promise<readonly UploadCredential[]> {
  return db.any(sql.type(UploadCredential)`
    select release_uploaders.user_id, release_uploaders.made_by, release_uploaders.token_id,
      release_uploaders.session_id, release_uploaders.password_mark
    from release_uploaders where release_uploaders.release_id = ${releaseId}
    order by release_uploaders.user_id, release_uploaders.token_id, release_uploaders.session_id`);
}

const Id = z.object({ userId: z.string().nullable() });

/**
 * User ids of all uploaders of the release or of files that a decision is about, and of the makers of their tokens.
 */
export async function listUploaders(
  db: Queryable,
  { releaseId, uploadId }: DecisionSubject,
): Promise<ReadonlySet<string>> {
  const isWaiting =
    uploadId === undefined
      ? sql.fragment`staged_files.held_for is null`
      : sql.fragment`staged_files.upload_id = ${uploadId}`;
  const rows = await db.any(sql.type(Id)`
    with waiting as (
      select unnest(array[staged_files.staged_by, (uploads.actor ->> 'madeBy')::uuid]) as user_id
      from staged_files join uploads on uploads.id = staged_files.upload_id
      where staged_files.release_id = ${releaseId} and ${isWaiting}),
    brought as (
    select releases.published_by as user_id from releases
    where releases.id = ${releaseId} and releases.published_by is not null
    union
    select artifacts.uploaded_by from artifacts
    where artifacts.release_id = ${releaseId} and artifacts.uploaded_by is not null
    union
    select unnest(array[release_uploaders.user_id, release_uploaders.made_by]) from release_uploaders
    where release_uploaders.release_id = ${releaseId})
    select waiting.user_id from waiting
    union
    select brought.user_id from brought where ${uploadId === undefined}`);
  return new Set(rows.map(({ userId }) => userId).filter((userId) => userId !== null));
}

const Arrival = z.object({ cameAt: z.date() });

/** The upload time of the newest file that a decision is about. Null if there are no files. */
export async function findLastArrival(
  db: Queryable,
  { releaseId, uploadId }: DecisionSubject,
): Promise<Date | null> {
  const last =
    uploadId === undefined
      ? sql.fragment`
        select greatest(releases.uploaded_at, (select max(staged_files.staged_at) from staged_files
          where staged_files.release_id = releases.id and staged_files.held_for is null)) as came_at
        from releases where releases.id = ${releaseId}`
      : sql.fragment`
        select staged_files.staged_at as came_at from staged_files
        where staged_files.release_id = ${releaseId} and staged_files.upload_id = ${uploadId}`;
  const row = await db.maybeOne(sql.type(Arrival)`${last}`);
  return row?.cameAt ?? null;
}
