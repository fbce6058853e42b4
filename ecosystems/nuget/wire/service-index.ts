import { paths } from '../format/urls.ts';

interface Resource {
  '@id': string;
  '@type': string;
  comment: string;
  /** The oldest client version that reads the resource; older clients ignore it. */
  clientVersion?: string;
}

/** Older clients search for older type names of a resource: all names are advertised. */
const searchVersions = ['', '/3.0.0-beta', '/3.0.0-rc', '/3.5.0'];
const registrationVersions = ['', '/3.0.0-beta', '/3.0.0-rc', '/3.4.0'];

/** The first document that a client reads: the URLs of all resources below one mount. */
export function serviceIndex(
  mountUrl: string,
  baseUrl: string,
  offer: { hasAdvisories: boolean },
): { version: string; resources: Resource[] } {
  const below = (path: string) => `${mountUrl}/${path}`;
  const aliases = (path: string, type: string, versions: string[], comment: string) =>
    versions.map((version) => resource(below(path), `${type}${version}`, comment));
  return {
    version: '3.0.0',
    resources: [
      resource(below('v3-flatcontainer/'), 'PackageBaseAddress/3.0.0', 'Package contents'),
      resource(below('v2/package'), 'PackagePublish/2.0.0', 'Push, unlist and relist packages'),
      resource(below('v2/symbolpackage'), 'SymbolPackagePublish/4.9.0', 'Push symbols of a version'),
      resource(below('v3/staging'), 'PackageStaging/1.0.0', 'Packages that wait for an approval'),
      resource(below('v3/registration/'), 'RegistrationsBaseUrl/3.6.0', 'Package metadata, every version'),
      // clients look for this name first, never for the one above: without it they miss SemVer 2 versions
      {
        ...resource(
          below('v3/registration/'),
          'RegistrationsBaseUrl/Versioned',
          'Package metadata, every version',
        ),
        clientVersion: '4.3.0-alpha',
      },
      ...aliases(
        'v3/registration-semver1/',
        'RegistrationsBaseUrl',
        registrationVersions,
        'Package metadata without SemVer 2 versions',
      ),
      ...aliases('v3/search', 'SearchQueryService', searchVersions, 'Search'),
      ...aliases('v3/autocomplete', 'SearchAutocompleteService', searchVersions, 'Autocomplete'),
      // clients regard an index without pages as broken
      ...(offer.hasAdvisories
        ? [
            resource(
              below(paths.vulnerabilities('index')),
              'VulnerabilityInfo/6.7.0',
              'Known vulnerabilities',
            ),
          ]
        : []),
      resource(
        below('v3-flatcontainer/{lower_id}/{lower_version}/readme'),
        'ReadmeUriTemplate/6.13.0',
        'Readme of a version',
      ),
      resource(
        `${baseUrl}/packages/nuget/{id}/{version}`,
        'PackageDetailsUriTemplate/5.1.0',
        'Page of a version',
      ),
    ],
  };
}

function resource(id: string, type: string, comment: string): Resource {
  return { '@id': id, '@type': type, comment };
}
