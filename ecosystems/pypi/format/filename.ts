import { DomainError } from '../../../domain/errors.ts';
import { canonicalName } from './name.ts';
import { canonicalVersion } from './version.ts';
import { limits } from './limits.ts';

export type PackageType = 'bdist_wheel' | 'sdist';

export interface FileParts {
  packageType: PackageType;
  /** Lookup keys of the file's project and version. */
  nameKey: string;
  versionKey: string;
  /** The tags of a wheel: `py3-none-any`. */
  tags: string | null;
}

const shape = /^[A-Za-z0-9][A-Za-z0-9._+!-]*$/;
/** The documents beside a file: its METADATA (PEP 658) and its attestations (PEP 740). */
export const besideEnding = /\.(?:metadata|provenance)$/;
const maxReadings = limits['readings of a file name'].count;
const sdistEndings = ['.tar.gz', '.zip'];

/** The possible readings of a filename, several if the project's name has hyphens. Empty: not a file of a project. */
export function readingsOf(filename: string): FileParts[] {
  if (filename.length > limits['file name'].characters || !shape.test(filename)) return [];
  if (filename.endsWith('.whl')) return wheelOf(filename.slice(0, -'.whl'.length));
  const ending = sdistEndings.find((each) => filename.endsWith(each));
  if (ending === undefined) return [];
  const stem = filename.slice(0, -ending.length);
  return hyphens(stem).flatMap((at) => reading('sdist', stem.slice(0, at), stem.slice(at + 1), null));
}

/** The reading for this project and version. @throws DomainError `bad_request` without one */
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
  // filenames have an underscore in local versions
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

/** Positions of hyphens, last first: most versions have no hyphen. */
function hyphens(text: string): number[] {
  const found: number[] = [];
  for (
    let at = text.lastIndexOf('-');
    at > 0 && found.length < maxReadings;
    at = text.lastIndexOf('-', at - 1)
  )
    found.push(at);
  return found;
}
