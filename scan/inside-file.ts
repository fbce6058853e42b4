import { wholeFile } from '../domain/archive.ts';
import { DomainError } from '../domain/errors.ts';
import type { ScanFinding } from '../domain/findings.ts';
import type { ArchiveLimits } from './limits.ts';
import { magicOf } from './magic-bytes.ts';
import { isTarHeader } from './parts/entry-header.ts';
import { notInspected } from './parts/part-findings.ts';
import { scanPart } from './parts/task.ts';
import type { ScanArchive } from './scan-archive.ts';
import { scanSecrets } from './secrets.ts';
import { BLOCK } from './tar-header.ts';
import { assertUnpackable } from './unpackable.ts';
import { openZip } from './zip.ts';

/** What was found in an archive that nobody declared. */
export interface InsideFile {
  findings: readonly ScanFinding[];
  leakedTokenHashes: readonly string[];
}

export const nothingInside: InsideFile = { findings: [], leakedTokenHashes: [] };

/**
 * Looks for credentials and malware in a file that is an archive by its first bytes, as far as it can be opened. Where nobody
 * said that it is one (`isUnpacked`), links, and names that some system takes for one, are no reason to refuse it.
 * @throws DomainError `invalid_archive` for one that clients unpack and that would write elsewhere
 */
export async function scanInside(
  path: string,
  archive: ScanArchive,
  { limits, isUnpacked }: { limits: ArchiveLimits; isUnpacked: boolean },
): Promise<InsideFile> {
  if (isUnpacked) assertUnpackable(path, limits);
  const head = archive.head(wholeFile);
  const magic = magicOf(head);
  if (magic === 'zip') return scanZip(path, limits);
  if (magic === 'gzip' || magic === 'other-archive' || isTar(head)) return scanPacked(path);
  return nothingInside;
}

function isTar(head: Buffer): boolean {
  return head.length >= BLOCK && isTarHeader(head.subarray(0, BLOCK)) && head.some((byte) => byte !== 0);
}

async function scanPacked(path: string): Promise<InsideFile> {
  const { findings, uninspected, leakedTokenHashes } = await scanPart({ path, format: 'file' });
  const all = uninspected === null ? findings : [...findings, notInspected(uninspected, 'record')];
  return { findings: all, leakedTokenHashes };
}

async function scanZip(path: string, limits: ArchiveLimits): Promise<InsideFile> {
  try {
    return await scanSecrets(await openZip(path, limits));
  } catch (error) {
    if (!(error instanceof DomainError) || !error.isPermanent) throw error;
    const uninspected = { why: error.detail, entries: 0, isLimit: false };
    return { findings: [notInspected(uninspected, 'record')], leakedTokenHashes: [] };
  }
}
