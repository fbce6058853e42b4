import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../domain/digest.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { ask } from '../../security/raw-request.ts';
import { type GenericRequests, genericRequests, newName } from './requests.ts';

let platform: Platform;
let author: TestUser;
let files: GenericRequests;

beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  files = genericRequests(platform);
});
afterAll(() => platform?.stop());

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe('a file', () => {
  it('makes a version, and others join it', async () => {
    const name = newName();

    const first = await files.put(`${name}/1.0.0/linux/probe.tar.gz`, author.token, 'linux');
    const second = await files.put(`${name}/1.0.0/windows/probe.zip`, author.token, 'windows');

    const url = `${platform.url}/generic/${name}/1.0.0/linux/probe.tar.gz`;
    expect([first.status, first.headers.get('location')]).toEqual([201, url]);
    expect(await json(first)).toEqual({
      status: 'published',
      name,
      version: '1.0.0',
      path: 'linux/probe.tar.gz',
      size: 5,
      sha256: sha256Hex('linux'),
      url,
    });
    expect(second.status).toBe(201);
    const listing = await json(await files.ask(`${name}/1.0.0/`));
    expect(listing).toMatchObject({ name, version: '1.0.0', prerelease: false, yanked: false });
    expect(listing['files']).toMatchObject([
      { path: 'linux/probe.tar.gz', size: 5, sha256: sha256Hex('linux') },
      { path: 'windows/probe.zip', size: 7, sha256: sha256Hex('windows') },
    ]);
    expect(await (await files.ask(`${name}/1.0.0/SHA256SUMS`)).text()).toBe(
      `${sha256Hex('linux')}  linux/probe.tar.gz\n${sha256Hex('windows')}  windows/probe.zip\n`,
    );
    expect(await json(await files.ask(name))).toMatchObject({
      name,
      latest: '1.0.0',
      versions: [{ version: '1.0.0', files: 2 }],
    });
  });

  it('is the same when it comes again, and in the way of another one', async () => {
    const name = newName();
    const path = `${name}/1.0.0/a.txt`;
    await files.put(path, author.token, 'one');

    const again = await files.put(path, author.token, 'one');
    const other = await files.put(path, author.token, 'two');
    const disguised = await files.put(`${name}/1.0.0/A.txt`, author.token, 'one');
    const below = await files.put(`${name}/1.0.0/a.txt/b`, author.token, 'one');

    expect([again.status, other.status, disguised.status, below.status]).toEqual([200, 409, 409, 409]);
    expect(await json(again)).toMatchObject({ status: 'present', sha256: sha256Hex('one') });
    expect(await other.text()).toBe(
      '{"error":{"code":"digest_conflict","message":"a.txt is there already with other content"}}\n',
    );
    expect((await json(await files.ask(`${name}/1.0.0/`)))['files']).toHaveLength(1);
  });

  it('joins a name with the visibility of that name alone', async () => {
    const name = newName();
    await files.put(`${name}/1.0.0/a.txt`, author.token, 'one');
    const isPrivate = { 'x-visibility': 'private' };

    const version = await files.put(`${name}/2.0.0/secret.txt`, author.token, 'secret', isPrivate);
    const file = await files.put(`${name}/1.0.0/secret.txt`, author.token, 'secret', isPrivate);
    const draft = await files.put(`${name}/3.0.0/secret.txt?draft`, author.token, 'secret', isPrivate);
    const same = await files.put(`${name}/1.0.0/b.txt`, author.token, 'two', { 'x-visibility': 'public' });

    expect([version.status, file.status, draft.status, same.status]).toEqual([409, 409, 409, 201]);
    expect(await version.text()).toContain(`${name} is public already`);
    expect((await files.ask(`${name}/2.0.0/secret.txt`, { token: author.token })).status).toBe(404);
  });

  it('is never the checksum of another one', async () => {
    const name = newName();
    await files.put(`${name}/1.0.0/a`, author.token, 'one');

    const answers = [
      await files.put(`${name}/1.0.0/a.sha256`, author.token, 'forged'),
      await files.put(`${name}/1.0.0/A.SHA256`, author.token, 'forged'),
      await files.put(`${name}/2.0.0/a.sha256?draft`, author.token, 'forged'),
      await files.put(`${newName()}/1.0.0/a.sha256`, author.token, 'forged'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    const sum = await files.ask(`${name}/1.0.0/a.sha256`);
    expect(await sum.text()).toBe(`${sha256Hex('one')}  a\n`);
  });

  it('has an address, and what has none says what one looks like', async () => {
    const name = newName();
    await files.put(`${name}/1.0.0/a`, author.token, 'one');

    const asked = [
      await files.put(`${name}/1.0.0`, author.token, 'x'),
      await files.ask(`${name}/1.0.0/a`, { method: 'POST', token: author.token, body: 'x' }),
      await files.ask(`${name}/1.0.0/b/c`, { method: 'PATCH', token: author.token, body: 'x' }),
      await files.ask(`r/${author.username}/${name}/1.0.0/a`, { method: 'POST', body: 'x' }),
      await files.ask(`${name}/latest/a`, { method: 'POST', token: author.token, body: 'x' }),
      await files.ask(name, { method: 'DELETE', token: author.token }),
      await files.ask('', { method: 'POST', token: author.token, body: 'x' }),
    ];
    const unknown = await files.ask(`${name}/9.9.9/`);

    expect(asked.map(({ status, headers }) => [status, headers.get('allow')])).toEqual([
      [405, 'GET, HEAD, DELETE'],
      [405, 'GET, HEAD, PUT, DELETE'],
      [405, 'GET, HEAD, PUT, DELETE'],
      [405, 'GET, HEAD, PUT, DELETE'],
      [405, 'GET, HEAD'],
      [405, 'GET, HEAD'],
      [405, 'GET, HEAD'],
    ]);
    expect(await Promise.all(asked.slice(0, 2).map((answer) => answer.text()))).toEqual([
      expect.stringContaining('<path>'),
      expect.stringContaining('PUT'),
    ]);
    expect([unknown.status, await unknown.text()]).toEqual([
      404,
      expect.stringContaining(`${name} 9.9.9 not found`),
    ]);
  });

  it('with a time to wait for others is a draft, or refused', async () => {
    const path = `${newName()}/1.0.0/a.txt`;

    const refused = await files.put(path, author.token, 'one', { 'x-draft-idle-seconds': '60' });

    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('?draft')]);
    expect((await files.ask(path)).status).toBe(404);
  });

  it('may be empty, and any bytes', async () => {
    const name = newName();
    const noise = Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 167 + 13) % 256));

    const empty = await files.put(`${name}/1/empty`, author.token, '');
    const bytes = await files.put(`${name}/1/noise.bin`, author.token, noise);

    expect([empty.status, bytes.status]).toEqual([201, 201]);
    expect(Buffer.from(await (await files.ask(`${name}/1/noise.bin`)).arrayBuffer())).toEqual(noise);
    const read = await files.ask(`${name}/1/empty`);
    expect([read.status, await read.text()]).toEqual([200, '']);
  });

  it('of many that come at once for a new version none is lost', async () => {
    const name = newName();
    const systems = ['linux', 'macos', 'windows', 'freebsd', 'android'];

    const answers = await Promise.all(
      systems.map((system) => files.putUntilTaken(`${name}/1.0.0/${system}/probe`, author.token, system)),
    );

    expect(answers.map(({ status }) => status)).toEqual(systems.map(() => 201));
    expect((await json(await files.ask(`${name}/1.0.0`)))['files']).toHaveLength(systems.length);
  });

  it('takes one of the files that can not lie in one folder, however close they come', async () => {
    const name = newName();
    await files.put(`${name}/1.0.0/first`, author.token, 'x');

    const answers = await Promise.all(
      ['probe', 'PROBE', 'probe/inside'].map((path) =>
        files.putUntilTaken(`${name}/1.0.0/${path}`, author.token, path),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await json(await files.ask(`${name}/1.0.0`)))['files']).toHaveLength(2);
  });
});

describe('digests of a request', () => {
  const path = () => `${newName()}/1.0.0/a.bin`;

  it.each([
    ['hex', { 'x-checksum-sha256': sha256Hex('bytes') }],
    [
      'a content digest',
      { 'content-digest': `sha-256=:${Buffer.from(sha256Hex('bytes'), 'hex').toString('base64')}:` },
    ],
  ])('in %s are checked', async (_title, headers) => {
    const good = path();
    const bad = path();

    const taken = await files.put(good, author.token, 'bytes', headers);
    const refused = await files.put(bad, author.token, 'other bytes', headers);

    expect([taken.status, refused.status]).toEqual([201, 422]);
    expect(await json(refused)).toMatchObject({ error: { code: 'digest_mismatch' } });
    for (const gone of [bad, bad.split('/')[0] ?? '']) expect((await files.ask(gone)).status).toBe(404);
    // the refused file did not claim the name
    expect((await files.put(bad, (await platform.createUser()).token, 'x')).status).toBe(201);
  });
});

describe('who publishes', () => {
  it('shows a token, in either way', async () => {
    const name = newName();
    const basic = Buffer.from(`${author.username}:${author.token}`).toString('base64');
    const as = (authorization: string, path: string) =>
      files.ask(path, { method: 'PUT', body: 'x', headers: { authorization } });

    expect((await as(`Basic ${basic}`, `${name}/1/a`)).status).toBe(201);
    expect((await as(`Bearer ${author.token}`, `${name}/1/b`)).status).toBe(201);
    for (const authorization of [
      '',
      'Bearer x',
      'Digest x',
      `Basic ${Buffer.from('x').toString('base64')}`,
    ]) {
      const refused = await as(authorization, `${name}/1/c`);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
      expect(await json(refused)).toMatchObject({ error: { message: expect.any(String) } });
    }
  });

  it('owns the name', async () => {
    const name = newName();
    const stranger = await platform.createUser();
    await files.put(`${name}/1/a`, author.token, 'x');

    const answers = [
      await files.put(`${name}/1/b`, stranger.token, 'x'),
      await files.put(`${name}/2/a`, stranger.token, 'x'),
      await files.ask(`${name}/1`, { method: 'DELETE', token: stranger.token }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

describe('a version that is deleted', () => {
  it('is gone with all its files, and its number is used up', async () => {
    const name = newName();
    await files.put(`${name}/1/a`, author.token, 'x');
    await files.put(`${name}/2/a`, author.token, 'x');

    const file = await files.ask(`${name}/1/a`, { method: 'DELETE', token: author.token });
    const deleted = await files.ask(`${name}/1`, { method: 'DELETE', token: author.token });
    const again = await files.put(`${name}/1/a`, author.token, 'y');

    expect([file.status, file.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
    expect([deleted.status, again.status]).toEqual([204, 409]);
    expect(await again.text()).toContain('was deleted: its number is not used again');
    for (const path of ['1/a', '1/a.sha256', '1', '1/', '1/SHA256SUMS']) {
      expect((await files.ask(`${name}/${path}`)).status).toBe(404);
    }
    expect(await json(await files.ask(name))).toMatchObject({ latest: '2', versions: [{ version: '2' }] });
  });
});

describe('an address that can be none', () => {
  it.each([
    ['a name with capitals', 'Probe/1/a', 422],
    ['the mount of repositories as a name', 'r/1/a/b', 422],
    ['the same with a long path', 'r/1/a/b/c', 404],
    ['a version that stands for others', 'probe/latest/a', 422],
    ['a folder above', 'probe/1/%2e%2e/%2e%2e/etc', 400],
    ['a folder above behind one slash', 'probe/1/a%2f..%2f..%2fb', 400],
    ['a folder above, escaped twice', 'probe/1/%252e%252e%252fb', 400],
    ['a backslash', 'probe/1/..%5cb', 400],
    ['a zero byte', 'probe/1/a%00b', 400],
    ['no path', 'probe/1/', 400],
    ['an empty segment', 'probe/1/a//b', 400],
    ['the checksums', 'probe/1/SHA256SUMS', 400],
    ['a path of ten thousand bytes', `probe/1/${'a'.repeat(10_000)}`, 400],
  ])('%s is refused', async (_title, path, status) => {
    const { url } = platform;
    const headers = { authorization: `Bearer ${author.token}`, 'content-length': 1 };

    const answer = await ask(url, { method: 'PUT', path: `/generic/${path}`, headers, body: 'x' });

    expect([answer.status, answer.text.endsWith('}\n')]).toEqual([status, true]);
  });

  it('is not found when it is read', async () => {
    for (const path of ['Probe', 'probe/latest', 'probe/1/%252e%252e/a', `${'x'.repeat(200)}/1/a`, 'r']) {
      expect((await files.ask(path)).status).toBe(404);
    }
  });
});
