import { isUtf8 } from 'node:buffer';
import type { ArchiveEntry } from '../domain/archive.ts';
import { filler } from './kept-files.ts';
import { type ArchiveLimits, scanLimits } from './limits.ts';
import { createPathBook } from './paths.ts';
import { assertGlobalPax, parsePax, type PaxRecords } from './pax.ts';
import { entryRefusal, refusal } from './refusal.ts';
import { BLOCK, parseTarHeader, type TarHeader } from './tar-header.ts';

const maxRecordBytes = scanLimits['tar record'].bytes;
const zeroBlock = Buffer.alloc(BLOCK);

export interface TarReader {
  push(chunk: Buffer): void;
  /** @throws DomainError if the archive ends inside an entry or without its end mark */
  finish(): void;
}

/**
 * Starts a regular file, whose bytes begin at `offset` of the archive; returns the consumer of the bytes. The path
 * keeps a leading `./` of the archive: clients that drop the first folder treat it as a folder.
 */
export type TarSink = (entry: ArchiveEntry, offset: number) => (chunk: Buffer) => void;

/**
 * A strict tar reader: accepts entries that every reader interprets identically and refuses all others, so that no
 * client unpacks files other than the scanned ones. `hasRecords`: clients of this archive read names and sizes from
 * pax and GNU records before entries.
 */
export function createTarReader(
  limits: ArchiveLimits,
  sink: TarSink,
  { hasRecords = true }: { hasRecords?: boolean } = {},
): TarReader {
  const book = createPathBook(limits);
  const header = Buffer.alloc(BLOCK);
  let headerFill = 0;
  let remaining = 0;
  let padding = 0;
  let zeroBlocks = 0;
  let position = 0;
  let write: (chunk: Buffer) => void = ignore;
  let finishRecord: (() => void) | undefined;
  let pax: PaxRecords | undefined;
  let longName: Buffer | undefined;

  function push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      const taken = take(chunk, at);
      at += taken;
      position += taken;
    }
  }

  function take(chunk: Buffer, at: number): number {
    if (remaining > 0) return takeBody(chunk, at);
    return padding > 0 ? takePadding(chunk, at) : takeHeader(chunk, at);
  }

  function takeBody(chunk: Buffer, at: number): number {
    const part = chunk.subarray(at, at + remaining);
    write(part);
    remaining -= part.length;
    if (remaining === 0) endBody();
    return part.length;
  }

  function endBody(): void {
    finishRecord?.();
    finishRecord = undefined;
  }

  function takePadding(chunk: Buffer, at: number): number {
    const length = Math.min(padding, chunk.length - at);
    padding -= length;
    return length;
  }

  function takeHeader(chunk: Buffer, at: number): number {
    const length = chunk.copy(header, headerFill, at, at + BLOCK - headerFill);
    headerFill += length;
    if (headerFill < BLOCK) return length;
    headerFill = 0;
    if (header.equals(zeroBlock)) zeroBlocks += 1;
    else beginEntry(position + length);
    return length;
  }

  function beginEntry(dataAt: number): void {
    if (zeroBlocks > 0) throw refusal('the tar archive has data behind its end mark');
    const parsed = parseTarHeader(header);
    remaining = parsed.size;
    padding = (BLOCK - (parsed.size % BLOCK)) % BLOCK;
    write = ignore;
    if (parsed.kind === 'pax' || parsed.kind === 'pax-global' || parsed.kind === 'long-name')
      beginRecord(parsed);
    else beginNamed(parsed, dataAt);
    if (remaining === 0) endBody();
  }

  function beginRecord(parsed: TarHeader): void {
    if (!hasRecords)
      throw refusal(`the tar archive has a ${parsed.what} record, which not every client reads`);
    if (parsed.size === 0 || parsed.size > maxRecordBytes)
      throw refusal(`a tar ${parsed.what} has a bad size`);
    const body = Buffer.alloc(parsed.size);
    write = filler(body);
    finishRecord = () => acceptRecord(parsed, body);
  }

  function acceptRecord(parsed: TarHeader, body: Buffer): void {
    if (parsed.kind === 'pax-global') return assertGlobalPax(body);
    if (pax !== undefined || longName !== undefined) throw refusal('a tar entry is described twice');
    if (parsed.kind === 'pax') pax = parsePax(body);
    else longName = body.at(-1) === 0 ? body.subarray(0, -1) : body;
  }

  function beginNamed(parsed: TarHeader, dataAt: number): void {
    const path = decoded(longName ?? pax?.path ?? parsed.name);
    if (parsed.kind === 'refused') throw entryRefusal(path, `is ${parsed.what}`);
    if (pax?.size !== undefined && pax.size !== parsed.size)
      throw entryRefusal(path, 'has two different sizes');
    pax = undefined;
    longName = undefined;
    // In old archives only the trailing slash identifies a directory. The full name decides, not the truncated one of
    // its header.
    if (parsed.kind === 'directory' || path.endsWith('/')) return beginDirectory(path, parsed.size);
    if (parsed.size > limits.maxEntryBytes) {
      throw entryRefusal(path, `is larger than ${limits.maxEntryBytes} bytes`);
    }
    const plain = book.addFile(path);
    const kept = path.startsWith('./') ? `./${plain}` : plain;
    write = sink({ path: kept, size: parsed.size, mode: parsed.mode }, dataAt);
  }

  function beginDirectory(path: string, size: number): void {
    if (size !== 0) throw entryRefusal(path, 'is a directory with content');
    book.addDirectory(path);
  }

  function finish(): void {
    if (remaining > 0 || padding > 0 || headerFill > 0 || zeroBlocks < 2)
      throw refusal('the tar archive is cut off');
    if (pax !== undefined || longName !== undefined)
      throw refusal('the tar archive ends behind a header record');
  }

  return { push, finish };
}

function decoded(name: Buffer): string {
  const path = name.toString('utf8');
  if (!isUtf8(name)) throw entryRefusal(path, 'has a name that is not UTF-8');
  return path;
}

function ignore(): void {}
