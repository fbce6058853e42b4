import { inputLimits } from '../domain/limits/inputs.ts';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import type { AdvisoryRecord } from '../domain/advisory.ts';
import { DomainError } from '../domain/errors.ts';
import { readOsv } from '../domain/osv.ts';
import { parseJson } from '../domain/utf8.ts';

/** Several times the number of entries of the largest ecosystem. */
const maxEntries = inputLimits['advisory entries'].count;

/** The bound of one decompressed advisory. The longest lists of versions need a tenth of it. */
const maxRecordBytes = inputLimits['advisory record'].bytes;

export type AdvisoryRead =
  | { kind: 'advisory'; record: AdvisoryRecord }
  /** The record is about another ecosystem, or is not an advisory. */
  | { kind: 'elsewhere' }
  | { kind: 'refused'; path: string; reason: string };

export interface AdvisoryReading {
  osvName: string | null;
  canonicalName(raw: string): string;
}

/**
 * Reads `count` entries of an archive of OSV records, one at a time, beginning with entry `from`. Entries that can't
 * be read are reported and skipped. @throws DomainError `invalid_archive` when the archive itself can't be read
 */
export async function readAdvisories(
  path: string,
  window: { from: number; count: number },
  reading: AdvisoryReading,
): Promise<{ total: number; reads: AsyncIterable<AdvisoryRead> }> {
  const archive = await whole(openPromise(path, { lazyEntries: true, autoClose: false }));
  if (archive.entryCount > maxEntries) {
    archive.close();
    throw new DomainError('invalid_archive', `the archive has more than ${maxEntries} entries`);
  }
  return { total: archive.entryCount, reads: readWindow(archive, window, reading) };
}

async function* readWindow(
  archive: ZipFile,
  { from, count }: { from: number; count: number },
  reading: AdvisoryReading,
): AsyncGenerator<AdvisoryRead> {
  try {
    const entries = archive.eachEntry();
    for (let index = 0; index < from + count; index += 1) {
      const { done, value: entry } = await whole(entries.next());
      if (done) return;
      if (index >= from) yield await readEntry(archive, entry, reading);
    }
  } finally {
    archive.close();
  }
}

async function readEntry(
  archive: ZipFile,
  entry: Entry,
  { osvName, canonicalName }: AdvisoryReading,
): Promise<AdvisoryRead> {
  const path = entry.fileName.slice(0, 200);
  if (!path.endsWith('.json')) return { kind: 'elsewhere' };
  const refused = (reason: string): AdvisoryRead => ({ kind: 'refused', path, reason });
  if (entry.uncompressedSize > maxRecordBytes) return refused('it is larger than any advisory');
  const bytes = await readBytes(archive, entry).catch((error: unknown) => {
    if (isSystemError(error)) throw error;
    return undefined;
  });
  if (bytes === undefined) return refused('it cannot be decompressed');
  const json = parseRecord(bytes);
  if (json === undefined) return refused('it is no JSON');
  const record = readOsv(json, osvName, canonicalName);
  if (record === undefined) return refused('it is no record of the OSV schema');
  return record === null ? { kind: 'elsewhere' } : { kind: 'advisory', record };
}

/** The reader itself refuses an entry that exceeds its declared size. */
async function readBytes(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function parseRecord(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}

/** Reads the structure of the archive. An error there refuses the whole archive. */
async function whole<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new DomainError('invalid_archive', 'the file is no readable zip archive', {}, error);
  }
}

/** An I/O error of the disk does not mean that the archive is invalid. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
