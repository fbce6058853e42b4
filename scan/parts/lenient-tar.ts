import { BLOCK } from '../tar-header.ts';
import { type EntryHeader, isTarHeader, parseEntryHeader } from './entry-header.ts';
import type { PartLimits } from './limits.ts';
import { type LenientPax, parseLenientPax } from './lenient-pax.ts';
import { PartStop } from './part-stop.ts';
import { withoutTrailing } from '../../domain/trim-end.ts';

const zeroBlock = Buffer.alloc(BLOCK);

export interface PartEntry {
  /** The path without leading `./` and `/`. */
  path: string;
  size: number;
  mode: number;
  isFile: boolean;
}

/** The consumer of an entry's bytes; undefined to skip them. */
export type PartSink = (entry: PartEntry) => PartBody | undefined;

export interface PartBody {
  write(chunk: Buffer): void;
  end(): void;
}

/**
 * A tar reader for the output of container tools, with links, devices, absolute names and sparse files. It writes
 * nothing to disk, so no name can do harm. It reads beyond the end mark, because some readers continue there. `note`
 * gets the places that readers interpret differently.
 */
export function createLenientTar(limits: PartLimits, sink: PartSink, note: (why: string) => void = () => {}) {
  const header = Buffer.alloc(BLOCK);
  let headerFill = 0;
  let remaining = 0;
  let padding = 0;
  let entries = 0;
  let zeroBlocks = 0;
  let hasSparseMap = false;
  let body: PartBody | undefined;
  let pax: LenientPax = {};
  let longName: string | undefined;

  function push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (remaining > 0) at += takeBody(chunk, at);
      else if (padding > 0) at += takePadding(chunk, at);
      else at += takeHeader(chunk, at);
    }
  }

  function takeBody(chunk: Buffer, at: number): number {
    const length = Math.min(remaining, chunk.length - at);
    body?.write(chunk.subarray(at, at + length));
    remaining -= length;
    if (remaining === 0) endBody();
    return length;
  }

  function endBody(): void {
    const ended = body;
    body = undefined;
    ended?.end();
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
    if (hasSparseMap) hasSparseMap = header[504] === 1;
    else if (header.equals(zeroBlock)) zeroBlocks += 1;
    else if (zeroBlocks < 2 || isTarHeader(header)) begin(parseEntryHeader(header));
    return length;
  }

  function begin(entry: EntryHeader): void {
    if (zeroBlocks > 0) note('it goes on behind its end');
    if (entry.ambiguity !== undefined) note(`it has ${entry.ambiguity}`);
    zeroBlocks = 0;
    entries += 1;
    if (entries > limits.maxEntries)
      throw new PartStop(`it has more than ${limits.maxEntries} entries`, 'limit');
    if (entry.kind === 'pax' || entry.kind === 'pax-global' || entry.kind === 'long-name')
      return beginRecord(entry);
    if (pax.size !== undefined && pax.size !== entry.size) note('it has an entry with two sizes');
    hasSparseMap = entry.hasSparseMap;
    // only files have data: the declared size of links and folders is ignored
    remaining = entry.kind === 'file' || entry.kind === 'skipped' ? (pax.size ?? entry.size) : 0;
    padding = pad(remaining);
    const path = (pax.path ?? longName ?? entry.name).slice(0, limits.maxPathBytes);
    pax = {};
    longName = undefined;
    if (entry.kind === 'skipped') return;
    const isFile = entry.kind === 'file';
    body = sink({
      path: path.replaceAll('\0', '').replace(/^(?:\.?\/)+/, ''),
      size: remaining,
      mode: entry.mode,
      isFile,
    });
    if (remaining === 0) endBody();
  }

  function beginRecord({ kind, size }: EntryHeader): void {
    remaining = size;
    padding = pad(size);
    if (size > limits.maxRecordBytes) throw new PartStop('it has a header record that is too large', 'limit');
    const chunks: Buffer[] = [];
    body = {
      write: (chunk) => chunks.push(Buffer.from(chunk)),
      end() {
        const record = Buffer.concat(chunks);
        const isAgain = longName !== undefined || Object.keys(pax).length > 0;
        if (isAgain && kind !== 'pax-global') note('it has an entry that is described twice');
        if (kind === 'long-name') longName = withoutTrailing(record.toString('utf8'), '\0');
        else takePax(kind, parseLenientPax(record));
      },
    };
    if (remaining === 0) endBody();
  }

  function takePax(kind: EntryHeader['kind'], { isAmbiguous, ...records }: LenientPax): void {
    const isForAll = kind === 'pax-global' && Object.keys(records).length > 0;
    if (isAmbiguous === true || isForAll) note('it has a pax header that is read in several ways');
    if (kind === 'pax') pax = { ...pax, ...records };
  }

  return {
    push,
    /** False inside an entry. */
    isWhole: () => remaining === 0 && (headerFill === 0 || zeroBlocks >= 2),
    entries: () => entries,
  };
}

function pad(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}
