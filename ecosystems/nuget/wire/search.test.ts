import { describe, expect, test } from 'vitest';
import type { SearchHit } from '../../context/search.ts';
import { releaseOf, renderInput } from '../fixtures/release.ts';
import { wholeEntry } from '../../render-documents.ts';
import { nuget } from '../index.ts';
import { channels } from '../format/listing.ts';
import {
  autocompleteQuery,
  isKnownType,
  parseText,
  requestedChannel,
  searchQuery,
  SearchParameters,
} from './query.ts';

import { renderHit } from './search-hit.ts';

const tool = '<packageTypes><packageType name="DotnetTool"/></packageTypes>';
const releases = [
  await releaseOf({ id: 'Json.FastTools', version: '1.0.0' }),
  await releaseOf({ id: 'Json.FastTools', version: '1.1.0-beta' }),
  await releaseOf({
    id: 'Json.FastTools',
    version: '1.2.0+x',
    nuspec: { metadata: `<tags>Quick</tags>${tool}` },
  }),
  await releaseOf({ id: 'Json.FastTools', version: '2.0.0-rc.1' }),
  await releaseOf({ id: 'Json.FastTools', version: '3.0.0' }, { isYanked: true }),
];
const entry = wholeEntry(nuget, renderInput('Json.FastTools', releases));
const hit: SearchHit = {
  name: 'Json.FastTools',
  description: null,
  latestVersion: '1.2.0+x',
  downloadCount: 5,
  versionDownloads: { '1.0.0': 3, '9.9.9': 2 },
  ownerName: 'acme',
  payload: entry.payload,
};

describe('what is stored', () => {
  test('each channel has the package types of its newest version', () => {
    expect(entry.facets).toEqual([
      'stable1',
      'stable1:type:dependency',
      'any1',
      'any1:type:dependency',
      'stable2',
      'stable2:type:dotnettool',
      'any2',
      'any2:type:dependency',
    ]);
  });

  test('the words of the name and their beginnings can be asked for', () => {
    expect(entry.fields['id']).toEqual(['json.fasttools', 'json', 'fasttools', 'fast', 'tools']);
    expect(entry.fields['prefix']).toEqual(expect.arrayContaining(['j', 'json.f', 'fastt', 'too']));
    expect(entry.fields['version']).toEqual(['1.0.0', '1.1.0-beta', '1.2.0', '2.0.0-rc.1']);
    expect(entry.fields['tags']).toEqual(['quick']);
    expect(entry.fields['author']).toEqual(['alice']);
  });

  test('a package with nothing listed is in no channel', () => {
    const hidden = releases.map((release) => ({ ...release, isYanked: true }));

    expect(wholeEntry(nuget, renderInput('Json.FastTools', hidden)).facets).toEqual([]);
  });
});

describe('how a hit is shown', () => {
  test.each([
    ['stable1', ['1.0.0']],
    ['any1', ['1.0.0', '1.1.0-beta']],
    ['stable2', ['1.0.0', '1.2.0+x']],
    ['any2', ['1.0.0', '1.1.0-beta', '1.2.0+x', '2.0.0-rc.1']],
  ] as const)('in %s its versions are %j', (channel, versions) => {
    const shown = renderHit(hit, channel, 'https://r.test/nuget');

    expect(shown).toMatchObject({
      version: versions.at(-1),
      versions: versions.map((version) => expect.objectContaining({ version })),
    });
  });

  test('all fields that clients read are there', () => {
    const shown = renderHit(hit, 'stable2', 'https://r.test/nuget');

    expect(shown).toMatchObject({
      '@id': 'https://r.test/nuget/v3/registration/json.fasttools/index.json',
      '@type': 'Package',
      registration: 'https://r.test/nuget/v3/registration/json.fasttools/index.json',
      id: 'Json.FastTools',
      description: 'Package Json.FastTools',
      summary: '',
      title: '',
      iconUrl: '',
      licenseUrl: '',
      projectUrl: '',
      tags: ['Quick'],
      authors: ['Alice'],
      owners: ['acme'],
      totalDownloads: 5,
      verified: false,
      packageTypes: [{ name: 'DotnetTool' }],
      versions: [
        {
          version: '1.0.0',
          downloads: 3,
          '@id': 'https://r.test/nuget/v3/registration/json.fasttools/1.0.0.json',
        },
        {
          version: '1.2.0+x',
          downloads: 0,
          '@id': 'https://r.test/nuget/v3/registration/json.fasttools/1.2.0.json',
        },
      ],
    });
  });

  test('in a channel without versions there is no hit', () => {
    const only = wholeEntry(nuget, renderInput('Json.FastTools', releases.slice(3, 4)));

    expect(channels.filter((channel) => renderHit({ ...hit, payload: only.payload }, channel, ''))).toEqual([
      'any2',
    ]);
  });
});

describe('what is asked', () => {
  const parameters = (query: Record<string, unknown>) => SearchParameters.parse(query);

  test.each([
    [{}, 'stable1'],
    [{ prerelease: 'True' }, 'any1'],
    [{ semVerLevel: '2.0.0' }, 'stable2'],
    [{ prerelease: 'true', semVerLevel: '2.0.0' }, 'any2'],
    [{ prerelease: 'maybe', semVerLevel: '1.0.0' }, 'stable1'],
    [{ semVerLevel: 'x' }, 'stable1'],
  ])('%j reads the channel %s', (query, channel) => {
    expect(requestedChannel(parameters(query))).toBe(channel);
  });

  test.each([
    ['json tools', 'json tools', []],
    ['', '', []],
    ['id:Json', '', ['id=json']],
    ['PackageId:Json.Net parser', 'parser', ['packageid=json.net']],
    ['title:"Fast Tools"', '', ['title=fast', 'title=tools']],
    ['author:Alice owner:acme tag:x tags:y', '', ['author=alice', 'owner=acme', 'tags=x', 'tags=y']],
    ['version:1.00', '', ['version=1.0.0']],
    ['version:none', '', ['version=none']],
    ['http://example.com', 'http://example.com', []],
    ['unknown:x "a b"', 'unknown:x a b', []],
    ['"open', '"open', []],
    ['id:', 'id:', []],
  ])('the text %j means %j with %j', (q, text, filters) => {
    const parsed = parseText(q);

    expect(parsed.text).toBe(text);
    expect(parsed.fields.map(({ field, value }) => `${field}=${value}`)).toEqual(filters);
  });

  test.each([
    [{}, 0, 20],
    [{ skip: '10', take: '0' }, 10, 0],
    [{ take: '5000' }, 0, 1000],
    [{ skip: '', take: '' }, 0, 20],
    [{ take: ['3', '4'] }, 0, 3],
  ])('%j is the page from %i with %i', (query, offset, limit) => {
    expect(searchQuery(parameters(query))).toMatchObject({ offset, limit });
  });

  test.each([{ take: '-1' }, { take: 'x' }, { skip: '1.5' }, { skip: '100001' }, { take: '1e3' }])(
    '%j is refused',
    (query) => {
      expect(() => searchQuery(parameters(query))).toThrow(expect.objectContaining({ code: 'bad_request' }));
    },
  );

  test('a package type is asked for in its channel', () => {
    const query = searchQuery(parameters({ packageType: 'DotnetTool', semVerLevel: '2.0.0' }));

    expect(query.facets).toEqual(['stable2', 'stable2:type:dotnettool']);
  });

  test.each([
    ['', true],
    ['Dependency', true],
    ['no/such type', false],
  ])('the package type %j can be one: %s', (packageType, isOne) => {
    expect(isKnownType(parameters({ packageType }))).toBe(isOne);
  });

  test('completion asks for beginnings of words', () => {
    const query = autocompleteQuery(parameters({ q: ' Json.F to' }));

    expect(query.fields).toEqual([
      { field: 'prefix', value: 'json.f' },
      { field: 'prefix', value: 'to' },
    ]);
  });
});
