import { limits } from '../format/limits.ts';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { createCollector } from '../../../domain/byte-collector.ts';
import { DomainError } from '../../../domain/errors.ts';
import { inlineXmlBytes } from '../../../domain/limits.ts';
import type { BodyReader } from '../../context/bodies.ts';
import { isNuspecPath } from '../format/inspect.ts';
import { maxNuspecBytes, parseIdentity, type Identity } from '../format/nuspec.ts';

/** How far into a central directory the manifest is looked for. */
const maxEntries = limits['peeked entries'].count;

/**
 * The manifest of an uploaded package, read with little work before anything is recorded: the full
 * inspection follows in the scanner's own process. @throws DomainError `invalid_archive`
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

/** An error of the disk proves nothing about the package. */
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
