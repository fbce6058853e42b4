import type { FileFacts } from '../../../domain/release-file.ts';
import type { Declared } from '../../format.ts';
import { limits } from './limits.ts';
import { assertPath } from './path.ts';

/** Types by ending that no browser executes; all other files are sent as bytes. */
const types: Readonly<Record<string, string>> = {
  gz: 'application/gzip',
  json: 'application/json',
  md: 'text/plain; charset=utf-8',
  sha256: 'text/plain; charset=utf-8',
  tar: 'application/x-tar',
  tgz: 'application/gzip',
  txt: 'text/plain; charset=utf-8',
  xz: 'application/x-xz',
  zip: 'application/zip',
  zst: 'application/zstd',
};

/**
 * The path names the file; the bytes decide its kind. A draft is declared without a file.
 * @throws DomainError `bad_request`
 */
export function fileFacts({ file = 'draft' }: Declared): FileFacts {
  assertPath(file);
  const ending = /\.(?<ending>[^./]+)$/.exec(file)?.groups?.['ending'] ?? '';
  const known = ending.toLowerCase();
  return {
    format: 'any',
    kind: 'file',
    filename: file,
    contentType: Object.hasOwn(types, known) ? (types[known] ?? plain) : plain,
    maxBytes: limits.file.bytes,
  };
}

const plain = 'application/octet-stream';
