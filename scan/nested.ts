import { gunzipSync } from 'node:zlib';
import { DomainError } from '../domain/errors.ts';
import { bufferSource } from './byte-source.ts';
import { errorCode, inflateUpTo } from './inflate.ts';
import { filler } from './kept-files.ts';
import type { ArchiveLimits } from './limits.ts';
import { magicOf } from './magic-bytes.ts';
import { createTarReader } from './tar.ts';
import { isTestVirus } from './test-virus.ts';
import { readZipDirectory } from './zip-directory.ts';

/** What lies inside an archive that is itself a file of the package. */
export type NestedVerdict = 'harmless' | 'bomb' | 'too-deep' | 'malware' | 'unknown';

export interface NestedBudget {
  /** Bytes that may still be decompressed for the whole package. */
  bytes: number;
  limits: ArchiveLimits;
}

const order: readonly NestedVerdict[] = ['harmless', 'unknown', 'too-deep', 'bomb', 'malware'];

/**
 * Decompresses a nested archive within the budget and judges it with everything inside. `unknown` means that it
 * could not be looked into: too large, damaged, or encrypted.
 */
export function judgeNested(body: Buffer, depth: number, budget: NestedBudget): NestedVerdict {
  if (isTestVirus(body)) return 'malware';
  const magic = magicOf(body);
  if (magic !== 'gzip' && magic !== 'zip') return 'harmless';
  if (depth > budget.limits.maxNesting) return 'too-deep';
  try {
    return magic === 'gzip' ? judgeGzip(body, depth, budget) : judgeZip(body, depth, budget);
  } catch (error) {
    if (error instanceof DomainError || errorCode(error).startsWith('Z_')) return 'unknown';
    throw error;
  }
}

function judgeGzip(body: Buffer, depth: number, budget: NestedBudget): NestedVerdict {
  const room = Math.min(budget.bytes, bombAt(body.length, budget.limits) + 1);
  const content = gunzipUpTo(body, room);
  if (content === undefined) return room > bombAt(body.length, budget.limits) ? 'bomb' : 'unknown';
  budget.bytes -= content.length;
  if (content.toString('latin1', 257, 262) !== 'ustar') return judgeNested(content, depth + 1, budget);
  return worst(tarFiles(content, budget.limits), depth, budget);
}

function judgeZip(body: Buffer, depth: number, budget: NestedBudget): NestedVerdict {
  const source = bufferSource(body);
  const { entries } = readZipDirectory(source, budget.limits);
  const total = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (total > bombAt(body.length, budget.limits)) return 'bomb';
  return worst(zipFiles(), depth, budget);

  function* zipFiles(): Generator<Buffer | undefined> {
    for (const entry of entries) {
      const dataAt = entry.offset + 30 + source.read(entry.offset, 30).readUInt16LE(26);
      const start = dataAt + source.read(entry.offset, 30).readUInt16LE(28);
      const stored = source.read(start, entry.compressedSize);
      const content =
        entry.method === 0 ? stored : inflateUpTo(stored, Math.min(entry.size, budget.bytes))?.bytes;
      budget.bytes -= content?.length ?? 0;
      yield content;
    }
  }
}

function worst(files: Iterable<Buffer | undefined>, depth: number, budget: NestedBudget): NestedVerdict {
  let verdict: NestedVerdict = 'harmless';
  for (const file of files) {
    const next = file === undefined ? 'unknown' : judgeNested(file, depth + 1, budget);
    if (order.indexOf(next) > order.indexOf(verdict)) verdict = next;
    if (verdict === 'malware') break;
  }
  return verdict;
}

function tarFiles(content: Buffer, limits: ArchiveLimits): Buffer[] {
  const files: Buffer[] = [];
  const reader = createTarReader(limits, (entry) => {
    const body = Buffer.alloc(Math.min(entry.size, content.length));
    files.push(body);
    return filler(body);
  });
  reader.push(content);
  return files;
}

function gunzipUpTo(body: Buffer, maxBytes: number): Buffer | undefined {
  try {
    return gunzipSync(body, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

function bombAt(compressedBytes: number, limits: ArchiveLimits): number {
  return Math.max(limits.ratioFloorBytes, compressedBytes * limits.maxRatio);
}
