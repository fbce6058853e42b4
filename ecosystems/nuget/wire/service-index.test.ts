import { expect, test } from 'vitest';
import { serviceIndex } from './service-index.ts';

const url = 'http://rookery.test';
const shared = serviceIndex(`${url}/nuget`, url, { hasAdvisories: false });

test('the service index names every type that clients look for', () => {
  expect(shared.version).toBe('3.0.0');
  expect(shared.resources.map((one) => [one['@type'], one['@id'].replace(`${url}/`, '')])).toEqual([
    ['PackageBaseAddress/3.0.0', 'nuget/v3-flatcontainer/'],
    ['PackagePublish/2.0.0', 'nuget/v2/package'],
    ['SymbolPackagePublish/4.9.0', 'nuget/v2/symbolpackage'],
    ['PackageStaging/1.0.0', 'nuget/v3/staging'],
    ['RegistrationsBaseUrl/3.6.0', 'nuget/v3/registration/'],
    ['RegistrationsBaseUrl/Versioned', 'nuget/v3/registration/'],
    ['RegistrationsBaseUrl', 'nuget/v3/registration-semver1/'],
    ['RegistrationsBaseUrl/3.0.0-beta', 'nuget/v3/registration-semver1/'],
    ['RegistrationsBaseUrl/3.0.0-rc', 'nuget/v3/registration-semver1/'],
    ['RegistrationsBaseUrl/3.4.0', 'nuget/v3/registration-semver1/'],
    ['SearchQueryService', 'nuget/v3/search'],
    ['SearchQueryService/3.0.0-beta', 'nuget/v3/search'],
    ['SearchQueryService/3.0.0-rc', 'nuget/v3/search'],
    ['SearchQueryService/3.5.0', 'nuget/v3/search'],
    ['SearchAutocompleteService', 'nuget/v3/autocomplete'],
    ['SearchAutocompleteService/3.0.0-beta', 'nuget/v3/autocomplete'],
    ['SearchAutocompleteService/3.0.0-rc', 'nuget/v3/autocomplete'],
    ['SearchAutocompleteService/3.5.0', 'nuget/v3/autocomplete'],
    ['ReadmeUriTemplate/6.13.0', 'nuget/v3-flatcontainer/{lower_id}/{lower_version}/readme'],
    ['PackageDetailsUriTemplate/5.1.0', 'packages/nuget/{id}/{version}'],
  ]);
});

test('metadata of every version is for clients that can read it', () => {
  const versioned = shared.resources.find((one) => one['@type'] === 'RegistrationsBaseUrl/Versioned');

  expect(versioned?.clientVersion).toBe('4.3.0-alpha');
});

test('a mount of its own has all addresses of the protocol below it', () => {
  const { resources } = serviceIndex(`${url}/nuget/r/team`, url, { hasAdvisories: true });

  const elsewhere = resources.filter((one) => !one['@id'].startsWith(`${url}/nuget/r/team/`));
  expect(elsewhere.map((one) => one['@type'])).toEqual(['PackageDetailsUriTemplate/5.1.0']);
});
