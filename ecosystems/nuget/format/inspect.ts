import type { OpenedArchive } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import { besidesLicense, plainStanding } from '../../../domain/file-standing.ts';
import type { Dependency, Extract } from '../../../domain/publication.ts';
import type { Declared } from '../../format.ts';
import type { FileInspection } from '../../one-file.ts';
import { iconExtract, textExtract, unescaped } from './embedded.ts';
import { countInstallScripts } from './install-scripts.ts';
import { NugetListed, type NugetMetadata } from './metadata.ts';
import { canonicalId } from './name.ts';
import { maxNuspecBytes, parseNuspec, webUrl, type Nuspec } from './nuspec.ts';
import { formatRange, needsSemVer2 } from './range.ts';
import { canonicalVersion, isSemVer2, isStable, parseVersion } from './version.ts';
import { limits } from './limits.ts';

/** Reads a package that passed the archive limits; only its manifest identifies it. */
export async function inspect(archive: OpenedArchive, declared: Declared): Promise<FileInspection> {
  const manifest = await archive.read(nuspecPath(archive), maxNuspecBytes);
  const nuspec = parseNuspec(manifest);
  assertDeclared(nuspec, declared);
  assertSize(nuspec);
  const files = await embeddedFiles(archive, nuspec);
  const metadata = metadataOf(archive, nuspec, files);
  const license = nuspec.license.kind === 'expression' ? nuspec.license.value : null;
  return {
    publication: {
      name: nuspec.id,
      version: nuspec.version,
      description: nuspec.description || nuspec.summary || null,
      readme: files.readme?.body.toString('utf8') ?? null,
      license,
      homepage: nuspec.projectUrl || null,
      repositoryUrl: webUrl(nuspec.repository?.url ?? '') || null,
      keywords: nuspec.tags,
      isPrerelease: !isStable(nuspec.version),
      dependencies: dependencyEdges(nuspec),
      metadata,
    },
    // signatures inside packages are not verified
    standing: {
      ...plainStanding,
      installScripts: countInstallScripts(archive),
      ...besidesLicense(license, licensesAt(nuspec.licenseUrl)),
    },
    listed: NugetListed.parse(metadata),
    extracts: [nuspecExtract(nuspec, manifest), files.readme, files.icon, files.license].filter(
      (extract) => extract !== undefined,
    ),
  };
}

/** The license expression in a nuget.org license URL. */
function licensesAt(url: string): string[] {
  const { host, pathname } = URL.parse(url) ?? { host: '', pathname: '' };
  return host === 'licenses.nuget.org' ? [unescaped(pathname.slice(1))] : [];
}

/** Whether an archive path is a manifest: any `.nuspec` at the root. */
export function isNuspecPath(path: string): boolean {
  return !path.includes('/') && path.toLowerCase().endsWith('.nuspec');
}

function nuspecPath(archive: OpenedArchive): string {
  const [path, ...others] = archive.entries.map((entry) => entry.path).filter(isNuspecPath);
  if (path !== undefined && others.length === 0) return path;
  throw new DomainError('invalid_archive', 'a package has exactly one .nuspec file at its root');
}

function assertDeclared(nuspec: Nuspec, declared: Declared): void {
  const isSame =
    canonicalId(nuspec.id) === canonicalId(declared.name) &&
    canonicalVersion(nuspec.version) === canonicalVersion(declared.version);
  if (isSame) return;
  throw new DomainError(
    'manifest_mismatch',
    `the nuspec is for ${nuspec.id} ${nuspec.version}, not for ${declared.name} ${declared.version}`,
  );
}

function assertSize({ groups }: Nuspec): void {
  const count = groups.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
  if (count <= limits.dependencies.count) return;
  throw new DomainError('invalid_archive', `a package has at most ${limits.dependencies.count} dependencies`);
}

interface EmbeddedFiles {
  readme: Extract | undefined;
  icon: Extract | undefined;
  license: Extract | undefined;
}

async function embeddedFiles(archive: OpenedArchive, nuspec: Nuspec): Promise<EmbeddedFiles> {
  const licensePath = nuspec.license.kind === 'file' ? nuspec.license.value : '';
  return {
    readme: await textExtract(archive, {
      filename: 'readme',
      contentType: 'text/markdown; charset=utf-8',
      path: nuspec.readme,
    }),
    icon: await iconExtract(archive, nuspec.icon),
    license: await textExtract(archive, {
      filename: 'license',
      contentType: 'text/plain; charset=utf-8',
      path: licensePath,
    }),
  };
}

function nuspecExtract(nuspec: Nuspec, body: Buffer): Extract {
  const filename = `${canonicalId(nuspec.id)}.nuspec`;
  return { kind: 'metadata', filename, contentType: 'application/xml', body };
}

/** Dependencies, one per package and range; several frameworks may repeat a dependency. */
function dependencyEdges(nuspec: Nuspec): Dependency[] {
  const edges = new Map<string, Dependency>();
  for (const { id, range } of nuspec.groups.flatMap((group) => group.dependencies)) {
    const requirement = formatRange(range);
    edges.set(`${canonicalId(id)} ${requirement}`, { name: id, requirement, kind: 'runtime' });
  }
  return [...edges.values()];
}

function metadataOf(archive: OpenedArchive, nuspec: Nuspec, files: EmbeddedFiles): NugetMetadata {
  const ranges = nuspec.groups.flatMap((group) => group.dependencies.map(({ range }) => range));
  return {
    id: nuspec.id,
    authors: nuspec.authors,
    title: nuspec.title.slice(0, limits.title.characters),
    summary: nuspec.summary.slice(0, limits.text.characters),
    description: nuspec.description.slice(0, limits.text.characters),
    language: nuspec.language,
    icon_url: nuspec.iconUrl,
    license_url: nuspec.licenseUrl,
    license_expression: nuspec.license.kind === 'expression' ? nuspec.license.value : '',
    project_url: nuspec.projectUrl,
    require_license_acceptance: nuspec.requireLicenseAcceptance,
    min_client_version: nuspec.minClientVersion,
    tags: nuspec.tags,
    dependency_groups: nuspec.groups.map((group) => ({
      target_framework: group.targetFramework,
      dependencies: group.dependencies.map(({ id, range }) => ({ id, range: formatRange(range) })),
    })),
    package_types: nuspec.packageTypes,
    repository: nuspec.repository,
    has_readme: files.readme !== undefined,
    has_icon: files.icon !== undefined,
    has_license: files.license !== undefined,
    is_signed: archive.entries.some((entry) => entry.path === '.signature.p7s'),
    is_semver2: isSemVer2(parseVersion(nuspec.version)) || ranges.some(needsSemVer2),
  };
}
