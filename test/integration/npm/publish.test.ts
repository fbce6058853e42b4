import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentFor } from '../../../ecosystems/npm/fixtures/tarball.ts';
import { uniqueName } from '../../clients/npm/packages.ts';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { errorOf, npmClient, tarballOf, type NpmClient } from './client.ts';

type Document = ReturnType<typeof documentFor>;

/** A new private key, as a leaked file contains it. */
const privateKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

describe('a publish', () => {
  let platform: Platform;
  let author: { username: string; token: string };
  let client: NpmClient;
  let name: string;

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    client = npmClient(platform, author.token);
  });
  beforeEach(() => {
    name = uniqueName('published');
  });
  afterAll(() => platform.stop());

  async function refusal(
    change: (document: Document) => unknown,
    inside: object = {},
  ): Promise<[number, unknown]> {
    const tarball = await tarballOf({ name, version: '1.0.0', ...inside });
    const document = documentFor({ name, version: '1.0.0' }, tarball);
    return errorOf(await client.send('PUT', `/${name}`, change(document) ?? document));
  }

  const dist = (document: Document) => document.versions['1.0.0']?.dist ?? { integrity: '', shasum: '' };
  const file = (document: Document) => document._attachments[`${name}-1.0.0.tgz`] ?? { data: '', length: 0 };

  test.each<[string, (document: Document) => unknown, number, RegExp]>([
    [
      'whose integrity is of other bytes',
      (d) => void (dist(d).integrity = `sha512-${'A'.repeat(86)}==`),
      400,
      /checksum/,
    ],
    ['whose shasum is of other bytes', (d) => void (dist(d).shasum = 'a'.repeat(40)), 400, /checksum/],
    [
      'whose length is another one',
      (d) => void (file(d).length += 1),
      400,
      /^the tarball has \d+ bytes, not/,
    ],
    [
      'for another package than its address',
      (d) => ({ ...d, name: 'other' }),
      400,
      /^the body is for other, not/,
    ],
    [
      'with two versions',
      (d) => ({ ...d, versions: { ...d.versions, '1.0.1': {} } }),
      400,
      /exactly one version/,
    ],
    ['with no version', (d) => ({ ...d, versions: {} }), 400, /exactly one version/],
    ['with a broken version', (d) => ({ ...d, versions: { one: { version: 'one' } } }), 400, /SemVer/],
    ['with a tag that is a range', (d) => ({ ...d, 'dist-tags': { '1.x': '1.0.0' } }), 400, /version range/],
    [
      'with a tag for another version',
      (d) => ({ ...d, 'dist-tags': { latest: '2.0.0' } }),
      400,
      /the tag latest/,
    ],
    [
      'with an attachment of another name',
      (d) => ({ ...d, _attachments: { 'x.tgz': file(d) } }),
      400,
      /must be called/,
    ],
    ['without a tarball', (d) => ({ ...d, _attachments: {} }), 404, /^Not found$/],
    ['that is no document', () => '"text"', 400, /neither a tarball nor versions/],
    ['that is no JSON', () => '{"a":', 400, /ends too early/],
    [
      'with dependencies that are no map',
      (d) => ({ ...d, versions: { '1.0.0': { version: '1.0.0', dependencies: { a: 1 } } } }),
      400,
      /dependencies must map/,
    ],
    [
      'with characters that no text can hold',
      (d) => ({ ...d, versions: { '1.0.0': { version: '1.0.0', description: '\0' } } }),
      400,
      /characters/,
    ],
  ])('%s is refused', async (_title, change, status, sentence) => {
    expect(await refusal(change)).toEqual([status, expect.stringMatching(sentence)]);
    expect((await client.get(`/${name}`)).status).toBe(404);
  });

  test.each<[string, object, RegExp]>([
    ['name', { name: 'another-name' }, /^the name in package.json of the archive is "another-name"/],
    ['version', { version: '6.6.6' }, /^the version in package.json of the archive is "6.6.6"/],
  ])('whose archive has another %s is refused', async (_title, inside, sentence) => {
    expect(await refusal(() => undefined, inside)).toEqual([400, expect.stringMatching(sentence)]);
    expect((await client.get(`/${name}`)).status).toBe(404);
  });

  test.each<[string, object]>([
    ['dependencies.evil', { dependencies: { evil: '1.0.0' } }],
    ['optionalDependencies.evil', { optionalDependencies: { evil: '1.0.0' } }],
    ['bin.evil', { bin: { evil: 'index.js' } }],
    ['scripts.postinstall', { scripts: { postinstall: 'node hidden.js' } }],
    ['engines', { engines: { node: '>=99' } }],
    ['os', { os: ['!linux'] }],
  ])('whose archive says something else about %s is refused', async (field, fields) => {
    const sentence = `${field} in the publish request differs from package.json inside the archive`;

    // the field is only in the archive, then only in the request
    expect(await refusal(() => undefined, fields)).toEqual([400, sentence]);
    const declared = (d: Document) => ({
      ...d,
      versions: { '1.0.0': { ...d.versions['1.0.0'], ...fields } },
    });
    expect(await refusal(declared)).toEqual([400, sentence]);
    expect((await client.get(`/${name}`)).status).toBe(404);
  });

  test('whose manifest is of another package is refused', async () => {
    const renamed = (d: Document) => ({
      ...d,
      versions: { '1.0.0': { ...d.versions['1.0.0'], name: 'other' } },
    });

    expect(await refusal(renamed)).toEqual([400, `the name in the manifest of 1.0.0 is not ${name}`]);
  });

  test.each(['Upper', '_private', '.hidden', 'node_modules', 'fs'])(
    'of the name %s is refused',
    async (bad) => {
      const [status, sentence] = await errorOf(await client.publish({ name: bad, version: '1.0.0' }));

      expect([status, sentence]).toEqual([400, expect.stringMatching(/name/)]);
    },
  );

  test('of what is there already is a conflict, equal bytes as well', async () => {
    const document = documentFor({ name, version: '1.0.0' }, await tarballOf({ name, version: '1.0.0' }));
    expect((await client.send('PUT', `/${name}`, document)).status).toBe(200);

    const again = await client.send('PUT', `/${name}`, document);

    expect(await errorOf(again)).toEqual([
      409,
      'You cannot publish over the previously published versions: 1.0.0.',
    ]);
  });

  test('without a token, or with another user’s, is refused', async () => {
    await client.publish({ name, version: '1.0.0' });
    const stranger = await platform.createUser();

    const anonymous = await npmClient(platform).publish({ name, version: '1.0.1' });
    const foreign = await npmClient(platform, stranger.token).publish({ name, version: '1.0.1' });

    expect([anonymous.status, foreign.status]).toEqual([401, 403]);
  });

  test('under another user’s scope is refused', async () => {
    const stranger = await platform.createUser();
    const theirs = `@${author.username}/${name}`;

    const foreign = await npmClient(platform, stranger.token).publish({ name: theirs, version: '1.0.0' });

    expect([foreign.status, (await client.publish({ name: theirs, version: '1.0.0' })).status]).toEqual([
      403, 200,
    ]);
  });

  test('with what looks like a leaked key is held, and the client is told', async () => {
    const response = await client.publish({ name, version: '1.0.0' }, {}, { 'package/id_rsa': privateKey() });

    const notice = response.headers.get('npm-notice') ?? '';
    expect(notice).toMatch(/^held for review: \S+ \(.+ in .*id_rsa/);
    expect([response.status, (await client.get(`/${name}`)).status]).toEqual([200, 404]);
  });

  test('that is held gets no tag before it is approved', async () => {
    await client.publish({ name, version: '1.0.0' });
    await client.publish({ name, version: '1.1.0' }, {}, { 'package/id_rsa': privateKey() });

    const tag = (version: string) =>
      client.send('PUT', `/-/package/${name}/dist-tags/beta`, JSON.stringify(version));

    expect(await errorOf(await tag('1.1.0'))).toEqual([
      409,
      expect.stringContaining('1.1.0 is not published'),
    ]);
    expect((await tag('9.9.9')).status).toBe(404);
    expect((await tag('1.0.0')).status).toBe(200);
  });

  test('whose scripts change it while it is packed is published as it is inside, and that is on record', async () => {
    const scripts = { postpack: 'pinst --enable' };
    const inside = { scripts: { ...scripts, postinstall: 'node x.js' }, dependencies: { base: '^1' } };
    const tarball = await tarballOf({ name, version: '1.0.0', ...inside });
    const document = documentFor({ name, version: '1.0.0', scripts }, tarball);
    expect((await client.send('PUT', `/${name}`, document)).status).toBe(200);

    const findings = await fetch(`${platform.url}/v1/packages/npm/${name}/security-findings`, {
      headers: { authorization: `Bearer ${author.token}` },
    });
    const packument = (await (await client.get(`/${name}`)).json()) as { versions: Record<string, object> };

    expect(JSON.stringify(await findings.json())).toContain(
      'The request says something else than the archive',
    );
    expect(packument.versions['1.0.0']).toMatchObject({ ...inside, hasInstallScript: true });
  });

  test('of build metadata is a publish of the version', async () => {
    const response = await client.publish({ name, version: '1.0.0+build.5' });
    const packument = (await (await client.get(`/${name}`)).json()) as { versions: object };

    expect([response.status, Object.keys(packument.versions)]).toEqual([200, ['1.0.0']]);
  });

  test('that is restricted makes a private package', async () => {
    await client.publish({ name, version: '1.0.0' }, { access: 'restricted' });

    expect((await npmClient(platform).get(`/${name}`)).status).toBe(404);
    const own = await client.get(`/${name}`);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  });
});

describe('a writer', () => {
  let platform: Platform;
  let client: NpmClient;
  let name: string;

  beforeAll(async () => {
    platform = await startPlatform();
    client = npmClient(platform, (await platform.createUser()).token);
  });
  beforeEach(async () => {
    name = uniqueName('written');
    for (const version of ['1.0.0', '1.1.0']) await client.publish({ name, version });
  });
  afterAll(() => platform.stop());

  const read = async () =>
    (await (await client.get(`/${name}?write=true`)).json()) as {
      _rev: string;
      'dist-tags': Record<string, string>;
      versions: Record<string, Record<string, unknown>>;
    };

  test('with a revision from before another write is refused', async () => {
    const { _rev, versions } = await read();
    await client.send('PUT', `/-/package/${name}/dist-tags/beta`, '"1.0.0"');

    const answers = [
      await client.send('PUT', `/${name}`, { _rev, versions: { '1.0.0': { deprecated: 'old' } } }),
      await client.send('PUT', `/${name}/-rev/${_rev}`, { versions }),
      await client.send('DELETE', `/${name}/-rev/${_rev}`),
    ];

    for (const answer of answers) expect(await errorOf(answer)).toEqual([409, 'Document update conflict.']);
  });

  test('deprecates and takes it back, and only that', async () => {
    const before = await read();
    const change = {
      ...before,
      readme: 'other',
      versions: { ...before.versions, '1.0.0': { deprecated: 'old' } },
    };

    expect((await client.send('PUT', `/${name}`, change)).status).toBe(200);
    const between = await read();
    expect(between.versions['1.0.0']).toMatchObject({ deprecated: 'old', name });
    expect(between.versions['1.1.0']).toEqual(before.versions['1.1.0']);
    expect(between._rev).not.toBe(before._rev);

    const undone = { ...between, versions: { '1.0.0': { deprecated: '' } } };
    expect((await client.send('PUT', `/${name}`, undone)).status).toBe(200);
    expect((await read()).versions).toEqual(before.versions);
  });

  test('without the right changes nothing', async () => {
    const stranger = npmClient(platform, (await platform.createUser()).token);
    const before = await read();

    const answers = [
      await stranger.send('PUT', `/${name}`, { ...before, versions: { '1.0.0': { deprecated: 'x' } } }),
      await stranger.send('PUT', `/${name}/-rev/${before._rev}`, { ...before, versions: {} }),
      await stranger.send('PUT', `/${name}/-rev/${before._rev}`, { maintainers: [{ name: 'me' }] }),
      await stranger.send('DELETE', `/${name}/-rev/${before._rev}`),
      await stranger.send('PUT', `/-/package/${name}/dist-tags/x-tag`, '"1.0.0"'),
      await stranger.send('DELETE', `/-/package/${name}/dist-tags/beta`),
      await stranger.send('POST', `/-/package/${name}/access`, { access: 'restricted' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect(await read()).toEqual(before);
  });

  test('may not remove the tag latest, nor name a tag like a range', async () => {
    const remove = await client.send('DELETE', `/-/package/${name}/dist-tags/latest`);
    const range = await client.send('PUT', `/-/package/${name}/dist-tags/1`, '"1.0.0"');
    const unquoted = await client.send('PUT', `/-/package/${name}/dist-tags/x-tag`, '1.0.0');

    expect([remove.status, range.status, unquoted.status]).toEqual([400, 400, 400]);
  });

  test('may not leave a package without anybody', async () => {
    const { _rev } = await read();

    const empty = await client.send('PUT', `/${name}/-rev/${_rev}`, { _rev, maintainers: [] });
    const unknown = await client.send('PUT', `/${name}/-rev/${_rev}`, {
      _rev,
      maintainers: [{ name: 'no-such-user' }],
    });

    expect([empty.status, unknown.status]).toEqual([400, 404]);
    expect(await errorOf(await client.send('PUT', `/${name}/-rev/${_rev}`, { _rev }))).toEqual([
      400,
      'the body changes nothing that can be changed',
    ]);
  });
});
