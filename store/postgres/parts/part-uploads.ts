import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { AppendState } from '../../blobs/blobs.ts';
import { type Queryable, sql } from '../pool.ts';

const StateJson = z.object({
  sizeBytes: z.number().optional(),
  multipart: z.object({ id: z.string(), parts: z.number(), bytes: z.number() }).optional(),
  tail: z.string().optional(),
  formerTail: z.string().optional(),
});

const BlobUploadRow = z.object({
  id: z.string(),
  nameKey: z.string(),
  algorithm: z.enum(['sha256', 'sha512']),
  receivedBytes: z.number(),
  state: StateJson.transform((state) =>
    // in the form written by this module; an upload without any bytes has no state
    state.sizeBytes === undefined ? null : (state as AppendState),
  ),
});

/** An upload in pieces; `state` is null before the first byte. */
export type BlobUploadRow = z.infer<typeof BlobUploadRow>;

const columns = sql.fragment`blob_uploads.id, blob_uploads.name_key, blob_uploads.algorithm,
  blob_uploads.received_bytes, blob_uploads.state`;

/**
 * For statements about an unfinished upload: the commit does not wait for the disk. A crash of the process loses
 * nothing; a crash of the machine loses the last second of statements, and the client sends those bytes again. The
 * end of an upload is committed normally. An image of two parts waits for the disk six times instead of fourteen.
 */
const unhurried = sql.fragment`(select set_config('synchronous_commit', 'off', true)) as unhurried`;

export async function insertBlobUpload(
  db: Queryable,
  upload: {
    id: string;
    ecosystem: EcosystemId;
    nameKey: string;
    uploadedBy: string;
    algorithm: 'sha256' | 'sha512';
  },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into blob_uploads (id, ecosystem, name_key, uploaded_by, algorithm)
    select ${upload.id}::uuid, ${upload.ecosystem}, ${upload.nameKey}, ${upload.uploadedBy}::uuid, ${upload.algorithm}
    from ${unhurried}`);
}

export async function findBlobUpload(
  db: Queryable,
  key: { id: string; ecosystem: EcosystemId; nameKey: string; uploadedBy: string },
): Promise<BlobUploadRow | null> {
  if (!isUuid(key.id)) return null;
  return db.maybeOne(sql.type(BlobUploadRow)`
    select ${columns} from blob_uploads
    where blob_uploads.id = ${key.id} and blob_uploads.ecosystem = ${key.ecosystem}
      and blob_uploads.name_key = ${key.nameKey} and blob_uploads.uploaded_by = ${key.uploadedBy}`);
}

const Exists = z.object({ receivedBytes: z.number() });

/** The number of received bytes; null if the upload does not exist any more. */
export async function findReceivedBytes(db: Queryable, id: string): Promise<number | null> {
  const row = await db.maybeOne(sql.type(Exists)`
    select blob_uploads.received_bytes from blob_uploads where blob_uploads.id = ${id}`);
  return row?.receivedBytes ?? null;
}

/** Makes `writer` the only writer for `seconds`. Null if there is another writer, or no upload. */
export async function takeBlobUpload(
  db: Queryable,
  id: string,
  writer: string,
  seconds: number,
): Promise<BlobUploadRow | null> {
  return db.maybeOne(sql.type(BlobUploadRow)`
    update blob_uploads
    set writer = ${writer}, writer_until = now() + ${seconds} * interval '1 second', updated_at = now()
    from ${unhurried}
    where blob_uploads.id = ${id} and (blob_uploads.writer is null or blob_uploads.writer_until < now())
    returning ${columns}`);
}

/** False if the writer is not the current one any more. */
export async function keepBlobUpload(
  db: Queryable,
  id: string,
  writer: string,
  seconds: number,
): Promise<boolean> {
  const kept = await db.maybeOne(sql.typeAlias('id')`
    update blob_uploads
    set writer_until = now() + ${seconds} * interval '1 second', updated_at = now()
    from ${unhurried}
    where blob_uploads.id = ${id} and blob_uploads.writer = ${writer}
    returning blob_uploads.id`);
  return kept !== null;
}

/** Records the durable bytes. False if the writer is not the current one: then nothing is recorded. */
export async function saveBlobUpload(
  db: Queryable,
  id: string,
  writer: string,
  state: AppendState,
): Promise<boolean> {
  const saved = await db.maybeOne(sql.typeAlias('id')`
    update blob_uploads
    set state = ${sql.jsonb({ ...state })}, received_bytes = ${state.sizeBytes}, updated_at = now()
    from ${unhurried}
    where blob_uploads.id = ${id} and blob_uploads.writer = ${writer}
    returning blob_uploads.id`);
  return saved !== null;
}

/**
 * Releases the upload for the next writer, with the durable bytes if they have changed. False if another writer had
 * it.
 */
export async function leaveBlobUpload(
  db: Queryable,
  id: string,
  writer: string,
  state: AppendState | null,
): Promise<boolean> {
  const changes =
    state === null
      ? sql.fragment``
      : sql.fragment`, state = ${sql.jsonb({ ...state })}, received_bytes = ${state.sizeBytes}`;
  const left = await db.maybeOne(sql.typeAlias('id')`
    update blob_uploads
    set writer = null, writer_until = null, updated_at = now() ${changes}
    from ${unhurried}
    where blob_uploads.id = ${id} and blob_uploads.writer = ${writer}
    returning blob_uploads.id`);
  return left !== null;
}

export async function deleteBlobUpload(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from blob_uploads where blob_uploads.id = ${id}`);
}

/** The ids that still have a row. */
export async function listKnownBlobUploads(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.any(sql.typeAlias('id')`
    select blob_uploads.id from blob_uploads
    where blob_uploads.id = any(${sql.array(
      ids.filter((id) => isUuid(id)),
      'uuid',
    )})`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns uploads to remove, which were untouched for long or are older than the limit. */
export async function takeAbandonedUploads(
  db: Queryable,
  limits: { idleSeconds: number; ageSeconds: number; count: number },
  writer: string,
): Promise<readonly BlobUploadRow[]> {
  return db.any(sql.type(BlobUploadRow)`
    update blob_uploads set writer = ${writer}, writer_until = now() + interval '10 minutes'
    where blob_uploads.id in (
      select blob_uploads.id from blob_uploads
      where (blob_uploads.updated_at < now() - ${limits.idleSeconds} * interval '1 second'
          or blob_uploads.created_at < now() - ${limits.ageSeconds} * interval '1 second')
        and (blob_uploads.writer is null or blob_uploads.writer_until < now())
      order by blob_uploads.updated_at
      limit ${limits.count}
      for update skip locked)
    returning ${columns}`);
}
