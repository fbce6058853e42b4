import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../domain/digest.ts';
import { eventually } from '../../support/eventually.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { type GenericRequests, genericRequests, newName } from './requests.ts';

const body = 'The quick brown fox';
let platform: Platform;
let author: TestUser;
let files: GenericRequests;
let name: string;

beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  files = genericRequests(platform);
  name = newName();
  for (const version of ['1.9.0', '1.10.0', '2.0.0-rc.1']) {
    const answer = await files.put(`${name}/${version}/docs/fox.txt`, author.token, body);
    expect(answer.status).toBe(201);
  }
});
afterAll(() => platform?.stop());

describe('a file', () => {
  it('is served with everything that caches and checks need', async () => {
    const sha256 = sha256Hex(body);

    for (const method of ['GET', 'HEAD']) {
      const response = await files.ask(`${name}/1.9.0/docs/fox.txt`, { method });

      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        etag: `"${sha256}"`,
        'x-checksum-sha256': sha256,
        'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
        'accept-ranges': 'bytes',
        'content-length': String(body.length),
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename="fox.txt"',
        'x-content-type-options': 'nosniff',
      });
      expect(await response.text()).toBe(method === 'GET' ? body : '');
    }
  });

  it('is served in parts, and not again to who has it', async () => {
    const path = `${name}/1.9.0/docs/fox.txt`;

    const part = await files.ask(path, { headers: { range: 'bytes=4-8' } });
    const rest = await files.ask(path, { headers: { range: 'bytes=-3' } });
    const beyond = await files.ask(path, { headers: { range: 'bytes=100-' } });
    const known = await files.ask(path, { headers: { 'if-none-match': `"${sha256Hex(body)}"` } });

    expect([part.status, await part.text()]).toEqual([206, 'quick']);
    expect(part.headers.get('content-range')).toBe(`bytes 4-8/${body.length}`);
    expect([rest.status, await rest.text()]).toEqual([206, 'fox']);
    expect([beyond.status, known.status]).toEqual([416, 304]);
  });

  it('has a checksum beside it', async () => {
    const response = await files.ask(`${name}/1.9.0/docs/fox.txt.sha256`);

    expect(await response.text()).toBe(`${sha256Hex(body)}  fox.txt\n`);
    for (const path of ['docs/other.txt.sha256', '.sha256', 'docs.sha256']) {
      expect((await files.ask(`${name}/1.9.0/${path}`)).status).toBe(404);
    }
  });

  it('is found in any case of its version', async () => {
    expect((await files.ask(`${name}/2.0.0-RC.1/docs/fox.txt`)).status).toBe(200);
  });
});

describe('the newest version', () => {
  it.each(['/docs/fox.txt', '/docs/fox.txt.sha256', '/SHA256SUMS', '/'])(
    'is where latest%s leads to',
    async (path) => {
      const response = await files.ask(`${name}/latest${path}`);

      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe(`${platform.url}/generic/${name}/1.10.0${path}`);
      expect(response.headers.get('cache-control')).toContain('no-cache');
    },
  );

  it('is found through the repository as well, and leads back to it', async () => {
    const own = genericRequests(platform, `/generic/r/${author.username}`);

    const response = await own.ask(`${name}/latest/docs/fox.txt`);

    const mount = `${platform.url}/generic/r/${author.username}`;
    expect(response.headers.get('location')).toBe(`${mount}/${name}/1.10.0/docs/fox.txt`);
  });
});

describe('lists', () => {
  it('are not sent again to who has them', async () => {
    for (const path of [name, `${name}/`, `${name}/1.9.0`, `${name}/1.9.0/`, `${name}/1.9.0/SHA256SUMS`]) {
      const first = await files.ask(path);
      const etag = first.headers.get('etag') ?? '';

      expect([first.status, etag]).toEqual([200, expect.stringMatching(/^(?:W\/)?".+"$/)]);
      expect((await files.ask(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
      const head = await files.ask(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    }
  });

  it('find a package by a word', async () => {
    await eventually(async () => {
      const found = (await (await files.ask(`?q=${name}`)).json()) as { packages: unknown[] };
      expect(found.packages).toEqual([{ name, latest: '1.10.0', description: null }]);
    });
  });
});

describe('what is private', () => {
  it('is there for its owner alone', async () => {
    const secret = newName();
    const stranger = await platform.createUser();
    const made = await files.put(`${secret}/1.0.0/a.txt`, author.token, 'x', { 'x-visibility': 'private' });

    expect(made.status).toBe(201);
    const paths = ['', '/', '/1.0.0', '/1.0.0/', '/1.0.0/a.txt', '/1.0.0/a.txt.sha256', '/1.0.0/SHA256SUMS'];
    const absent = newName();
    for (const path of [...paths, '/latest/a.txt', '/latest']) {
      const owned = await files.ask(`${secret}${path}`, { token: author.token });
      expect([path, owned.status]).toEqual([path, path.startsWith('/latest') ? 302 : 200]);
      expect(owned.headers.get('cache-control')).toContain('private');
      for (const sent of [{}, { token: stranger.token }]) {
        const hidden = await files.ask(`${secret}${path}`, sent);
        const missing = await files.ask(`${absent}${path}`, sent);
        const told = (await hidden.text()).replaceAll(secret, absent);
        expect([hidden.status, told]).toEqual([missing.status, await missing.text()]);
        expect([401, 404]).toContain(hidden.status);
      }
    }
  });

  it('is asked for with a known word', async () => {
    const refused = await files.put(`${newName()}/1/a`, author.token, 'x', { 'x-visibility': 'secret' });

    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('X-Visibility')]);
  });
});
