import type { ArchiveEntry, OpenedArchive } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Extract } from '../../../domain/publication.ts';
import { limits } from './limits.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * The text file at a path of the manifest; undefined for an empty path.
 * @throws DomainError `invalid_archive` for a missing file
 */
export async function textExtract(
  archive: OpenedArchive,
  file: { filename: string; contentType: string; path: string },
): Promise<Extract | undefined> {
  const body = await readEmbedded(archive, file.path, file.filename);
  return body && { kind: 'metadata', filename: file.filename, contentType: file.contentType, body };
}

/** The icon; undefined unless browsers treat its bytes only as a picture. */
export async function iconExtract(archive: OpenedArchive, path: string): Promise<Extract | undefined> {
  const body = await readEmbedded(archive, path, 'icon');
  const contentType = body && pictureType(body);
  if (body === undefined || contentType === undefined) return undefined;
  return { kind: 'metadata', filename: 'icon', contentType, body };
}

function pictureType(body: Buffer): string | undefined {
  if (body.subarray(0, png.length).equals(png)) return 'image/png';
  return body.subarray(0, jpeg.length).equals(jpeg) ? 'image/jpeg' : undefined;
}

async function readEmbedded(archive: OpenedArchive, path: string, what: string): Promise<Buffer | undefined> {
  if (path === '') return undefined;
  const entry = findEntry(archive.entries, path);
  if (entry !== undefined) return archive.read(entry.path, limits['embedded file'].bytes);
  throw new DomainError('invalid_archive', `the nuspec names a ${what} file that is not in the package`);
}

/**
 * The entry of a manifest's path. Authors use any platform: paths have both separators, a leading dot, escaped names.
 */
function findEntry(entries: readonly ArchiveEntry[], path: string): ArchiveEntry | undefined {
  const wanted = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  return (
    entries.find((entry) => entry.path === wanted) ??
    entries.find((entry) => unescaped(entry.path).toLowerCase() === wanted.toLowerCase())
  );
}

/** Decodes an entry name, which packers escape as in URLs. */
export function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
