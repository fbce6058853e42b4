import { limits } from '../format/limits.ts';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { createCollector } from '../../../domain/byte-collector.ts';
import { DomainError } from '../../../domain/errors.ts';
import { inlineXmlBytes } from '../../../domain/limits.ts';
import type { BodyReader } from '../../context/bodies.ts';
import { isNuspecPath } from '../format/inspect.ts';
import { maxNuspecBytes, parseIdentity, type Identity } from '../format/nuspec.ts';

/** Maximum number of entries of a central directory that are searched for the manifest. */
const maxEntries = limits['peeked entries'].count;

/**
 * Reads the manifest of an uploaded package with little work, before the upload is recorded. The scanner's process
 * does the full inspection later. @throws DomainError `invalid_archive`
 */
export async function peekNuspec(path: string): Promise<Buffer> {
  return readNuspec(path).catch((error: unknown) => {
    if (error instanceof DomainError || isSystemError(error)) throw error;
    throw new DomainError('invalid_archive', 'the upload is not a readable package', {}, error);
  });
}

export const identityReader: BodyReader<null, Identity> = {
  name: 'identity',
  inlineBytes: inlineXmlBytes,
  read: parseIdentity,
};

/** Whether the error is of the disk: the package may be valid. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

async function readNuspec(path: string): Promise<Buffer> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    return await readBounded(archive, await findNuspec(archive));
  } finally {
    archive.close();
  }
}

async function findNuspec(archive: ZipFile): Promise<Entry> {
  if (archive.entryCount > maxEntries) {
    throw new DomainError('invalid_archive', `a package has at most ${maxEntries} files`);
  }
  for await (const entry of archive.eachEntry()) {
    if (isNuspecPath(entry.fileName)) return entry;
  }
  throw new DomainError('invalid_archive', 'a package has exactly one .nuspec file at its root');
}

async function readBounded(archive: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > maxNuspecBytes) throw nuspecTooLarge();
  const nuspec = createCollector(maxNuspecBytes);
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    if (nuspec.size + chunk.length > maxNuspecBytes) throw nuspecTooLarge();
    nuspec.push(chunk);
  }
  return nuspec.bytes();
}

function nuspecTooLarge(): DomainError {
  return new DomainError('invalid_archive', `the nuspec is larger than ${maxNuspecBytes} bytes`);
}
