import { z } from 'zod';
import { type FileSet, fileSetOf } from '../../../domain/file-set.ts';
import { type Queryable, sql } from '../pool.ts';
import type { DecisionSubject } from './decisions.ts';

const NamedFile = z.object({ filename: z.string(), sha256: z.string() });

/**
 * The current set of files that become visible together: those of the release with those that wait with it, or the
 * one file with a separate wait. Extracts of a file follow from its bytes and are not listed.
 */
export async function findFileSet(db: Queryable, { releaseId, uploadId }: DecisionSubject): Promise<FileSet> {
  const files = await db.any(
    uploadId === undefined
      ? sql.type(NamedFile)`
          select artifacts.filename, artifacts.sha256 from artifacts
          where artifacts.release_id = ${releaseId} and artifacts.extracted_from is null
          union all
          select staged_files.filename, staged_files.sha256 from staged_files
          where staged_files.release_id = ${releaseId} and staged_files.held_for is null`
      : sql.type(NamedFile)`
          select staged_files.filename, staged_files.sha256 from staged_files
          where staged_files.release_id = ${releaseId} and staged_files.upload_id = ${uploadId}`,
  );
  return fileSetOf(files);
}
