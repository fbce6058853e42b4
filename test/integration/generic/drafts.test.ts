import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../domain/digest.ts';
import { eventually } from '../../support/eventually.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { credential } from '../../security/publish.ts';
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
const draft = (path: string, body: string, headers: Record<string, string> = {}) =>
  files.put(`${path}?draft`, author.token, body, headers);
const commit = (release: string, token = author.token) =>
  files.ask(`${release}/commit`, { method: 'POST', token });
const remove = (path: string, token = author.token) => files.ask(path, { method: 'DELETE', token });

async function expectNothing(release: string, ...paths: string[]): Promise<void> {
  for (const path of ['', '/', '/SHA256SUMS', ...paths.map((path) => `/${path}`)]) {
    expect((await files.ask(`${release}${path}`)).status).toBe(404);
  }
}

describe('a draft', () => {
  it('becomes visible as a whole, and not before', async () => {
    const name = newName();
    const release = `${name}/1.0.0`;

    const first = await draft(`${release}/linux/probe`, 'linux');
    const second = await files.put(`${release}/windows/probe`, author.token, 'windows', {
      'x-draft': 'true',
    });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await json(first)).toEqual({
      status: 'draft',
      name,
      version: '1.0.0',
      path: 'linux/probe',
      size: 5,
      sha256: sha256Hex('linux'),
      commit_url: `${platform.url}/generic/${release}/commit`,
    });
    await expectNothing(release, 'linux/probe', 'windows/probe');
    expect((await files.ask(name)).status).toBe(404);

    const committed = await commit(release);

    expect([committed.status, await json(committed)]).toEqual([
      201,
      { status: 'published', name, version: '1.0.0', url: `${platform.url}/generic/${release}/` },
    ]);
    const again = await commit(release);
    expect([again.status, await json(again)]).toMatchObject([200, { status: 'published', name }]);
    const stranger = await platform.createUser();
    expect((await commit(release, stranger.token)).status).toBe(403);
    expect((await json(await files.ask(`${release}/`)))['files']).toMatchObject([
      { path: 'linux/probe' },
      { path: 'windows/probe' },
    ]);
    expect(await (await files.ask(`${release}/linux/probe`)).text()).toBe('linux');
    expect((await files.put(`${release}/later`, author.token, 'x')).status).toBe(201);
  });

  it('is changed until it is visible', async () => {
    const release = `${newName()}/1.0.0`;
    await draft(`${release}/a`, 'one');
    await draft(`${release}/b`, 'b');

    const same = await draft(`${release}/a`, 'one');
    const other = await draft(`${release}/a`, 'two');
    const gone = await remove(`${release}/b`);
    const collision = await draft(`${release}/A`, 'x');
    const below = await draft(`${release}/a/b`, 'x');

    expect([same.status, other.status, gone.status]).toEqual([200, 200, 204]);
    expect([collision.status, below.status]).toEqual([409, 409]);
    const listing = await json(await files.ask(`${release}/?draft`, { token: author.token }));
    expect(listing).toMatchObject({ status: 'draft', commits_at: null, files: [{ path: 'a', size: 3 }] });
    expect(listing['files']).toHaveLength(1);
    expect((await commit(release)).status).toBe(201);
    expect(await (await files.ask(`${release}/a`)).text()).toBe('two');
  });

  it('takes the place of nothing that is held: people decide about that', async () => {
    const release = `${newName()}/1.0.0`;
    const held = await files.put(`${release}/a`, author.token, credential());
    const committedHeld = `${newName()}/1.0.0`;
    await draft(`${committedHeld}/a`, credential());
    await commit(committedHeld);
    const rows = () =>
      Promise.all(
        [release, committedHeld].map(async (path) => {
          const [name = ''] = path.split('/');
          const url = `${platform.url}/v1/packages/generic/${name}`;
          const headers = { authorization: `Bearer ${author.token}` };
          const { id, status } = await json(await fetch(`${url}/releases/1.0.0`, { headers }));
          const { findings } = await json(await fetch(`${url}/security-findings`, { headers }));
          return { id, status, findings };
        }),
      );
    const before = await rows();
    expect(before.map(({ status }) => status)).toEqual(['quarantine', 'quarantine']);

    const plain = await files.put(`${committedHeld}/b`, author.token, 'x');
    expect([plain.status, await plain.text()]).toEqual([409, expect.stringContaining('waits for a person')]);
    const statuses = [await draft(`${release}/b`, 'x'), await draft(`${committedHeld}/b`, 'x')];

    expect(held.status).toBe(202);
    expect(statuses.map(({ status }) => status)).toEqual([409, 409]);
    expect(await rows()).toEqual(before);
  });

  it('is thrown away, and its name is free', async () => {
    const release = `${newName()}/1.0.0`;
    await draft(`${release}/a`, 'one');

    expect((await remove(release)).status).toBe(204);

    await expectNothing(release, 'a');
    expect((await commit(release)).status).toBe(404);
    expect((await files.put(`${release}/a`, author.token, 'two')).status).toBe(201);
  });

  it('commits itself once nothing has come for so long', async () => {
    const release = `${newName()}/1.0.0`;
    await draft(`${release}/a`, 'one', { 'x-draft-idle-seconds': '2' });
    await draft(`${release}/b`, 'two');

    await expectNothing(release, 'a');
    await eventually(async () => expect((await files.ask(`${release}/b`)).status).toBe(200));
    expect((await files.ask(`${release}/a`)).status).toBe(200);
  });

  it('is of those who may publish it', async () => {
    const release = `${newName()}/1.0.0`;
    const stranger = await platform.createUser();
    await draft(`${release}/a`, 'one');

    const answers = [
      await files.put(`${release}/b?draft`, stranger.token, 'x'),
      await commit(release, stranger.token),
      await remove(release, stranger.token),
      await remove(`${release}/a`, stranger.token),
      await files.ask(`${release}/?draft`, { token: stranger.token }),
      await files.ask(`${release}/?draft`),
      await files.ask(`${release}/commit`, { method: 'POST' }),
    ];

    expect(answers.map(({ status }) => status).every((status) => [401, 403, 404].includes(status))).toBe(
      true,
    );
    expect((await commit(release)).status).toBe(201);
  });

  it('keeps everything out when one of its files is refused', async () => {
    const release = `${newName()}/1.0.0`;
    await draft(`${release}/a.txt`, 'harmless');
    await draft(`${release}/b.txt`, `const ACCESS = "${credential()}";\n`);

    const held = await commit(release);

    expect([held.status, await json(held)]).toEqual([202, expect.objectContaining({ status: 'held' })]);
    await expectNothing(release, 'a.txt', 'b.txt');
  });

  it('is not mixed with files that come without the word', async () => {
    const release = `${newName()}/1.0.0`;
    await draft(`${release}/a`, 'one');

    const plain = await files.put(`${release}/b`, author.token, 'x');
    const unclear = await files.put(`${release}/b?draft=maybe`, author.token, 'x');
    const early = await draft(`${release}/b`, 'x', { 'x-draft-idle-seconds': '0' });

    expect([plain.status, await plain.text()]).toEqual([409, expect.stringContaining('is a draft')]);
    expect([unclear.status, early.status]).toEqual([400, 400]);
    await commit(release);
    expect((await draft(`${release}/c`, 'x')).status).toBe(409);
  });

  it('is deleted while it is held, and its name is free', async () => {
    const release = `${newName()}/1.0.0`;
    await draft(`${release}/a.txt`, `const ACCESS = "${credential()}";\n`);
    expect((await commit(release)).status).toBe(202);

    expect((await remove(release)).status).toBe(204);

    expect((await draft(`${release}/a.txt`, 'harmless')).status).toBe(201);
    expect((await commit(release)).status).toBe(201);
  });

  it('has one visibility, and says so', async () => {
    const release = `${newName()}/1.0.0`;
    await draft(`${release}/a`, 'one', { 'x-visibility': 'private' });

    const same = await draft(`${release}/b`, 'two', { 'x-visibility': 'private' });
    const other = await draft(`${release}/c`, 'three', { 'x-visibility': 'public' });

    expect([same.status, other.status]).toEqual([201, 409]);
    await commit(release);
    expect((await files.ask(`${release}/a`)).status).toBe(404);
    expect((await files.ask(`${release}/a`, { token: author.token })).status).toBe(200);
  });

  it('takes one of the files that can not lie in one folder, however close they come', async () => {
    const release = `${newName()}/1.0.0`;
    await draft(`${release}/first`, 'x');

    const answers = await Promise.all([
      draft(`${release}/probe`, 'lower'),
      draft(`${release}/PROBE`, 'upper'),
      draft(`${release}/probe/inside`, 'below'),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await commit(release)).status).toBe(201);
  });
});
