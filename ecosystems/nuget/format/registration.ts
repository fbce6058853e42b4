import type { DocumentFrame, EntryList } from '../../../domain/document.ts';
import type { Package } from '../../../domain/package.ts';
import type { Release } from '../../../domain/release.ts';
import type { ListedVersion } from './listing.ts';
import type { DependencyGroup, NugetMetadata } from './metadata.ts';
import { paths, type Hive } from './urls.ts';
import { fullVersion } from './version.ts';

/** Clients read this date as "not listed". */
const unlistedDate = '1900-01-01T00:00:00+00:00';

interface Place {
  mountUrl: string;
  hive: Hive;
  package: Pick<Package, 'nameKey' | 'isDeprecated' | 'deprecationMessage'>;
}

interface RenderedVersion extends Omit<ListedVersion, 'release'> {
  release: Release;
  metadata: NugetMetadata;
}

/** The frame of a hive: one inline page whose items are in `list`; undefined for a hive without versions. */
export function registrationFrame(
  place: Place,
  versions: readonly ListedVersion[],
  list: EntryList,
): DocumentFrame['pieces'] | undefined {
  const lower = versions[0]?.release.versionKey;
  const upper = versions.at(-1)?.release.versionKey;
  if (lower === undefined || upper === undefined) return undefined;
  const url = indexUrl(place);
  const index = {
    '@id': url,
    '@type': ['catalog:CatalogRoot', 'PackageRegistration', 'catalog:Permalink'],
    count: 1,
  };
  const page = {
    '@id': `${url}#page/${lower}/${upper}`,
    '@type': 'catalog:CatalogPage',
    count: versions.length,
  };
  const rest = { lower, parent: url, upper };
  return [
    `${opened(index)},"items":[${opened(page)},"items":[`,
    list,
    `],${JSON.stringify(rest).slice(1)}]}`,
  ];
}

/** JSON of an object without its closing bracket. */
function opened(object: object): string {
  return JSON.stringify(object).slice(0, -1);
}

export function pageItem(place: Place, version: RenderedVersion): object {
  return {
    '@id': leafUrl(place, version),
    '@type': 'Package',
    catalogEntry: catalogEntry(place, version),
    packageContent: packageContent(place, version),
    registration: indexUrl(place),
  };
}

/** The document of one version; search results point to it. */
export function registrationLeaf(place: Place, version: RenderedVersion): object {
  return {
    '@id': leafUrl(place, version),
    '@type': ['Package', 'catalog:Permalink'],
    catalogEntry: catalogEntry(place, version),
    listed: version.isListed,
    published: publishedDate(version),
    packageContent: packageContent(place, version),
    registration: indexUrl(place),
  };
}

function catalogEntry(place: Place, version: RenderedVersion): object {
  const { metadata, release } = version;
  const embedded = (name: string) => fileUrl(place, version, name);
  return {
    '@id': `${leafUrl(place, version)}#entry`,
    '@type': 'PackageDetails',
    authors: metadata.authors.join(', '),
    dependencyGroups: metadata.dependency_groups.map((group) => dependencyGroup(place, group)),
    ...deprecation(place.package, version),
    description: metadata.description,
    iconUrl: metadata.has_icon ? embedded('icon') : metadata.icon_url,
    id: metadata.id,
    language: metadata.language,
    licenseExpression: metadata.license_expression,
    licenseUrl: metadata.has_license ? embedded('license') : metadata.license_url,
    listed: version.isListed,
    minClientVersion: metadata.min_client_version,
    packageContent: packageContent(place, version),
    projectUrl: metadata.project_url,
    published: publishedDate(version),
    ...(metadata.has_readme ? { readmeUrl: embedded('readme') } : {}),
    requireLicenseAcceptance: metadata.require_license_acceptance,
    summary: metadata.summary,
    tags: metadata.tags,
    title: metadata.title,
    version: fullVersion(release.version),
  };
}

function dependencyGroup(place: Place, group: DependencyGroup): object {
  return {
    '@type': 'PackageDependencyGroup',
    ...(group.target_framework === null ? {} : { targetFramework: group.target_framework }),
    dependencies: group.dependencies.map(({ id, range }) => ({
      '@type': 'PackageDependency',
      id,
      range,
      registration: `${place.mountUrl}/${paths.registration(place.hive, id.toLowerCase())}`,
    })),
  };
}

function deprecation(pkg: Place['package'], { release }: ListedVersion): object {
  if (!release.isDeprecated && !pkg.isDeprecated) return {};
  const message = release.deprecationMessage ?? pkg.deprecationMessage;
  return { deprecation: { reasons: ['Other'], ...(message === null ? {} : { message }) } };
}

function publishedDate({ isListed, release }: ListedVersion): string {
  return isListed ? (release.publishedAt ?? release.uploadedAt).toISOString() : unlistedDate;
}

function indexUrl(place: Place): string {
  return `${place.mountUrl}/${paths.registration(place.hive, place.package.nameKey)}`;
}

function leafUrl(place: Place, { release }: ListedVersion): string {
  return `${place.mountUrl}/${paths.leaf(place.hive, place.package.nameKey, release.versionKey)}`;
}

function packageContent(place: Place, { release }: ListedVersion): string {
  return `${place.mountUrl}/${paths.nupkg(place.package.nameKey, release.versionKey)}`;
}

function fileUrl(place: Place, { release }: ListedVersion, filename: string): string {
  return `${place.mountUrl}/${paths.file(place.package.nameKey, release.versionKey, filename)}`;
}
