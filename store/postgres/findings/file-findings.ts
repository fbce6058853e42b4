import { z } from 'zod';
import { FindingKind, Severity } from '../../../domain/findings.ts';
import { type Queryable, sql } from '../pool.ts';

const OfFile = z.object({ id: z.string(), fingerprint: z.string(), kind: FindingKind, severity: Severity });

/** Open findings of one file of a release, with their rows locked. */
export async function listOpenFindingsOfFile(
  db: Queryable,
  { releaseId, filename }: { releaseId: string; filename: string },
): Promise<readonly z.infer<typeof OfFile>[]> {
  return db.any(sql.type(OfFile)`
    select findings.id, findings.fingerprint, findings.kind, findings.severity from findings
    where findings.release_id = ${releaseId} and findings.artifact_filename = ${filename} and not findings.is_resolved
    order by findings.id for update`);
}
