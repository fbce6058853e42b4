import { createHash } from 'node:crypto';
import { cut } from '../../../domain/storable-text.ts';
import { DomainError } from '../../../domain/errors.ts';
import { besidesLicense } from '../../../domain/file-standing.ts';
import { publicationLimits } from '../../../domain/limits.ts';
import type { Extract, Inspection } from '../../../domain/publication.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import type { Declared } from '../../format.ts';
import { blakeOf } from './blake.ts';
import { type CoreMetadata, parseCoreMetadata, several, single } from './core-metadata.ts';
import { type FileParts, partsOf } from './filename.ts';
import { countInstallScripts } from './install-scripts.ts';
import { licensesOf } from './license-classifiers.ts';
import { limits } from './limits.ts';
import { Declaration, type FileMetadata, type PypiMetadata } from './metadata.ts';
import { canonicalName, normalise } from './name.ts';
import { provenanceOf, provenanceType } from './provenance.ts';
import { assertRecorded } from './record.ts';
import { dependencyOf } from './requirement.ts';
import { canonicalVersion, displayVersion, isStable } from './version.ts';

/**
 * Inspects one file: its metadata must be of this project and version, and a wheel must agree with its RECORD.
 * @throws DomainError `invalid_archive`, `manifest_mismatch`, `digest_mismatch`
 */
export async function inspect(file: OpenedFile, declared: Declared): Promise<Inspection> {
  const { filename } = file;
  const parts = partsOf(filename, declared);
  const path = parts.packageType === 'sdist' ? pkgInfoOf(file) : await wheelMetadataOf(file, parts);
  const bytes = await file.read(path, limits.metadata.bytes);
  const core = parseCoreMetadata(bytes);
  assertSame(core, declared);
  const metadata = metadataOf(core);
  const isServed = parts.packageType === 'bdist_wheel' || isStatic(core);
  const { blake2b256: said, provenance, build } = Declaration.parse(declared.metadata);
  const ofFile: FileMetadata = {
    packageType: parts.packageType,
    pythonVersion: parts.tags?.split('-')[0] ?? 'source',
    requiresPython: metadata.requiresPython,
    metadataSha256: isServed ? createHash('sha256').update(bytes).digest('hex') : null,
    blake2b256: await blakeOf(file, said),
    hasProvenance: provenance !== null,
  };
  return {
    publication: {
      name: single(core, 'name') ?? declared.name,
      version: displayVersion(declared.version),
      description: metadata.summary || null,
      readme: single(core, 'description') ?? (core.body.trim() === '' ? null : core.body),
      license: metadata.license || null,
      homepage: urlOf(core, ['homepage', 'home-page', 'home']),
      repositoryUrl: urlOf(core, ['repository', 'source', 'source code', 'code', 'github']),
      keywords: keywordsOf(metadata.keywords),
      isPrerelease: !isStable(canonicalVersion(declared.version)),
      dependencies: metadata.requiresDist.map((requirement) => dependencyOf(requirement)),
      metadata,
    },
    extracts: [
      ...(isServed ? [besides(filename, `${filename}.metadata`, 'text/plain; charset=utf-8', bytes)] : []),
      ...(provenance === null
        ? []
        : [
            besides(
              filename,
              provenanceOf(filename),
              provenanceType,
              Buffer.from(JSON.stringify(provenance)),
            ),
          ]),
    ],
    files: { [filename]: ofFile },
    // the upload route verified the attestations
    standings: {
      [filename]: {
        vouchers: provenance === null ? [] : ['attestation'],
        installScripts: await countInstallScripts(file, parts.packageType),
        ...(build !== null && { build }),
        ...besidesLicense(metadata.license, [
          single(core, 'license') ?? '',
          ...licensesOf(metadata.classifiers),
        ]),
      },
    },
  };
}

const besides = (from: string, filename: string, contentType: string, body: Buffer): Extract => ({
  kind: 'metadata',
  from,
  filename,
  contentType,
  body,
});

/** Fields for resolvers that a build of a source distribution may change (PEP 643). */
const resolved: ReadonlySet<string> = new Set([
  'requires-dist',
  'requires-python',
  'provides-extra',
  'requires-external',
]);

/** Whether all wheels that are built from the source distribution have its metadata. */
function isStatic(core: CoreMetadata): boolean {
  const [, minor = '0'] = /^2\.(\d{1,9})$/.exec(single(core, 'metadata-version') ?? '') ?? [];
  return Number(minor) >= 2 && !several(core, 'dynamic').some((field) => resolved.has(field.toLowerCase()));
}

/** The path of PKG-INFO in the only top folder. @throws DomainError `invalid_archive` */
function pkgInfoOf({ entries }: OpenedFile): string {
  const found = entries.filter(({ path }) => /^[^/]+\/PKG-INFO$/.test(path));
  const [only] = found;
  if (only && found.length === 1) return only.path;
  throw new DomainError('invalid_archive', 'a source distribution has one PKG-INFO, in its only folder');
}

/** @throws DomainError `invalid_archive` */
async function wheelMetadataOf(file: OpenedFile, { nameKey, versionKey }: FileParts): Promise<string> {
  const folders = new Set(
    file.entries.flatMap(({ path }) => {
      const [folder = '', rest] = path.split('/', 2);
      return rest !== undefined && folder.endsWith('.dist-info') ? [folder] : [];
    }),
  );
  const [folder = ''] = folders;
  const [name = '', version = ''] = folder.slice(0, -'.dist-info'.length).split('-');
  if (folders.size !== 1 || normalise(name) !== nameKey || !isVersion(version, versionKey)) {
    throw new DomainError('invalid_archive', 'a wheel has one .dist-info folder, named as the wheel is');
  }
  await assertRecorded(file, folder);
  return `${folder}/METADATA`;
}

function isVersion(raw: string, versionKey: string): boolean {
  try {
    return canonicalVersion(raw.replaceAll('_', '-')) === versionKey;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** @throws DomainError `manifest_mismatch`, `invalid_archive` */
function assertSame(core: CoreMetadata, { name, version }: Declared): void {
  const said = { name: single(core, 'name'), version: single(core, 'version') };
  if (said.name === null || said.version === null) {
    throw new DomainError('invalid_archive', 'the metadata has no name or no version');
  }
  if (canonicalName(said.name) !== canonicalName(name)) {
    throw new DomainError('manifest_mismatch', `the file says name ${said.name}, the form says ${name}`);
  }
  if (canonicalVersion(said.version) === canonicalVersion(version)) return;
  throw new DomainError(
    'manifest_mismatch',
    `the file says version ${said.version}, the form says ${version}`,
  );
}

function metadataOf(core: CoreMetadata): PypiMetadata {
  const text = (name: string) => cut(single(core, name) ?? '', publicationLimits.list.characters);
  const list = (name: string) =>
    several(core, name)
      .slice(0, publicationLimits.dependencies.count)
      .map((value) => cut(value, publicationLimits.dependencies.characters));
  return {
    name: text('name'),
    summary: text('summary'),
    author: text('author'),
    authorEmail: text('author-email'),
    maintainer: text('maintainer'),
    maintainerEmail: text('maintainer-email'),
    license:
      text('license-expression') || cut(single(core, 'license') ?? '', publicationLimits.license.characters),
    keywords: text('keywords'),
    classifiers: list('classifier'),
    projectUrls: list('project-url'),
    requiresPython: text('requires-python'),
    requiresDist: list('requires-dist'),
    descriptionType: text('description-content-type'),
    homePage: text('home-page'),
    downloadUrl: text('download-url'),
    licenseExpression: text('license-expression'),
    licenseFiles: list('license-file'),
    providesExtra: list('provides-extra'),
    platforms: list('platform'),
    dynamic: list('dynamic'),
  };
}

function keywordsOf(text: string): string[] {
  return text
    .split(text.includes(',') ? ',' : ' ')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** The URL of `Project-URL: Repository, https://…`; null for any other text than a web URL. */
function urlOf(core: CoreMetadata, labels: readonly string[]): string | null {
  for (const entry of several(core, 'project-url')) {
    const comma = entry.indexOf(',');
    if (labels.includes(entry.slice(0, comma).trim().toLowerCase()))
      return webUrl(entry.slice(comma + 1).trim());
  }
  return labels.includes('home-page') ? webUrl(single(core, 'home-page') ?? '') : null;
}

function webUrl(raw: string): string | null {
  const url = URL.parse(raw);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
