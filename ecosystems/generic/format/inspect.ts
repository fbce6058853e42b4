import { wholeFile } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import { publicationLimits } from '../../../domain/limits.ts';
import type { Inspection } from '../../../domain/publication.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import type { Declared } from '../../format.ts';
import { limits } from './limits.ts';
import { canonicalName } from './name.ts';
import { assertPath, findCollision } from './path.ts';
import { canonicalVersion, isStable } from './version.ts';

/** The files have no metadata: only the request declares it, so that its rules are checked again. */
export async function inspect(files: readonly OpenedFile[], declared: Declared): Promise<Inspection> {
  canonicalName(declared.name);
  canonicalVersion(declared.version);
  assertPlaces(files.map(({ filename }) => filename));
  if (files.some(({ entries }) => entries.length === 0)) {
    throw new DomainError('invalid_archive', 'a file has no content to look at');
  }
  return {
    publication: {
      name: declared.name,
      version: declared.version,
      description: null,
      readme: await readReadme(files),
      license: null,
      homepage: null,
      repositoryUrl: null,
      keywords: [],
      isPrerelease: !isStable(declared.version),
      dependencies: [],
      metadata: {},
    },
    standings: {},
    extracts: [],
  };
}

function assertPlaces(paths: readonly string[]): void {
  if (paths.length > limits.files.count) {
    throw new DomainError('invalid_archive', `a release has at most ${limits.files.count} files`);
  }
  for (const path of paths) assertPath(path);
  const collision = findCollision(paths);
  if (collision === undefined) return;
  throw new DomainError('invalid_archive', `${collision.join(' and ')} can't lie in one folder`);
}

/** The README for the page of the package. A README that is too long or not text is only a file. */
async function readReadme(files: readonly OpenedFile[]): Promise<string | null> {
  const { characters } = publicationLimits.readme;
  const readme = files.find(({ filename }) => /^readme(?:\.(?:md|txt))?$/i.test(filename));
  if (readme === undefined || readme.sizeBytes > characters) return null;
  const bytes = await readme.read(wholeFile, characters);
  return bytes.includes(0) ? null : bytes.toString('utf8');
}
