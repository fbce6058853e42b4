import type { OpenedArchive } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import { besidesLicense } from '../../../domain/file-standing.ts';
import type { Extract } from '../../../domain/publication.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import type { Declared } from '../../format.ts';
import type { FileInspection } from '../../one-file.ts';
import { agree } from './manifest-match.ts';
import {
  assertStorable,
  dependenciesOf,
  describeManifest,
  indexedManifest,
  olderLicenses,
  maxManifestBytes,
} from './manifest.ts';
import { attestationsFile, Declaration, Manifest, type NpmMetadata } from './metadata.ts';
import { canonicalName } from './name.ts';
import { countBundledScripts, countInstallScripts } from './scripts.ts';
import { canonicalVersion, isStable } from './version.ts';
import { limits } from './limits.ts';

/** README names by preference; compared without case. */
const readmes = ['readme.md', 'readme.markdown', 'readme', 'readme.txt'];

/** Reads a tarball: its package.json must have the declared name and version. */
export async function inspect(archive: OpenedArchive, declared: Declared): Promise<FileInspection> {
  const name = canonicalName(declared.name);
  const version = canonicalVersion(declared.version);
  const declaration = Declaration.safeParse(declared.metadata);
  if (!declaration.success) throw new DomainError('validation_failed', 'the manifest is not valid');
  const path = manifestPath(archive);
  const inside = parseManifest(await archive.read(path, maxManifestBytes));
  assertStorable(inside);
  assertIdentity(inside, name, version);
  const root = path.slice(0, path.lastIndexOf('/') + 1);
  const { manifest: given, publisher, attestations, build } = declaration.data;
  const paths = archive.entries.map((entry) => entry.path.slice(entry.path.indexOf('/') + 1));
  assertApart(archive);
  const findings = given ? agree(inside, given, { name, paths }, path) : [];
  const manifest = indexedManifest(inside, given ?? {}, { name, version, paths });
  const described = describeManifest(manifest);
  const installScripts = countInstallScripts(inside, paths);
  const metadata: NpmMetadata = {
    manifest: {
      ...manifest,
      ...(installScripts > 0 ? { hasInstallScript: true } : {}),
      _hasShrinkwrap: paths.includes('npm-shrinkwrap.json'),
    },
    publisher: publisher ?? null,
    fileCount: archive.entries.length,
    unpackedSize: archive.entries.reduce((sum, { size }) => sum + size, 0),
    provenance: attestations[0]?.predicateType ?? null,
  };
  return {
    publication: {
      name,
      version,
      ...described,
      readme: await readReadme(archive, root),
      isPrerelease: !isStable(version),
      dependencies: dependenciesOf(manifest),
      metadata,
    },
    // the upload route verified the attestation
    standing: {
      vouchers: attestations.length === 0 ? [] : ['attestation'],
      installScripts: installScripts + (await countBundledScripts(archive, maxManifestBytes)),
      ...(build !== null && { build }),
      ...besidesLicense(described.license, olderLicenses(inside)),
    },
    extracts: attestations.length === 0 ? [] : [attestationsExtract(attestations)],
    findings,
  };
}

/**
 * Clients strip the top folder, whatever its name, and ignore files beside it.
 * @throws DomainError `invalid_archive`
 */
function assertApart({ entries }: OpenedArchive): void {
  const places = new Set<string>();
  for (const { path } of entries) {
    if (!path.includes('/')) continue;
    const place = path.slice(path.indexOf('/') + 1).toLowerCase();
    if (places.has(place))
      throw new DomainError('invalid_archive', `two top folders have the file ${place.slice(0, 200)}`);
    places.add(place);
  }
}

/** The path of package.json. Two manifests would overwrite each other when unpacked. */
function manifestPath(archive: OpenedArchive): string {
  const [entry, ...others] = archive.entries.filter(({ path }) => /^[^/]+\/package\.json$/i.test(path));
  if (entry?.path.endsWith('/package.json') === true && others.length === 0) return entry.path;
  throw new DomainError('invalid_archive', 'a package has exactly one package.json, in its top folder');
}

const manifestName = { what: 'package.json in the archive', code: 'invalid_archive' } as const;

function parseManifest(body: Buffer): Manifest {
  const parsed = Manifest.safeParse(parseBoundedJson(body, limits.manifest, manifestName));
  if (parsed.success) return parsed.data;
  throw new DomainError('invalid_archive', 'package.json in the archive is not a JSON object');
}

function assertIdentity(inside: Manifest, name: string, version: string): void {
  if (inside['name'] !== name) throw mismatch('name', inside['name'], name);
  const written = inside['version'];
  if (typeof written !== 'string') throw mismatch('version', written, version);
  if (canonicalVersion(written) !== version) throw mismatch('version', written, version);
}

function mismatch(field: string, inside: unknown, declared: string): DomainError {
  const written = typeof inside === 'string' ? JSON.stringify(inside.slice(0, 300)) : 'missing';
  return new DomainError(
    'manifest_mismatch',
    `the ${field} in package.json of the archive is ${written}, the request says ${JSON.stringify(declared)}`,
  );
}

/** The README; a missing or huge README does not refuse the package. */
async function readReadme(archive: OpenedArchive, root: string): Promise<string | null> {
  for (const readme of readmes) {
    const found = archive.entries.find(({ path }) => path.toLowerCase() === (root + readme).toLowerCase());
    if (found === undefined || found.size > limits.readme.bytes) continue;
    const body = await archive.read(found.path, limits.readme.bytes);
    return body.toString('utf8').replaceAll('\0', '');
  }
  return null;
}

function attestationsExtract(attestations: Declaration['attestations']): Extract {
  const body = Buffer.from(JSON.stringify({ attestations }));
  return { kind: 'metadata', filename: attestationsFile, contentType: 'application/json', body };
}
