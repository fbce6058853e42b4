import { describe, expect, test } from 'vitest';
import { formFor } from './accept.ts';
import { credentialOf } from './caller.ts';
import { accessPermissions, accessWord, givenRoles, shownRole } from './organization-words.ts';
import { parseQuery } from './search-routes.ts';
import { assertTag } from './tag.ts';
import { versionOfFile } from './tarball-file.ts';

const short = 'application/vnd.npm.install-v1+json';

describe('the form of a document', () => {
  test.each([
    [undefined, 'full'],
    ['*/*', 'full'],
    ['application/json', 'full'],
    [short, 'abbreviated'],
    [`${short}; q=1.0, application/json; q=0.8, */*`, 'abbreviated'],
    [`application/json;q=0.9, ${short}`, 'abbreviated'],
    [`application/json, ${short};q=0.9`, 'full'],
    [`${short};q=0, application/json;q=0`, 'full'],
    [`${short};q=x`, 'full'],
  ] as const)('for %j is %s', (accept, form) => {
    expect(formFor(accept)).toBe(form);
  });
});

describe('a tag', () => {
  test.each(['latest', 'next', 'v', 'vnext', 'beta.1', 'release-1.x', '1beta', 'next-11', '_x'])(
    'may be %s',
    (tag) => expect(() => assertTag(tag)).not.toThrow(),
  );

  test.each([
    '1',
    '1.x',
    'v1',
    'x',
    '*',
    '1.2.3',
    'v1.2.3-beta',
    '=1',
    '01.2.3 || 1',
    '^1',
    '',
    'a b',
    'a/b',
    '.a',
  ])('may not be %j', (tag) => expect(() => assertTag(tag)).toThrow(/tag/));
});

describe('a search', () => {
  test.each([
    ['left pad', { text: 'left pad', facets: [], fields: [] }],
    [
      'keywords:ui,React left',
      {
        text: 'left',
        facets: [],
        fields: [
          { field: 'keywords', value: 'ui' },
          { field: 'keywords', value: 'react' },
        ],
      },
    ],
    ['author:"Ann Lee"', { text: '', facets: [], fields: [{ field: 'author', value: 'ann lee' }] }],
    ['scope:@acme', { text: '', facets: [], fields: [{ field: 'scope', value: 'acme' }] }],
    ['not:unstable is:deprecated is:insecure', { text: '', facets: ['stable', 'deprecated'], fields: [] }],
    ['boost-exact:false x', { text: 'x', facets: [], fields: [] }],
    [':odd', { text: ':odd', facets: [], fields: [] }],
  ])('%j', (text, query) => {
    expect(parseQuery(text)).toEqual(query);
  });
});

describe('a file', () => {
  test.each([
    ['probe', 'probe-1.0.0.tgz', '1.0.0'],
    ['@acme/probe', 'probe-1.0.0-rc.1.tgz', '1.0.0-rc.1'],
    ['@acme/probe', '@acme/probe-1.0.0.tgz', '1.0.0'],
    ['a-1', 'a-1-2.0.0.tgz', '2.0.0'],
  ])('of %s called %s is of %s', (name, file, version) => {
    expect(versionOfFile(name, file)).toBe(version);
  });

  test.each(['other-1.0.0.tgz', 'probe-1.0.0.zip', 'probe-.tgz', 'probe.tgz', 'probe-1.0.tgz'])(
    'called %s is none',
    (file) => expect(() => versionOfFile('probe', file)).toThrow('file not found'),
  );
});

describe('a role', () => {
  test.each([
    ['owner', 'owner'],
    ['admin', 'admin'],
    ['publisher', 'developer'],
    ['maintainer', 'maintainer'],
    ['security_manager', 'security_manager'],
    ['auditor', 'auditor'],
    ['billing_manager', 'billing_manager'],
    ['viewer', 'viewer'],
  ] as const)('%s is shown as %s', (role, shown) => {
    expect(shownRole(role)).toBe(shown);
  });

  test.each(['admin', 'developer'] as const)('that was given as %s is shown as that', (word) => {
    expect(shownRole(givenRoles[word])).toBe(word);
  });
});

describe('the access of a team', () => {
  test.each([
    [['admin'], 'read-write'],
    [['read_private', 'publish'], 'read-write'],
    [['write_metadata', 'security_review'], 'read-only'],
    [['transfer_ownership'], 'read-only'],
  ] as const)('with %j is %s', (permissions, word) => {
    expect(accessWord(permissions)).toBe(word);
  });

  test.each(['read-only', 'read-write'] as const)('that was given as %s is shown as that', (word) => {
    expect(accessWord(accessPermissions[word])).toBe(word);
  });
});

describe('a credential', () => {
  test.each([
    [undefined, undefined],
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
    [`Basic ${btoa('ann:abc')}`, 'abc'],
    [`Basic ${btoa(':abc')}`, 'abc'],
    [`Basic ${btoa('abc')}`, undefined],
    ['Digest x', undefined],
  ])('in %j is %j', (header, credential) => {
    expect(credentialOf(header)).toBe(credential);
  });
});
