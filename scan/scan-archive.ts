import type { ArchiveEntry, ArchiveFormat, OpenedArchive } from '../domain/archive.ts';
import { refusal, quoted } from './refusal.ts';

export interface ArchiveFacts {
  format: ArchiveFormat;
  archiveBytes: number;
  /** Total size of the files. */
  fileBytes: number;
  /** The directory that contains every file, with a trailing slash; otherwise an empty string. */
  root: string;
}

/** The input of scanners: the ecosystem's view plus cheap access to the head of every file. */
export interface ScanArchive extends OpenedArchive {
  facts: ArchiveFacts;
  /** Whether the file is an archive whose files are also entries. */
  isOpened(path: string): boolean;
  /** The first bytes of a file, up to {@link HEAD_BYTES}; always in memory. */
  head(path: string): Buffer;
  /** Whether the end record of a zip is where clients look for it; unknown for a plain file. */
  mayBeZip(path: string): boolean;
  /**
   * Calls `look` for each wanted file of at most `maxBytes`, with at most one decompression in total. Files in memory
   * come first.
   */
  visit(
    wanted: (entry: ArchiveEntry) => boolean,
    maxBytes: number,
    look: (entry: ArchiveEntry, body: Buffer) => void | Promise<void>,
  ): Promise<void>;
}

export const HEAD_BYTES = 1024;

/** Reads bodies of files that were not kept, by another decompression of the archive (or of one entry). */
export type Rereader = (
  paths: ReadonlySet<string>,
  look: (path: string, body: Buffer) => void | Promise<void>,
) => Promise<void>;

interface Parts {
  format: ArchiveFormat;
  archiveBytes: number;
  entries: ArchiveEntry[];
  kept: ReadonlyMap<string, Buffer>;
  heads: ReadonlyMap<string, Buffer>;
  /** Paths of files that have the end of a zip. */
  zips?: ReadonlySet<string>;
  reread: Rereader;
  opened?: ReadonlySet<string>;
}

export function scanArchive(parts: Parts): ScanArchive {
  const { entries, kept, heads } = parts;
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return {
    entries,
    facts: {
      format: parts.format,
      archiveBytes: parts.archiveBytes,
      fileBytes: entries.reduce((sum, entry) => sum + entry.size, 0),
      root: commonRoot(entries),
    },
    mayBeZip: (path) => parts.zips?.has(path) === true,
    isOpened: (path) => parts.opened?.has(path) === true,
    head: (path) => heads.get(path) ?? kept.get(path)?.subarray(0, HEAD_BYTES) ?? Buffer.alloc(0),
    async read(path, maxBytes) {
      const entry = byPath.get(path);
      if (entry === undefined) throw refusal(`the archive has no entry ${quoted(path)}`);
      if (entry.size > maxBytes) {
        throw refusal(`the archive entry ${quoted(path)} is larger than ${maxBytes} bytes`);
      }
      const body = kept.get(path) ?? (await rereadOne(parts.reread, path));
      return body;
    },
    async readAll(paths, maxBytes) {
      const found = new Map<string, Buffer>();
      await visit(
        ({ path }) => paths.has(path),
        maxBytes,
        ({ path }, body) => void found.set(path, body),
      );
      return found;
    },
    visit,
  };

  async function visit(
    wanted: (entry: ArchiveEntry) => boolean,
    maxBytes: number,
    look: (entry: ArchiveEntry, body: Buffer) => void | Promise<void>,
  ): Promise<void> {
    const missing = new Set<string>();
    for (const entry of entries) {
      if (entry.size > maxBytes || !wanted(entry)) continue;
      const body = kept.get(entry.path);
      if (body === undefined) missing.add(entry.path);
      else await look(entry, body);
    }
    if (missing.size === 0) return;
    await parts.reread(missing, async (path, body) => {
      const entry = byPath.get(path);
      if (entry !== undefined) await look(entry, body);
    });
  }
}

async function rereadOne(reread: Rereader, path: string): Promise<Buffer> {
  let found: Buffer | undefined;
  await reread(new Set([path]), (_, body) => {
    found = body;
  });
  if (found === undefined) throw new Error('an archive changed while it was being scanned');
  return found;
}

function commonRoot(entries: readonly ArchiveEntry[]): string {
  const first = entries[0]?.path ?? '';
  const root = first.slice(0, first.indexOf('/') + 1);
  return entries.every((entry) => entry.path.startsWith(root)) ? root : '';
}
