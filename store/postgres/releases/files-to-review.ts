import { z } from 'zod';
import { FindingKind, ScanFinding, Severity } from '../../../domain/findings.ts';
import { type Queryable, sql } from '../pool.ts';
import type { DecisionSubject } from './decisions.ts';

const FileToReview = z.object({
  filename: z.string(),
  kind: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  broughtBy: z.string().nullable(),
  cameAt: z.date(),
  /** The findings of a waiting file; those of stored files are separate rows. */
  findings: z.array(ScanFinding).nullable(),
});

const StoredFinding = z.object({
  id: z.string(),
  kind: FindingKind,
  severity: Severity,
  title: z.string(),
  description: z.string(),
  artifactFilename: z.string().nullable(),
  file: z.string().nullable(),
  line: z.number().nullable(),
});
export type StoredFinding = z.infer<typeof StoredFinding>;

/** The files that a decision is about (see `findFileSet`), by name, and the open findings of the release. */
export async function listFilesToReview(
  db: Queryable,
  { releaseId, uploadId }: DecisionSubject,
): Promise<{ files: readonly z.infer<typeof FileToReview>[]; findings: readonly StoredFinding[] }> {
  const isWaiting =
    uploadId === undefined
      ? sql.fragment`staged_files.held_for is null`
      : sql.fragment`staged_files.upload_id = ${uploadId}`;
  const files = await db.any(sql.type(FileToReview)`
    select artifacts.filename, artifacts.kind, artifacts.size_bytes, artifacts.sha256, users.username as brought_by,
      artifacts.uploaded_at as came_at, null::jsonb as findings
    from artifacts
    join releases on releases.id = artifacts.release_id
    left join users on users.id = coalesce(artifacts.uploaded_by, releases.published_by)
    where artifacts.release_id = ${releaseId} and artifacts.extracted_from is null and ${uploadId === undefined}
    union all
    select staged_files.filename, staged_files.kind, uploads.size_bytes, staged_files.sha256, users.username,
      staged_files.staged_at, uploads.findings
    from staged_files
    join uploads on uploads.id = staged_files.upload_id
    left join users on users.id = staged_files.staged_by
    where staged_files.release_id = ${releaseId} and ${isWaiting}`);
  const sorted = files.toSorted((a, b) => (a.filename < b.filename ? -1 : 1));
  if (uploadId !== undefined) return { files: sorted, findings: [] };
  const findings = await db.any(sql.type(StoredFinding)`
    select findings.id, findings.kind, findings.severity, findings.title, findings.description, findings.artifact_filename,
      findings.file, findings.line
    from findings where findings.release_id = ${releaseId} and not findings.is_resolved
    order by findings.detected_at, findings.id`);
  return { files: sorted, findings };
}
