import { isUtf8 } from 'node:buffer';
import type { ByteSource } from './byte-source.ts';
import type { ArchiveLimits } from './limits.ts';
import { entryRefusal, refusal } from './refusal.ts';
import { type CentralEntry, listCentral, zipFlag } from './zip-central.ts';
import { findZipEnd, type ZipEnd } from './zip-end.ts';

/** An entry that every client reads identically. */
export interface ZipEntry extends CentralEntry {
  path: string;
  isDirectory: boolean;
  method: 0 | 8;
  mode: number;
}

export interface ZipDirectory {
  entries: ZipEntry[];
  end: ZipEnd;
}

/** The directory of a file that is only a zip. @throws DomainError `invalid_archive` */
export function readZipDirectory(source: ByteSource, limits: ArchiveLimits): ZipDirectory {
  const end = findZipEnd(source);
  if (!end.isExact) throw refusal('the archive is not a zip file, is cut off or has data behind its end');
  if (end.base > 0) throw refusal('the zip directory does not end where the archive says');
  return { end, entries: listCentral(source, end, limits).map((entry) => plainEntry(entry)) };
}

function plainEntry(central: CentralEntry): ZipEntry {
  const path = central.rawName.toString('utf8');
  if (!isUtf8(central.rawName)) throw entryRefusal(path, 'has a name that is not UTF-8');
  if (central.secondName?.equals(central.rawName) === false) throw entryRefusal(path, 'has a second name');
  const { method, unixMode } = central;
  if (method !== 0 && method !== 8)
    throw entryRefusal(path, `uses the unsupported compression method ${method}`);
  if (central.disk !== 0) throw refusal('the zip archive spans several disks');
  const isDirectory = path.endsWith('/');
  const entry: ZipEntry = { ...central, path, method, isDirectory, mode: unixMode & 0o7777 };
  assertPlainKind(entry, unixMode >>> 12);
  return entry;
}

/** `kind`: upper four bits of the Unix mode: 0 unspecified, 4 directory, 8 regular file, all others special. */
function assertPlainKind(entry: ZipEntry, kind: number): void {
  const { path, flags } = entry;
  if (flags & (zipFlag.encrypted | zipFlag.strong | zipFlag.masked)) throw entryRefusal(path, 'is encrypted');
  if (flags & zipFlag.patched) throw entryRefusal(path, 'is a patch');
  if (kind === 0o12) throw entryRefusal(path, 'is a symbolic link');
  if (kind !== 0 && kind !== (entry.isDirectory ? 4 : 8)) throw entryRefusal(path, 'is not a regular file');
  if (entry.isDirectory && entry.size !== 0) throw entryRefusal(path, 'is a directory with content');
  if (entry.method === 0 && entry.size !== entry.compressedSize)
    throw entryRefusal(path, 'has two different sizes');
}
