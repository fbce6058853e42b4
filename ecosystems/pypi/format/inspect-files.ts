import { DomainError } from '../../../domain/errors.ts';
import type { Inspection } from '../../../domain/publication.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import type { Declared } from '../../format.ts';
import { inspect } from './inspect.ts';

/**
 * Inspects each file separately, as clients send them. The texts of the release come from a wheel, if it has one,
 * because installers prefer wheels. @throws DomainError `invalid_archive`, `manifest_mismatch`, `digest_mismatch`
 */
export async function inspectFiles(files: readonly OpenedFile[], declared: Declared): Promise<Inspection> {
  const inspections: Inspection[] = [];
  for (const file of files.toSorted((a, b) => rank(a) - rank(b))) {
    inspections.push(await inspect(file, declared));
  }
  const [main] = inspections;
  if (main === undefined) throw new DomainError('invalid_archive', 'a release has a file');
  return {
    ...main,
    extracts: inspections.flatMap(({ extracts }) => extracts),
    standings: Object.assign({}, ...inspections.map(({ standings }) => standings)) as Inspection['standings'],
    files: Object.assign({}, ...inspections.map(({ files: each }) => each)) as Inspection['files'] & object,
  };
}

/** Sorts wheels first. */
function rank({ kind }: OpenedFile): number {
  return kind === 'wheel' ? 0 : 1;
}
