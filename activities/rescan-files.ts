import { log } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { validate as isUuid } from 'uuid';
import { DomainError } from '../domain/errors.ts';
import type { ScanFinding } from '../domain/findings.ts';
import type { RescanOk, RescanOutput, RescanTask } from '../scan/rescan.ts';
import { byteScanners, nameOfScanner, scannersOfToday } from '../scan/scanners.ts';
import { scanBudget } from '../scan/limits.ts';
import { revokeLeakedTokens } from '../services/identity/revoke-leaked.ts';
import { contentKey } from '../store/blobs/blobs.ts';
import { resolveFindingsOf, saveFindings } from '../store/postgres/findings/findings.ts';
import { mergeFindings, type Rescanned } from '../store/postgres/findings/merged-findings.ts';
import { listPartFormats } from '../store/postgres/parts/part-scans.ts';
import { listStoredFiles } from '../store/postgres/releases/artifacts.ts';
import {
  findRescannable,
  recordScan,
  type RescannedRelease,
} from '../store/postgres/releases/release-scans.ts';
import { scanFailed, type RescanInput } from '../workflows/definitions.ts';
import { withLocalFiles } from './local-files.ts';
import { type PartScanDeps, type ScannedParts, scanParts } from './parts-scan.ts';
import { scanOrGiveUp } from './scan-or-give-up.ts';

export interface RescanDeps extends PartScanDeps {
  /** Runs one task in a process with memory and time limits; rejects when the process had to be ended. */
  runRescan(task: RescanTask): Promise<RescanOutput>;
  maxUploadBytes: number;
}

/** `error`: the files could not be opened. `isGone`: the release no longer needs a scan. */
export interface RescanReport {
  files: number;
  findings: number;
  error?: string;
  isGone?: boolean;
}

export type RescanFileActivities = ReturnType<typeof createRescanFileActivities>;

const scanner = 'rescan/1';

/** The finding that a visible release has only findings of earlier scanners. It does not block the release. */
function failure(why: string): ScanFinding {
  return {
    kind: 'policy_violation',
    severity: 'high',
    title: 'The release could not be scanned again',
    description: `What is known of it is what earlier scanners found: ${why}.`.slice(0, 1_000),
    file: null,
    line: null,
    scanner,
  };
}

export function createRescanFileActivities(deps: RescanDeps) {
  const { pool } = deps;
  return {
    /** Scans the stored files of a release again and merges new findings with the recorded ones. */
    async rescanFiles({ releaseId }: RescanInput): Promise<RescanReport> {
      const release = isUuid(releaseId) ? await findRescannable(pool, releaseId) : null;
      if (!release) return { files: 0, findings: 0, isGone: true };
      const files = await listStoredFiles(pool, release.id);
      try {
        const found = await scanAgain(deps, release, files);
        const parts = await scanPartsAgain(deps, release);
        await save(deps, release, found, parts);
        const all = [...found.findings, ...parts.findings];
        return {
          files: files.length + parts.files,
          findings: all.reduce((sum, each) => sum + each.findings.length, 0),
        };
      } catch (error) {
        const why = whyUnreadable(error);
        if (why === null) throw error;
        log.warn('a release could not be scanned again', { releaseId, reason: why });
        const filename = files[0]?.filename ?? '';
        await pool.transaction(async (tx) => {
          await saveFindings(tx, { ...release, filename }, [failure(why)]);
          await recordScan(tx, release.id, scannersOfToday);
        });
        return { files: 0, findings: 0, error: why };
      }
    },
  };
}

/** Null for errors that the bytes did not cause: a step waits for an unreachable store or database. */
function whyUnreadable(error: unknown): string | null {
  if (error instanceof DomainError && error.isPermanent) return error.detail;
  return error instanceof ApplicationFailure && error.type === scanFailed ? error.message : null;
}

async function scanAgain(
  { blobs, runRescan, maxUploadBytes }: RescanDeps,
  { name }: RescannedRelease,
  stored: Awaited<ReturnType<typeof listStoredFiles>>,
): Promise<RescanOk> {
  const located = stored.map((file) => ({ ...file, key: contentKey(file.sha256) }));
  // an image has parts and no files
  if (located.length === 0) return { status: 'ok', findings: [], leakedTokenHashes: [] };
  const output = await withLocalFiles(blobs, located, (files) =>
    scanOrGiveUp(() => runRescan({ files, name, maxUploadBytes })),
  );
  if (output.status === 'ok') return output;
  throw new DomainError('invalid_archive', output.detail);
}

async function scanPartsAgain(deps: RescanDeps, release: RescannedRelease): Promise<ScannedParts> {
  // an uninspected part holds a new release, but must not hide a visible one
  const policy = { uninspectedParts: 'record' } as const;
  return scanParts({ ...deps, ...policy }, release, await listPartFormats(deps.pool, release.id));
}

async function save(
  { pool }: RescanDeps,
  { id, packageId }: RescannedRelease,
  found: RescanOk,
  parts: ScannedParts,
): Promise<void> {
  const scanners = byteScanners.map(nameOfScanner);
  const all: Rescanned[] = [
    ...found.findings.map(({ filename, findings, isCut }) => ({ of: { filename }, findings, isCut })),
    ...parts.findings.map(({ digest, findings }) => ({
      of: { part: digest },
      findings,
      isCut: findings.length >= scanBudget.findings,
    })),
  ];
  await pool.transaction(async (tx) => {
    for (const each of all) await mergeFindings(tx, { id, packageId }, each, scanners);
    await resolveFindingsOf(tx, id, scanner);
    await revokeLeakedTokens(tx, found.leakedTokenHashes, { packageId, releaseId: id });
    await recordScan(tx, id, scannersOfToday);
  });
}
