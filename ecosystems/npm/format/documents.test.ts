import { describe, expect, test } from 'vitest';
import { wholeDocuments } from '../../render-documents.ts';
import { revisionOf } from './documents.ts';
import { baseUrl, sampleInput, sampleRelease, samplePackage } from '../fixtures/samples.ts';
import { npm } from '../index.ts';
import { latest } from './latest.ts';

type Input = ReturnType<typeof sampleInput>;

function documentOf(input: Input, path: string): Record<string, unknown> {
  const found = wholeDocuments(npm, input).find((document) => document.path === path);
  if (found === undefined) throw new Error(`no document ${path}`);
  return JSON.parse(Buffer.from(found.body).toString()) as Record<string, unknown>;
}

const name = '@acme/probe';

describe('documents', () => {
  test('there are two for each mount', () => {
    const paths = wholeDocuments(npm, sampleInput(name, ['1.0.0'])).map(({ path }) => path);

    expect(paths).toEqual([
      'full/@acme/probe',
      'abbreviated/@acme/probe',
      'r/team/full/@acme/probe',
      'r/team/abbreviated/@acme/probe',
    ]);
  });

  test('the full one has every member that clients know', () => {
    const manifest = { name, version: '1.0.0', main: 'x.js', license: 'MIT', author: 'Ann', deps: 1 };
    const release = {
      ...sampleRelease({ manifest }),
      signatures: [{ keyId: 'SHA256:abc', signature: 'MEUC' }],
    };
    const input = { ...sampleInput(name, []), releases: [release] };

    expect(documentOf(input, 'full/@acme/probe')).toMatchInlineSnapshot(`
      {
        "_id": "@acme/probe",
        "_rev": "1-d206e5ee9b2e091d",
        "author": "Ann",
        "dist-tags": {
          "latest": "1.0.0",
        },
        "license": "MIT",
        "maintainers": [
          {
            "email": "",
            "name": "alice",
          },
        ],
        "name": "@acme/probe",
        "readme": "# Probe",
        "time": {
          "1.0.0": "2026-03-01T09:30:00.123Z",
          "created": "2026-03-01T09:30:00.123Z",
          "modified": "2026-03-01T09:30:00.123Z",
        },
        "users": {},
        "versions": {
          "1.0.0": {
            "_id": "@acme/probe@1.0.0",
            "_npmUser": {
              "email": "",
              "name": "alice",
            },
            "author": "Ann",
            "deps": 1,
            "dist": {
              "fileCount": 3,
              "integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
              "shasum": "da39a3ee5e6b4b0d3255bfef95601890afd80709",
              "signatures": [
                {
                  "keyid": "SHA256:abc",
                  "sig": "MEUC",
                },
              ],
              "tarball": "https://registry.test/npm/@acme/probe/-/probe-1.0.0.tgz",
              "unpackedSize": 300,
            },
            "license": "MIT",
            "main": "x.js",
            "maintainers": [
              {
                "email": "",
                "name": "alice",
              },
            ],
            "name": "@acme/probe",
            "version": "1.0.0",
          },
        },
      }
    `);
  });

  test('the short one has what an installation needs', () => {
    const manifest = { name, version: '1.0.0', main: 'x.js', engines: { node: '>=20' }, _nodeVersion: '24' };
    const input = { ...sampleInput(name, []), releases: [sampleRelease({ manifest })] };

    expect(documentOf(input, 'r/team/abbreviated/@acme/probe')).toMatchInlineSnapshot(`
      {
        "dist-tags": {
          "latest": "1.0.0",
        },
        "modified": "2026-03-01T09:30:00.123Z",
        "name": "@acme/probe",
        "time": {
          "1.0.0": "2026-03-01T09:30:00.123Z",
          "created": "2026-03-01T09:30:00.123Z",
          "modified": "2026-03-01T09:30:00.123Z",
        },
        "versions": {
          "1.0.0": {
            "dist": {
              "fileCount": 3,
              "integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
              "shasum": "da39a3ee5e6b4b0d3255bfef95601890afd80709",
              "tarball": "https://registry.test/npm/r/team/@acme/probe/-/probe-1.0.0.tgz",
              "unpackedSize": 300,
            },
            "engines": {
              "node": ">=20",
            },
            "name": "@acme/probe",
            "version": "1.0.0",
          },
        },
      }
    `);
  });

  test('an attestation is announced below the mount', () => {
    const release = sampleRelease({ manifest: { name, version: '1.0.0' } });
    const [tarball] = release.artifacts;
    if (tarball === undefined) throw new Error('no tarball');
    const attested = {
      ...release,
      metadata: { ...(release.metadata as object), provenance: 'https://slsa.dev/provenance/v1' },
      artifacts: [{ ...tarball, kind: 'metadata', filename: 'attestations.json' }, tarball],
    };
    const input = { ...sampleInput(name, []), releases: [attested] };

    expect(documentOf(input, 'r/team/full/@acme/probe')['versions']).toMatchObject({
      '1.0.0': {
        dist: {
          tarball: `${baseUrl}/npm/r/team/@acme/probe/-/probe-1.0.0.tgz`,
          attestations: {
            url: `${baseUrl}/npm/r/team/-/npm/v1/attestations/@acme%2fprobe@1.0.0`,
            provenance: { predicateType: 'https://slsa.dev/provenance/v1' },
          },
        },
      },
    });
  });

  test('a yanked version says why and has no tag', () => {
    const input = sampleInput(name, ['1.0.0', '1.1.0'], { latest: '1.1.0', beta: '1.1.0' });
    const [first, second] = input.releases;
    if (first === undefined || second === undefined) throw new Error('no releases');
    const yanked = { ...second, isYanked: true, yankReason: 'it leaks' };

    const document = documentOf({ ...input, releases: [first, yanked] }, 'full/@acme/probe');

    expect(document).toMatchObject({
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.1.0': { deprecated: 'it leaks' } },
    });
    expect(document['dist-tags']).toEqual({ latest: '1.0.0' });
  });

  test('names of versions and tags are only names', () => {
    const input = sampleInput(name, ['1.0.0'], { __proto__x: '1.0.0', constructor: '1.0.0' });

    expect(documentOf(input, 'full/@acme/probe')['dist-tags']).toEqual({
      latest: '1.0.0',
      __proto__x: '1.0.0',
      constructor: '1.0.0',
    });
  });
});

describe('the latest version', () => {
  test.each<[string[], Record<string, string>, string | null]>([
    [['1.0.0', '2.0.0'], { latest: '1.0.0' }, '1.0.0'],
    [['1.0.0', '2.0.0', '3.0.0-rc.1'], {}, '2.0.0'],
    [['1.0.0', '2.0.0'], { latest: '9.0.0' }, '2.0.0'],
    [['2.0.0-rc.1', '2.0.0-rc.10', '2.0.0-rc.9'], {}, '2.0.0-rc.10'],
    [[], { latest: '1.0.0' }, null],
  ])('of %j with the tags %j is %s', (versions, tags, expected) => {
    expect(latest(sampleInput(name, versions).releases, new Map(Object.entries(tags)))).toBe(expected);
  });
});

describe('the revision', () => {
  const input = sampleInput(name, ['1.0.0', '1.1.0']);
  const [first, ...others] = input.releases;

  test('is the same for the same state, whatever the mount', () => {
    expect(revisionOf({ ...input, mounts: [] } as Input)).toBe(revisionOf(structuredClone(input)));
  });

  test.each<[string, Partial<Input>]>([
    ['another version', { releases: sampleInput(name, ['1.0.0', '1.1.0', '1.2.0']).releases }],
    ['one version less', { releases: others }],
    ['another tag', { tags: new Map([['beta', '1.0.0']]) }],
    ['another maintainer', { package: samplePackage(name, { maintainers: ['bob'] }) }],
    [
      'a deprecation',
      { releases: first ? [{ ...first, isDeprecated: true, deprecationMessage: 'x' }, ...others] : [] },
    ],
    ['a yank', { releases: first ? [{ ...first, isYanked: true }, ...others] : [] }],
  ])('changes with %s', (_title, change) => {
    expect(revisionOf({ ...input, ...change })).not.toBe(revisionOf(input));
  });
});
