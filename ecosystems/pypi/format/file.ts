import type { FileFacts } from '../../../domain/release-file.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Declared } from '../../format.ts';
import { partsOf } from './filename.ts';
import { limits } from './limits.ts';

/** The facts of a wheel or a source distribution. @throws DomainError `bad_request` */
export function fileFacts(declared: Declared): FileFacts {
  const { file } = declared;
  if (file === undefined) throw new DomainError('bad_request', 'a release has files with names');
  const { packageType } = partsOf(file, declared);
  return {
    format: file.endsWith('.tar.gz') ? 'tgz' : 'zip',
    kind: packageType === 'sdist' ? 'sdist' : 'wheel',
    filename: file,
    contentType: 'application/octet-stream',
    maxBytes: limits.file.bytes,
  };
}
