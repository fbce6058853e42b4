import type { ScanFinding } from '../../domain/findings.ts';
import { resolveFindingsOf, saveFindings } from '../../store/postgres/findings/findings.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { saveFileInspection } from '../../store/postgres/releases/staged-extracts.ts';

const scanner = 'scanner/1';

/** The finding with the reason of a failed scan. It does not block: the release is held until a scan succeeds. */
const failure: ScanFinding = {
  kind: 'policy_violation',
  severity: 'high',
  title: 'The archive could not be scanned',
  description:
    'No try came to an end: the scanner crashed, took too long, or could not reach the files. Approving the release scans it again.',
  file: null,
  line: null,
  scanner,
};

export async function recordScanFailure(
  db: Queryable,
  release: { id: string; packageId: string; filename: string },
): Promise<void> {
  await saveFindings(db, release, [failure]);
}

/** Records the failed scan of a joining file: it waits with only this finding until a scan replaces it. */
export async function noteUnscanned(db: Queryable, uploadId: string): Promise<void> {
  const nothing = { metadata: null, standing: null, license: null, extracts: [] };
  await saveFileInspection(db, uploadId, { ...nothing, findings: [failure] });
}

/** Whether {@link noteUnscanned} recorded the last scan of the file. */
export function isUnscanned(findings: readonly ScanFinding[]): boolean {
  return findings.some((finding) => finding.scanner === scanner);
}

/** Resolves the finding after a successful scan. */
export async function clearScanFailure(db: Queryable, releaseId: string): Promise<void> {
  await resolveFindingsOf(db, releaseId, scanner);
}
