import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildGem,
  type GemDraft,
  gemMembers,
  specificationOf,
} from '../../../ecosystems/rubygems/fixtures/gem.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import { credential } from '../../security/publish.ts';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';

let platform: Platform;
let author: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
});
afterAll(() => platform?.stop());

const newName = () => uniqueName('probe').toLowerCase();
const md5 = (body: string) => createHash('md5').update(body).digest('hex');

const ask = (path: string, init: RequestInit = {}) => fetch(`${platform.url}/rubygems/${path}`, init);
const push = (body: Buffer, token: string | undefined = author.token) =>
  ask('api/v1/gems', {
    method: 'POST',
    body: new Uint8Array(body),
    headers: {
      'content-type': 'application/octet-stream',
      ...(token === '' ? {} : { authorization: token }),
    },
  });
const pushGem = async (draft: GemDraft) => {
  const answer = await push(await buildGem(draft));
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('Successfully registered gem'),
  ]);
};
const form = (method: string, path: string, fields: Record<string, string>, authorization = author.token) =>
  ask(path, { method, body: new URLSearchParams(fields), headers: { authorization } });
const textOf = async (path: string) => (await ask(path)).text();

describe('the compact index', () => {
  it('has a line for each version, and grows at its end by every change', async () => {
    const [name, user] = [newName(), newName()];
    await pushGem({ name, version: '1.0.0' });
    const before = await textOf('versions');
    await pushGem({ name, version: '1.1.0', platform: 'java' });
    await pushGem({
      name: user,
      version: '0.1.0',
      dependencies: [
        [name, '>=', '1'],
        ['rack', '~>', '3.0'],
      ],
    });
    const info = await textOf(`info/${name}`);
    const yanked = await form('DELETE', 'api/v1/gems/yank', { gem_name: name, version: '1.0.0' });
    const left = await textOf(`info/${name}`);

    const range = await ask('versions', { headers: { range: `bytes=${before.length - 1}-` } });
    const after = await textOf('versions');

    expect([yanked.status, await yanked.text()]).toEqual([200, `Successfully deleted gem: ${name} (1.0.0)`]);
    const day = String.raw`created_at:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
    expect(info).toMatch(
      new RegExp(
        String.raw`^---\n1\.0\.0 \|checksum:[0-9a-f]{64},ruby:>= 2\.7,${day}\n1\.1\.0-java \|checksum:[0-9a-f]{64},ruby:>= 2\.7,${day}\n$`,
      ),
    );
    expect(left.split('\n')).toHaveLength(3);
    expect(await textOf(`info/${user}`)).toContain(`\n0.1.0 ${name}:>= 1,rack:~> 3.0|checksum:`);
    expect(after.startsWith(before)).toBe(true);
    // other tests publish at the same time
    const isOurs = (line: string) => line.startsWith(`${name} `) || line.startsWith(`${user} `);
    expect(after.slice(before.length).split('\n').filter(isOurs)).toEqual([
      `${name} 1.1.0-java ${md5(info)}`,
      `${user} 0.1.0 ${md5(await textOf(`info/${user}`))}`,
      `${name} -1.0.0 ${md5(left)}`,
    ]);
    expect([range.status, await range.text()]).toEqual([206, `\n${after.slice(before.length)}`]);
    expect(range.headers.get('repr-digest')).toBe(
      `sha-256=:${createHash('sha256').update(after).digest('base64')}:`,
    );
    expect((await ask(`info/${name}`)).headers.get('etag')).toBe(`"${md5(left)}"`);
    expect((await textOf('names')).split('\n')).toEqual(expect.arrayContaining(['---', name, user]));
    expect((await ask(`info/${newName()}`)).status).toBe(404);
  });

  it('is empty of a gem whose versions are all yanked, but its file stays', async () => {
    const name = newName();
    await pushGem({ name, version: '1.0.0' });
    await form('DELETE', 'api/v1/gems/yank', { gem_name: name, version: '1.0.0', platform: 'ruby' });

    const again = await push(await buildGem({ name, version: '1.0' }));

    expect(await textOf(`info/${name}`)).toBe('---\n');
    expect((await textOf('names')).split('\n')).not.toContain(name);
    expect(gunzipSync(Buffer.from(await (await ask('specs.4.8.gz')).arrayBuffer())).includes(name)).toBe(
      false,
    );
    expect((await ask(`quick/Marshal.4.8/${name}-1.0.0.gemspec.rz`)).status).toBe(404);
    expect((await ask(`gems/${name}-1.0.0.gem`)).status).toBe(200);
    expect([again.status, await again.text()]).toEqual([
      409,
      expect.stringContaining('Repushing of gem versions is not allowed'),
    ]);
  });
});

describe('a gem', () => {
  it('is downloaded as it was pushed, with all that tools ask about it', async () => {
    const name = `${newName()}-4`;
    const draft = { name, version: '1.0.0', summary: 'Größer', dependencies: [['rack', '>=', '3']] as const };
    const gem = await buildGem(draft);

    const told = await push(gem);

    expect([told.status, await told.text()]).toEqual([200, `Successfully registered gem: ${name} (1.0.0)`]);
    const file = Buffer.from(await (await ask(`gems/${name}-1.0.0.gem`)).arrayBuffer());
    expect(sha256Hex(file)).toBe(sha256Hex(gem));
    const quick = Buffer.from(await (await ask(`quick/Marshal.4.8/${name}-1.0.0.gemspec.rz`)).arrayBuffer());
    expect(inflateSync(quick).includes('Gem::Specification')).toBe(true);
    const specs = Buffer.from(await (await ask('specs.4.8.gz')).arrayBuffer());
    expect(gunzipSync(specs).includes(name)).toBe(true);
    expect(await (await ask(`api/v1/gems/${name}.json`)).json()).toMatchObject({
      name,
      version: '1.0.0',
      platform: 'ruby',
      info: 'Größer',
      sha: sha256Hex(gem),
      dependencies: { development: [], runtime: [{ name: 'rack', requirements: '>= 3' }] },
    });
    expect(await (await ask(`api/v1/versions/${name}.json`)).json()).toMatchObject([{ number: '1.0.0' }]);
    expect(await (await ask(`api/v1/versions/${name}/latest.json`)).json()).toEqual({ version: '1.0.0' });
    for (const path of [`versions/${name}/latest`, `search?query=${name}`, `search.json?query=${name}`]) {
      expect([path, (await ask(`api/v1/${path}`)).status]).toEqual([path, 200]);
    }
    const missing = await ask(`api/v1/gems/${newName()}.json`);
    expect([missing.status, Object.keys((await missing.json()) as object)]).toEqual([404, ['error']]);
  });

  it('that is held is in no index', async () => {
    const name = newName();
    const files = { 'lib/secret.rb': `KEY = "${credential()}"\n` };

    const told = await push(await buildGem({ name, version: '1.0.0', files }));

    expect([told.status, await told.text()]).toEqual([200, expect.stringContaining('Held for review: http')]);
    const statuses = await Promise.all(
      [`info/${name}`, `gems/${name}-1.0.0.gem`, `api/v1/gems/${name}.json`].map(
        async (path) => (await ask(path)).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 404]);
    expect(await textOf('versions')).not.toContain(name);
  });

  const broken: [string, (draft: GemDraft) => Promise<Buffer>][] = [
    ['nothing', async () => Buffer.alloc(0)],
    ['noise', async () => Buffer.alloc(4_096, 'noise')],
    ['half of a gem', async (draft) => (await buildGem(draft)).subarray(0, 700)],
    ['other data than its checksums say', (draft) => buildGem(draft, { 'data.tar.gz': gzipSync('x') })],
    [
      'a specification that is not packed',
      (draft) => buildGem(draft, { 'metadata.gz': Buffer.from('name: x') }),
    ],
    [
      'two packed specifications in one',
      async (draft) => {
        const { 'metadata.gz': metadata } = await gemMembers(draft);
        return buildGem(draft, {
          'metadata.gz': Buffer.concat([metadata ?? Buffer.alloc(0), gzipSync('x: 1\n')]),
        });
      },
    ],
    [
      'a huge specification',
      (draft) => buildGem(draft, { 'metadata.gz': gzipSync(Buffer.alloc(8 * 1024 * 1024, ' ')) }),
    ],
    [
      'a specification of another class',
      (draft) => buildGem(draft, { 'metadata.gz': gzipSync('--- !ruby/object:Kernel {}\n') }),
    ],
    [
      'a name outside',
      (draft) => buildGem(draft, { 'metadata.gz': gzipSync(specificationOf({ ...draft, name: '../evil' })) }),
    ],
    [
      'a version of words',
      (draft) =>
        buildGem(draft, { 'metadata.gz': gzipSync(specificationOf({ ...draft, version: 'latest' })) }),
    ],
    ['a member beside', (draft) => buildGem(draft, { 'evil.rb': Buffer.from('x') })],
    ['a path outside in its data', (draft) => buildGem({ ...draft, files: { '../evil.rb': 'x' } })],
    ['an absolute path in its data', (draft) => buildGem({ ...draft, files: { '/etc/evil': 'x' } })],
    [
      'a dependency on two lines',
      (draft) => buildGem({ ...draft, dependencies: [['rack', '>=', "1'\n      x: '2"]] }),
    ],
    [
      'bytes that are no text',
      (draft) => buildGem(draft, { 'metadata.gz': gzipSync(Buffer.from([0x6e, 0xff, 0xfe])) }),
    ],
    [
      'a specification of brackets',
      (draft) => buildGem(draft, { 'metadata.gz': gzipSync('['.repeat(200_000)) }),
    ],
  ];
  it.each(broken)('with %s is refused in one line, and nothing stays', async (_what, build) => {
    const name = newName();

    const answer = await push(await build({ name, version: '1.0.0' }));

    expect([answer.status, (await answer.text()).split('\n').length]).toEqual([422, 2]);
    expect((await ask(`info/${name}`)).status).toBe(404);
  });
});

describe('keys and owners', () => {
  it('are given for a password', async () => {
    const basic = (password: string) =>
      `Basic ${Buffer.from(`${author.username}:${password}`).toString('base64')}`;
    const name = newName();

    const profile = await ask('api/v1/profile/me.yaml', {
      headers: { authorization: basic(author.password) },
    });
    const key = await form(
      'POST',
      'api/v1/api_key',
      { name: 'laptop', push_rubygem: 'true' },
      basic(author.password),
    );
    const wrong = await form('POST', 'api/v1/api_key', { name: 'laptop' }, basic('other'));
    const reading = await form(
      'POST',
      'api/v1/api_key',
      { name: 'list', index_rubygems: 'true' },
      basic(author.password),
    );

    expect([profile.status, await profile.text()]).toEqual([200, expect.stringContaining(author.username)]);
    expect([key.status, wrong.status]).toEqual([200, 401]);
    expect((await push(await buildGem({ name, version: '1.0.0' }), await key.text())).status).toBe(200);
    const refused = await push(await buildGem({ name, version: '1.1.0' }), await reading.text());
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringMatching(/^The API key doesn't have access/),
    ]);
  });

  it('a push without a key, or with a wrong one, is refused in words', async () => {
    const gem = await buildGem({ name: newName(), version: '1.0.0' });

    const none = await push(gem, '');
    const wrong = await push(gem, `pub_${'0'.repeat(64)}`);

    expect([none.status, await none.text()]).toEqual([401, expect.stringContaining('Access Denied.')]);
    expect(wrong.status).toBe(401);
  });

  it('owners are added and removed by their handles', async () => {
    const name = newName();
    const bob = await platform.createUser();
    await pushGem({ name, version: '1.0.0' });
    const next = await buildGem({ name, version: '1.1.0' });

    const before = await push(next, bob.token);
    const added = await form('POST', `api/v1/gems/${name}/owners`, { email: bob.username });
    const listed = await textOf(`api/v1/gems/${name}/owners.yaml`);
    const after = await push(next, bob.token);
    const removed = await form('DELETE', `api/v1/gems/${name}/owners`, { email: bob.username });
    const stranger = await form(
      'DELETE',
      'api/v1/gems/yank',
      { gem_name: name, version: '1.0.0' },
      bob.token,
    );
    const mail = await form('POST', `api/v1/gems/${name}/owners`, { email: 'x@registry.test' });

    expect([before.status, added.status, after.status, removed.status, stranger.status, mail.status]).toEqual(
      [403, 200, 200, 200, 403, 422],
    );
    expect(await mail.text()).toContain(`gem owner ${name} --add HANDLE`);
    expect(listed).toContain(`handle: "${bob.username}"`);
  });

  it('a version that is not there can not be yanked', async () => {
    const answers = await Promise.all(
      [{ gem_name: newName(), version: '1.0.0' }, { gem_name: '../x', version: 'y' }, {}].map((fields) =>
        form('DELETE', 'api/v1/gems/yank', fields as Record<string, string>),
      ),
    );

    for (const answer of answers) {
      expect([answer.status, await answer.text()]).toEqual([404, 'This gem version could not be found.\n']);
    }
  });
});
