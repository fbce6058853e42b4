import { describe, expect, it } from 'vitest';
import { fileFacts } from './file.ts';
import { domainsOf, namespacesOf, whySharedGroup } from './name.ts';
import { fileOf, parseLayoutPath } from './path.ts';

describe('a path of the layout', () => {
  it.each([
    ['org/acme/probe/1.0/probe-1.0.jar', 'org.acme:probe', '1.0', 'probe-1.0.jar', null],
    ['org/acme/probe/1.0/probe-1.0-sources.jar', 'org.acme:probe', '1.0', 'probe-1.0-sources.jar', null],
    ['junit/junit/4.13/junit-4.13.pom.asc.sha512', 'junit:junit', '4.13', 'junit-4.13.pom.asc', 'sha512'],
    ['a/b.c/1.0-rc1/b.c-1.0-rc1.tar.gz.md5', 'a:b.c', '1.0-rc1', 'b.c-1.0-rc1.tar.gz', 'md5'],
  ])('%s', (path, name, version, filename, checksum) => {
    const parsed = parseLayoutPath(path);

    expect(fileOf(parsed)).toEqual({ name, version, filename });
    expect(parsed.checksum).toBe(checksum);
  });

  it.each([
    'probe-1.0.jar',
    'probe/1.0/probe-1.0.jar',
    'org//probe/1.0/probe-1.0.jar',
    'org/../probe/1.0/probe-1.0.jar',
    'org/acme/./probe/1.0/probe-1.0.jar',
    'org/ac me/probe/1.0/probe-1.0.jar',
    'org/acme/probe/1.0/probe-1.01.jar',
    'org/acme/probe/1.0/evil-1.0.jar',
    'org/acme/probe/1.0/probe-1.0-.jar',
    'org/acme/probe/1.0/',
    `${'a/'.repeat(260)}1.0/a-1.0.jar`,
  ])('is none: %s', (path) => {
    expect(() => fileOf(parseLayoutPath(path))).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });
});

it.each([
  ['probe-1.0.jar', 'jar'],
  ['probe-1.0.pom', 'pom'],
  ['probe-1.0.pom.asc', 'signature'],
  ['probe-1.0.module', 'metadata'],
  ['probe-1.0.jar.sigstore.json', 'attestation'],
  ['probe-1.0-dist.tar.gz', 'archive'],
  ['probe-1.0.so', 'file'],
])('%s is a %s', (file, kind) => {
  const declared = { name: 'org.acme:probe', version: '1.0', metadata: {}, file };

  expect(fileFacts(declared)).toMatchObject({ kind, filename: file, format: 'any' });
});

it.each([
  ['org.acme.tools:probe', ['org.acme.tools', 'org.acme']],
  ['uk.co.acme.tools:probe', ['uk.co.acme.tools', 'uk.co.acme']],
  ['io.github.alice:probe', ['io.github.alice']],
  ['io.github:probe', ['io.github']],
  ['junit:junit', ['junit']],
  ['a_b.c-d.e:probe', ['a_b.c-d.e', 'a_b.c-d']],
])('%s is in %j', (name, namespaces) => {
  expect(namespacesOf(name)).toEqual(namespaces);
});

it.each([
  ['org.acme.tools', ['tools.acme.org', 'acme.org']],
  ['uk.co.acme', ['acme.co.uk']],
  ['io.github.alice', ['alice.github.io']],
  ['io.github', []],
  ['junit', []],
  ['org.a_b', []],
  ['org.a_b.c', []],
  [`org.${'a'.repeat(64)}`, []],
])('%s is named after %j', (group, domains) => {
  expect(domainsOf(group)).toEqual(domains);
});

it.each([
  'com',
  'org',
  'dev',
  'uk.co',
  'io.github',
  'io.gitlab',
  'com.github',
  'org.bitbucket',
  'com.appspot',
])('the group %s is no one’s', (group) => {
  expect(whySharedGroup(group)).toMatch(
    new RegExp(`^the groupId ${group} is the domain .*, under which anybody`),
  );
  expect(namespacesOf(`${group}:probe`)).toEqual([group]);
});

it.each(['junit', 'log4j', 'org.acme', 'uk.co.acme', 'io.github.alice', 'com.github.alice', 'acme.internal'])(
  'the group %s can be claimed',
  (group) => {
    expect(whySharedGroup(group)).toBeNull();
    expect(namespacesOf(`${group}:probe`)).toEqual([group]);
  },
);
