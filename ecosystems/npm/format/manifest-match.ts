import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../../domain/errors.ts';
import type { ScanFinding } from '../../../domain/findings.ts';
import { differingBin } from './bins.ts';
import type { Manifest } from './metadata.ts';
import { foundTypes } from './declaration-file.ts';
import { enginesOf, type Packed } from './normalise.ts';
import { bundledOf, differingRange } from './ranges.ts';
import { differingScript, hasPackScript } from './scripts.ts';

/** Fields with platforms; a single word is a list of one. */
const platforms = ['os', 'cpu', 'libc'];

/** Entry points. Clients omit some of them, so that only declared ones are compared. */
const entryPoints = ['main', 'module', 'type', 'types', 'typings', 'exports', 'imports', 'browser'];

/**
 * The declaration of a request must agree with the package: readers see the declaration and install the package.
 * A difference is only a finding if the package's own scripts can change the manifest during packing: a client reads
 * the manifest before or after the scripts. The index always has the packed manifest.
 * @throws DomainError `manifest_mismatch` that names the field
 */
export function agree(inside: Manifest, declared: Manifest, packed: Packed, file: string): ScanFinding[] {
  const different = differingFields(inside, declared, packed).map((field) => field.slice(0, 250));
  const [first] = different;
  if (first === undefined) return [];
  if (!hasPackScript(inside) && !hasPackScript(declared)) throw mismatch(first);
  return [
    {
      kind: 'policy_violation',
      severity: 'medium',
      title: 'The request says something else than the archive',
      description: `package.json inside the archive, which counts, and the publish request disagree about: ${different.join(', ')}`,
      file,
      line: null,
      scanner: 'npm-manifest/2',
    },
  ];
}

/** The differing fields, at most one of each kind. */
function differingFields(inside: Manifest, declared: Manifest, packed: Packed): string[] {
  const bin = differingBin(inside, declared, packed);
  const script = differingScript(inside, declared, packed.paths);
  const there: Manifest = { types: foundTypes(inside, packed.paths), ...inside };
  const fields = [
    differingBundle(inside, declared),
    differingRange(inside, declared),
    bin === undefined ? undefined : `bin.${bin}`,
    script === undefined ? undefined : `scripts.${script}`,
    ...platforms.filter((field) => !isDeepStrictEqual(listOf(inside[field]), listOf(declared[field]))),
    isSameMap(enginesOf(inside['engines']), enginesOf(declared['engines'])) ? undefined : 'engines',
    ...['peerDependenciesMeta', 'acceptDependencies'].filter(
      (field) => !isSameMap(inside[field], declared[field]),
    ),
    ...entryPoints.filter((field) => isSaid(declared[field]) && !isEqual(there[field], declared[field])),
  ];
  return fields.filter((field) => field !== undefined);
}

function differingBundle(inside: Manifest, declared: Manifest): string | undefined {
  const same = isDeepStrictEqual(new Set(bundledOf(inside)), new Set(bundledOf(declared)));
  return same ? undefined : 'bundleDependencies';
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isEqual(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}

function isSameMap(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a ?? {}, b ?? {});
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function mismatch(field: string): DomainError {
  return new DomainError(
    'manifest_mismatch',
    `${field} in the publish request differs from package.json inside the archive`,
  );
}
