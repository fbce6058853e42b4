import { inputLimits } from '../domain/limits/inputs.ts';
import type { ScanFinding } from '../domain/findings.ts';
import { type InstalledPackage, mergeInventories } from '../domain/inventory.ts';
import type { Part, UninspectedPolicy } from '../domain/publication.ts';
import { notInspected, partScanner } from '../scan/parts/part-findings.ts';
import type { PartScan } from '../scan/parts/report.ts';
import type { PartTask } from '../scan/parts/task.ts';
import { type Blobs, contentKey } from '../store/blobs/blobs.ts';
import {
  type BlobScan,
  findBlobScan,
  listReleaseParts,
  type ReleasePart,
  saveBlobScan,
} from '../store/postgres/parts/part-scans.ts';
import { revokeLeakedTokens } from '../services/identity/revoke-leaked.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { scanOrGiveUp } from './scan-or-give-up.ts';

export interface PartScanDeps {
  pool: Pool;
  blobs: Blobs;
  /** Runs one task in a process with memory and time limits; rejects when the process had to be ended. */
  runPartScan(task: PartTask): Promise<PartScan>;
  /** Larger parts are not opened. */
  maxScannedPartBytes: number;
  uninspectedParts: UninspectedPolicy;
  /** Time for all parts of one release together; default: five minutes. */
  partsBudgetMs?: number;
}

export interface ScannedParts {
  files: number;
  findings: { digest: string; findings: readonly ScanFinding[] }[];
  inventory: InstalledPackage[];
}

/** The most packages in the inventory of one release. */
const maxPackages = inputLimits['installed packages'].count;
const defaultBudgetMs = 5 * 60_000;

/**
 * Scans the parts of a release. A part is scanned once for all releases that refer to it. The time for all parts is
 * limited: otherwise one release could keep a scanner busy for hours. The result of each part is stored at once, so a
 * repeated step continues with the next part.
 */
export async function scanParts(
  deps: PartScanDeps,
  release: { id: string; packageId: string },
  parts: readonly Part[],
): Promise<ScannedParts> {
  if (parts.length === 0) return { files: 0, findings: [], inventory: [] };
  const stored = new Map((await listReleaseParts(deps.pool, release.id)).map((each) => [each.digest, each]));
  const deadline = performance.now() + (deps.partsBudgetMs ?? defaultBudgetMs);
  const scans: { digest: string; scan: BlobScan }[] = [];
  for (const { digest, format } of parts) {
    const part = stored.get(digest);
    if (part) scans.push({ digest, scan: await scanOnce(deps, release, part, { format, deadline }) });
  }
  return {
    files: scans.reduce((sum, { scan }) => sum + scan.files, 0),
    findings: scans.map(({ digest, scan }) => ({
      digest,
      findings: findingsOf(scan, deps.uninspectedParts),
    })),
    inventory: mergeInventories(
      scans.map(({ scan }) => scan.inventory),
      maxPackages,
    ),
  };
}

async function scanOnce(
  deps: PartScanDeps,
  release: { id: string; packageId: string },
  { sha256, sizeBytes }: ReleasePart,
  { format, deadline }: { format: Part['format']; deadline: number },
): Promise<BlobScan> {
  const { pool, blobs, maxScannedPartBytes } = deps;
  if (sizeBytes > maxScannedPartBytes) {
    return leftOut(`it is larger than ${maxScannedPartBytes} bytes`);
  }
  const key = { sha256, format, scanner: partScanner };
  const known = await findBlobScan(pool, key);
  if (known) return known;
  // not stored: the next release with this part may have time to scan it
  if (performance.now() >= deadline)
    return leftOut('the other parts took all the time there is for a release');
  const { leakedTokenHashes, ...scan } = await blobs.withLocalFile(contentKey(sha256), (path) =>
    scanOrGiveUp(() => deps.runPartScan({ path, format })),
  );
  // before the result is stored, because a part with a result is not inspected again
  const { id: releaseId, packageId } = release;
  if (leakedTokenHashes.length > 0) {
    await pool.transaction((tx) => revokeLeakedTokens(tx, leakedTokenHashes, { packageId, releaseId }));
  }
  await saveBlobScan(pool, key, scan);
  return scan;
}

function leftOut(why: string): BlobScan {
  return { files: 0, findings: [], inventory: [], uninspected: { why, entries: 0, isLimit: true } };
}

/** Applies the current policy also to parts that were inspected under another policy. */
function findingsOf({ findings, uninspected }: BlobScan, policy: UninspectedPolicy): readonly ScanFinding[] {
  return uninspected === null ? findings : [...findings, notInspected(uninspected, policy)];
}
