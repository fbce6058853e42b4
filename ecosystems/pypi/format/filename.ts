import { DomainError } from '../../../domain/errors.ts';
import { canonicalName } from './name.ts';
import { canonicalVersion } from './version.ts';

export type PackageType = 'bdist_wheel' | 'sdist';

export interface FileParts {
  packageType: PackageType;
  /** Lookup keys of its project and version. */
  nameKey: string;
  versionKey: string;
  /** The tags of a wheel: `py3-none-any`. */
  tags: string | null;
}

const shape = /^[A-Za-z0-9][A-Za-z0-9._+!-]*$/;
/** The documents beside a file: its METADATA (PEP 658) and its attestations (PEP 740). */
export const besideEnding = /\.(?:metadata|provenance)$/;
const sdistEndings = ['.tar.gz', '.zip'];

/** The possible meanings of a file name: an old project may have hyphens in its name, so that there may be several. None is no file of a project. */
export function readingsOf(filename: string): FileParts[] {
  if (filename.length > 300 || !shape.test(filename)) return [];
  if (filename.endsWith('.whl')) return wheelOf(filename.slice(0, -'.whl'.length));
  const ending = sdistEndings.find((each) => filename.endsWith(each));
  if (ending === undefined) return [];
  const stem = filename.slice(0, -ending.length);
  return hyphens(stem).flatMap((at) => reading('sdist', stem.slice(0, at), stem.slice(at + 1), null));
}

/** @throws DomainError `bad_request` unless it is one of this project and version */
export function partsOf(filename: string, { name, version }: { name: string; version: string }): FileParts {
  const [nameKey, versionKey] = [canonicalName(name), canonicalVersion(version)];
  const found = readingsOf(filename).find(
    (each) => each.nameKey === nameKey && each.versionKey === versionKey,
  );
  if (found) return found;
  throw new DomainError(
    'bad_request',
    `${filename.slice(0, 300)} is not the name of a wheel or source distribution of ${name} ${version}`,
  );
}

/** `{distribution}-{version}(-{build})?-{python}-{abi}-{platform}` (PEP 427). */
function wheelOf(stem: string): FileParts[] {
  const parts = stem.split('-');
  if (parts.length !== 5 && parts.length !== 6) return [];
  const [name = '', version = ''] = parts;
  if (parts.length === 6 && !/^\d/.test(parts[2] ?? '')) return [];
  const tags = parts.slice(-3);
  if (!tags.every((tag) => /^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/.test(tag))) return [];
  // local versions are written with an underscore there
  return reading('bdist_wheel', name, version.replaceAll('_', '-'), tags.join('-'));
}

function reading(packageType: PackageType, name: string, version: string, tags: string | null): FileParts[] {
  try {
    return [{ packageType, nameKey: canonicalName(name), versionKey: canonicalVersion(version), tags }];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

/** The last ones first: most versions have none. */
function hyphens(text: string): number[] {
  const found: number[] = [];
  for (let at = text.lastIndexOf('-'); at > 0 && found.length < 10; at = text.lastIndexOf('-', at - 1))
    found.push(at);
  return found;
}
