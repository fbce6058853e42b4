import { z } from 'zod';
import type { FileStanding } from '../../../domain/file-standing.ts';
import type { ScanFinding } from '../../../domain/findings.ts';
import { type Queryable, sql } from '../pool.ts';

const StagedExtract = z.object({
  kind: z.string(),
  filename: z.string(),
  contentType: z.string(),
  body: z.instanceof(Buffer),
});
/** A file that was extracted from one that waits to join a release. */
export type StagedExtract = z.infer<typeof StagedExtract>;

/** Replaces the results of an earlier inspection. */
export async function saveFileInspection(
  db: Queryable,
  uploadId: string,
  found: {
    metadata: Record<string, unknown> | null;
    standing: FileStanding | null;
    findings: readonly ScanFinding[];
    license: string | null;
    extracts: readonly StagedExtract[];
  },
): Promise<void> {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  await db.query(sql.typeAlias('void')`
    update uploads set metadata = ${json(found.metadata)}::jsonb, standing = ${json(found.standing)}::jsonb,
      findings = ${JSON.stringify(found.findings)}::jsonb, license = ${found.license}
    where uploads.id = ${uploadId}`);
  await db.query(sql.typeAlias('void')`
    delete from staged_extracts where staged_extracts.upload_id = ${uploadId}`);
  for (const { kind, filename, contentType, body } of found.extracts) {
    await db.query(sql.typeAlias('void')`
      insert into staged_extracts (upload_id, kind, filename, content_type, body)
      values (${uploadId}, ${kind}, ${filename}, ${contentType}, ${sql.binary(body)})`);
  }
}

const WaitingExtract = StagedExtract.omit({ body: true }).extend({ sizeBytes: z.number() });
/** A {@link StagedExtract} without its bytes, which stay in the database. */
export type WaitingExtract = z.infer<typeof WaitingExtract>;

export async function listStagedExtracts(
  db: Queryable,
  uploadId: string,
): Promise<readonly WaitingExtract[]> {
  return db.any(sql.type(WaitingExtract)`
    select staged_extracts.kind, staged_extracts.filename, staged_extracts.content_type,
      octet_length(staged_extracts.body) as size_bytes
    from staged_extracts where staged_extracts.upload_id = ${uploadId} order by staged_extracts.filename`);
}

const ExtractBody = z.object({ body: z.instanceof(Buffer) });

/** @throws NotFoundError if another inspection of the file has replaced the extract */
export async function readStagedExtract(db: Queryable, uploadId: string, filename: string): Promise<Buffer> {
  const { body } = await db.one(sql.type(ExtractBody)`
    select staged_extracts.body from staged_extracts
    where staged_extracts.upload_id = ${uploadId} and staged_extracts.filename = ${filename}`);
  return body;
}
