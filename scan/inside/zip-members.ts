import { isUtf8 } from 'node:buffer';
import { createInflateRaw } from 'node:zlib';
import { bufferSource, type ByteSource, sliceSource } from '../byte-source.ts';
import { DomainError } from '../../domain/errors.ts';
import { inflateUpTo } from '../inflate.ts';
import { streamed } from '../packed/node-decompressor.ts';
import { sourceOf } from '../packed/source.ts';
import { PartStop } from '../parts/part-stop.ts';
import { asStop } from '../parts/unpack.ts';
import { quoted } from '../refusal.ts';
import { type CentralEntry, listCentral, zipFlag } from '../zip-central.ts';
import { findZipEnd } from '../zip-end.ts';
import { firstEntryAt, placeEntries } from '../zip-layout.ts';
import { collectMember, type Member, memberOf } from './member.ts';
import type { Walk } from './walk.ts';

const LOCAL_BYTES = 30;
const hiddenFlags = zipFlag.encrypted | zipFlag.strong | zipFlag.masked;
/** Methods whose data has the same signature as the corresponding file format: bzip2, zstd, xz. */
const selfDescribing: ReadonlySet<number> = new Set([12, 93, 95]);

/**
 * The files of a zip, with any data before it. Entries that clients read differently are noted, but all entries of
 * the directory are inspected.
 * @throws PartStop, DomainError
 */
export async function* zipMembers(bytes: ByteSource, folder: string, walk: Walk): AsyncGenerator<Member> {
  const end = findZipEnd(bytes);
  const { maxEntries } = walk.limits;
  if (end.count > maxEntries) throw new PartStop(`it has more than ${maxEntries} entries`, 'limit');
  const entries = listCentral(bytes, end, walk.limits);
  walk.assertNoBomb(
    entries.reduce((sum, { size }) => sum + size, 0),
    bytes.size,
  );
  const start = firstEntryAt(bytes, entries, end);
  walk.noted(() => placeEntries(bytes, entries, { start, end: end.offset }));
  for (const entry of entries) {
    const path = `${folder}${nameOf(entry)}`;
    if (entry.size === 0 && path.endsWith('/')) continue;
    walk.budget.spendEntry();
    const member = await openEntry(bytes, path, { entry, walk });
    if (member) yield member;
  }
}

function nameOf({ rawName, secondName }: CentralEntry): string {
  const name = secondName ?? rawName;
  return name.toString(isUtf8(name) ? 'utf8' : 'latin1').replaceAll('\0', '');
}

/** The entry's content; undefined, with a note, for an entry without a decoder. */
async function openEntry(
  bytes: ByteSource,
  path: string,
  { entry, walk }: { entry: CentralEntry; walk: Walk },
): Promise<Member | undefined> {
  const name = quoted(path);
  if ((entry.flags & hiddenFlags) !== 0) return walk.note(`its entry ${name} is encrypted`);
  try {
    return await readEntry(dataOf(bytes, entry), path, { entry, walk });
  } catch (error) {
    const stop = asStop(error);
    if (stop instanceof PartStop && stop.kind !== 'limit' && stop.kind !== 'hidden')
      return walk.note(`its entry ${name} can't be read: ${stop.message}`);
    if (stop instanceof DomainError) return walk.note(stop.detail);
    throw stop;
  }
}

function dataOf(bytes: ByteSource, { offset, compressedSize }: CentralEntry): ByteSource {
  const header = bytes.read(offset, LOCAL_BYTES);
  const start = offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  return sliceSource(bytes, start, start + compressedSize);
}

async function readEntry(
  data: ByteSource,
  path: string,
  { entry, walk }: { entry: CentralEntry; walk: Walk },
): Promise<Member | undefined> {
  const { method, size } = entry;
  if (method === 0) return memberOf(path, data);
  if (method === 8 && size <= walk.keepBytes) {
    walk.budget.spend(size);
    const body = inflateUpTo(data.read(0, data.size), size);
    if (body === undefined) return walk.note(`its entry ${quoted(path)} is larger than it says`);
    return memberOf(path, bufferSource(body.bytes));
  }
  if (method !== 8 && !selfDescribing.has(method))
    return walk.note(`its entry ${quoted(path)} uses the compression method ${method}`);
  const content = method === 8 ? streamed(sourceOf(data), createInflateRaw()) : walk.unpacked(data);
  const member = collectMember(path, walk.keepBytes);
  let produced = 0;
  for await (const chunk of content) {
    if (method === 8) walk.budget.spend(chunk.length);
    produced += chunk.length;
    walk.assertNoBomb(produced, data.size);
    member.write(chunk);
  }
  return member.end();
}
