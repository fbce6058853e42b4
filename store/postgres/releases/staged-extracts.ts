import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const StagedExtract = z.object({
  kind: z.string(),
  filename: z.string(),
  contentType: z.string(),
  body: z.instanceof(Buffer),
});
/** What was taken out of a file that waits to join a release. */
export type StagedExtract = z.infer<typeof StagedExtract>;

/** In place of what an earlier look at it has left. */
export async function saveFileInspection(
  db: Queryable,
  uploadId: string,
  found: { metadata: Record<string, unknown> | null; extracts: readonly StagedExtract[] },
): Promise<void> {
  const metadata = found.metadata === null ? null : JSON.stringify(found.metadata);
  await db.query(sql.typeAlias('void')`
    update uploads set metadata = ${metadata}::jsonb where uploads.id = ${uploadId}`);
  await db.query(sql.typeAlias('void')`
    delete from staged_extracts where staged_extracts.upload_id = ${uploadId}`);
  for (const { kind, filename, contentType, body } of found.extracts) {
    await db.query(sql.typeAlias('void')`
      insert into staged_extracts (upload_id, kind, filename, content_type, body)
      values (${uploadId}, ${kind}, ${filename}, ${contentType}, ${sql.binary(body)})`);
  }
}

export async function listStagedExtracts(db: Queryable, uploadId: string): Promise<readonly StagedExtract[]> {
  return db.any(sql.type(StagedExtract)`
    select staged_extracts.kind, staged_extracts.filename, staged_extracts.content_type, staged_extracts.body
    from staged_extracts where staged_extracts.upload_id = ${uploadId} order by staged_extracts.filename`);
}
