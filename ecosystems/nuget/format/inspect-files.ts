import { DomainError } from '../../../domain/errors.ts';
import { plainStanding } from '../../../domain/file-standing.ts';
import type { Inspection } from '../../../domain/publication.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import type { Declared } from '../../format.ts';
import { inspect } from './inspect.ts';

/** Inspects a package, its symbols, or both; all files must have the same identity. */
export async function inspectFiles(files: readonly OpenedFile[], declared: Declared): Promise<Inspection> {
  const [main, ...others] = files.toSorted((a, b) => rank(a) - rank(b));
  if (main === undefined) throw new DomainError('invalid_archive', 'a release has a package');
  for (const file of others) await inspect(file, declared);
  const { standing, ...inspection } = await inspect(main, declared);
  if (main.kind === 'nupkg') return { ...inspection, standings: { [main.filename]: standing } };
  if (declared.file === undefined)
    throw new DomainError('invalid_archive', 'there are symbols without a package');
  // symbols repeat the metadata of their package, which the release already has
  return { ...inspection, standings: { [main.filename]: plainStanding }, extracts: [] };
}

/** Sorts the package first. */
function rank({ kind }: OpenedFile): number {
  return kind === 'nupkg' ? 0 : 1;
}
