import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { eventually } from '../../support/eventually.ts';
import { type GitServer, startGitServer, type TestRepository } from '../../support/git-server.ts';
import { type PackagePlatform, startPackagePlatform, type TestUser } from '../../support/platform.ts';
import { assertReplays } from '../../support/replay.ts';

let platform: PackagePlatform;
let server: GitServer;
let author: TestUser;
beforeAll(async () => {
  [platform, server] = await Promise.all([
    startPackagePlatform({ IMPORT_PRIVATE_TARGETS: 'allow' }),
    startGitServer(),
  ]);
  author = await platform.createUser();
});
afterEach(() => {
  server.intercept = null;
});
afterAll(async () => {
  await server?.stop();
  await platform?.stop();
});

const newName = () => `${uniqueName('v').toLowerCase()}/probe`;
const manifestOf = (name: string) => JSON.stringify({ name, description: 'A probe', license: 'MIT' });

interface Job {
  status: string;
  tags: Record<string, number>;
  refused: { tag: string; reason: string }[];
  error: string | null;
}

async function ask(
  method: string,
  path: string,
  { body, token = author.token }: { body?: object; token?: string | null } = {},
) {
  const answer = await fetch(`${platform.url}/composer/${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const begin = (name: string, body: object, token?: string | null) =>
  ask('POST', `packages/${name}/imports`, { body, ...(token === undefined ? {} : { token }) });
const show = async (name: string, id: unknown) =>
  (await ask('GET', `packages/${name}/imports/${String(id)}`)).body as unknown as Job;

async function untilEnded(name: string, id: unknown): Promise<Job> {
  let job: Job | undefined;
  await eventually(
    async () => {
      job = await show(name, id);
      expect(['completed', 'failed', 'cancelled', 'dead']).toContain(job.status);
    },
    { withinMs: 90_000 },
  );
  return job as Job;
}

async function importAll(name: string, url: string, tag?: string): Promise<Job> {
  const begun = await begin(name, { url, ...(tag === undefined ? {} : { tag }) });
  expect(begun).toMatchObject({ status: 202, body: { ok: true, job_id: expect.any(String) } });
  return untilEnded(name, begun.body['job_id']);
}

async function newRepository(name: string): Promise<TestRepository> {
  const repository = await server.repository(name.replace('/', '-'));
  await repository.tag('v1.0.0', { 'composer.json': manifestOf(name), 'src/a.php': '<?php' });
  return repository;
}

const versionsOf = async (name: string) => {
  const { status, body } = await ask('GET', `p/${name}.json`);
  type Entry = { version: string; dist: { reference: string }; support?: { source: string } };
  return status === 404 ? [] : ((body['packages'] as Record<string, Entry[]>)[name] ?? []);
};

describe('an import of a repository', () => {
  it('publishes every tag that is a version with its commit, and nothing twice', async () => {
    const name = newName();
    const repository = await newRepository(name);
    const second = await repository.tag('1.1.0', { 'src/b.php': '<?php' });
    await repository.git('tag', 'nightly');

    const first = await importAll(name, repository.url);
    const again = await importAll(name, repository.url);
    await repository.tag('v1.2.0', { 'src/c.php': '<?php' });
    const later = await importAll(name, repository.url);

    expect(first).toMatchObject({
      status: 'completed',
      tags: { tags: 2, published: 2, ignored: 1, present: 0 },
      refused: [],
      error: null,
    });
    expect(again).toMatchObject({ status: 'completed', tags: { tags: 0, present: 2 } });
    expect(later).toMatchObject({ status: 'completed', tags: { tags: 1, published: 1, present: 2 } });
    const versions = await versionsOf(name);
    expect(versions.map(({ version }) => version)).toEqual(['v1.2.0', '1.1.0', 'v1.0.0']);
    expect(versions[1]).toMatchObject({
      dist: { reference: second },
      support: { source: repository.url.replace(/\.git$/, '') },
    });
    const jobs = await fetch(`${platform.url}/v1/admin/jobs?kind=import_git`, {
      headers: { authorization: `Bearer ${platform.adminToken}` },
    });
    expect(await jobs.json()).toMatchObject({
      jobs: expect.arrayContaining([
        expect.objectContaining({ kind: 'import_git', payload: expect.objectContaining({ name }) }),
      ]),
    });
  });

  it('takes one tag alone, and says when there is none', async () => {
    const name = newName();
    const repository = await newRepository(name);
    await repository.tag('v2.0.0', { 'src/b.php': '<?php' });

    expect(await importAll(name, repository.url, 'v2.0.0')).toMatchObject({ tags: { published: 1 } });
    expect((await versionsOf(name)).map(({ version }) => version)).toEqual(['v2.0.0']);
    expect(await importAll(name, repository.url, 'v3.0.0')).toMatchObject({
      status: 'failed',
      error: 'the repository has no tag v3.0.0 that is a version',
    });
  });

  it('refuses a tag that is hostile or of another package, and publishes those behind it', async () => {
    const name = newName();
    const repository = await newRepository(name);
    await repository.tag('1.1.0', { 'src/link.php': '-> ../../../etc/passwd' });
    await repository.git('rm', '--quiet', 'src/link.php');
    await repository.tag('1.2.0', { 'composer.json': manifestOf('other/probe') });
    await repository.tag('1.3.0', {
      'composer.json': manifestOf(name),
      'zeros.bin': Buffer.alloc(64 * 1024 * 1024),
    });
    await repository.git('rm', '--quiet', 'zeros.bin');
    await repository.tag('1.4.0', {});

    const job = await importAll(name, repository.url);

    expect(job).toMatchObject({ status: 'completed', tags: { tags: 5, published: 2, refused: 3 } });
    expect(job.refused.map(({ tag }) => tag)).toEqual(['1.1.0', '1.2.0', '1.3.0']);
    expect((await versionsOf(name)).map(({ version }) => version)).toEqual(['1.4.0', 'v1.0.0']);
  });

  it('is shared by equal requests, and ends when it is cancelled', async () => {
    const name = newName();
    const repository = await newRepository(name);
    // the server withholds its answers: the import waits
    server.intercept = () => true;
    const first = await begin(name, { url: repository.url });
    const same = await begin(name, { url: repository.url });
    const other = await begin(name, { url: repository.url, tag: 'v1.0.0' });
    const id = first.body['job_id'];
    const running = await show(name, id);

    const stopped = await ask('DELETE', `packages/${name}/imports/${String(id)}`);
    const job = await untilEnded(name, id);
    const late = await ask('DELETE', `packages/${name}/imports/${String(id)}`);

    expect([first.status, same.status, other.status]).toEqual([202, 202, 409]);
    expect(same.body['job_id']).toBe(id);
    expect(running.status).toBe('running');
    expect([stopped.status, late.status]).toEqual([202, 409]);
    expect(job).toMatchObject({ status: 'cancelled' });
    server.intercept = null;
    expect(await importAll(name, repository.url)).toMatchObject({
      status: 'completed',
      tags: { published: 1 },
    });
  });

  it('is for those who may publish the package, and their jobs are hidden from others', async () => {
    const name = newName();
    const repository = await newRepository(name);
    const begun = await begin(name, { url: repository.url });
    const id = String(begun.body['job_id']);
    await untilEnded(name, id);
    const stranger = await platform.createUser();
    const theirs = { token: stranger.token };

    expect((await begin(name, { url: repository.url }, null)).status).toBe(401);
    expect((await begin(name, { url: repository.url }, stranger.token)).status).toBe(403);
    expect((await ask('GET', `packages/${name}/imports/${id}`, theirs)).status).toBe(404);
    expect((await ask('DELETE', `packages/${name}/imports/${id}`, theirs)).status).toBe(404);
    expect((await ask('GET', `packages/${newName()}/imports/${id}`)).status).toBe(404);
    expect((await ask('GET', `packages/${name}/imports/no-id`)).status).toBe(404);
  });

  it.each([
    ['a file', { url: 'file:///etc/passwd' }],
    ['a program', { url: 'ext::sh -c id' }],
    ['an option', { url: '--upload-pack=id' }],
    ['ssh', { url: 'git@example.com:acme/probe.git' }],
    ['a password', { url: 'https://a:b@example.com/acme/probe.git' }],
    ['a question', { url: 'https://example.com/acme/probe.git?x=1' }],
    ['a tag that is no version', { url: 'https://example.com/acme/probe.git', tag: '--output=/tmp/x' }],
    ['more than is known', { url: 'https://example.com/acme/probe.git', password: 'x' }],
    ['nothing', {}],
  ])('of %s is refused', async (_title, body) => {
    const answer = await begin(newName(), body);

    expect(answer).toEqual({
      status: 400,
      body: { error: expect.any(String), errors: [{ status: 400, message: expect.any(String) }] },
    });
  });

  it('goes on after a worker was killed in the middle of it, and publishes each tag once', async () => {
    const name = newName();
    const repository = await newRepository(name);
    await repository.tag('1.1.0', { 'src/b.php': '<?php' });
    let packs = 0;
    // the server withholds the second tag
    server.intercept = ({ method, url }) =>
      method === 'POST' && url?.includes('upload-pack') === true && (packs += 1) > 3;
    const begun = await begin(name, { url: repository.url });
    await eventually(async () => expect(packs).toBeGreaterThan(3), { withinMs: 60_000 });

    await platform.roles.worker.kill();
    server.intercept = null;
    platform.roles.worker = await platform.roles.worker.restart();
    const job = await untilEnded(name, begun.body['job_id']);

    expect(job).toMatchObject({ status: 'completed', tags: { published: 2 } });
    expect((await versionsOf(name)).map(({ version }) => version)).toEqual(['1.1.0', 'v1.0.0']);
  });

  it('ends with the reason when the token that asked for it is revoked, and what is published stays', async () => {
    const name = newName();
    const repository = await newRepository(name);
    await repository.tag('1.1.0', { 'src/b.php': '<?php' });
    await repository.tag('1.2.0', { 'src/c.php': '<?php' });
    const headers = { authorization: `Bearer ${author.session}`, 'content-type': 'application/json' };
    const made = await fetch(`${platform.url}/v1/tokens`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'stolen', scopes: ['packages:write'] }),
    });
    const { id, token } = (await made.json()) as { id: string; token: string };
    const waiting: ServerResponse[] = [];
    let packs = 0;
    // the server withholds the second tag
    server.intercept = ({ method, url }, response) => {
      const isHeld = method === 'POST' && url?.includes('upload-pack') === true && (packs += 1) > 3;
      if (isHeld) waiting.push(response);
      return isHeld;
    };
    const begun = await begin(name, { url: repository.url }, token);
    await eventually(async () => expect(waiting).not.toEqual([]), { withinMs: 60_000 });

    const { authorization } = headers;
    const revoked = await fetch(`${platform.url}/v1/tokens/${id}`, {
      method: 'DELETE',
      headers: { authorization },
    });
    server.intercept = null;
    for (const response of waiting) response.destroy();
    const job = await untilEnded(name, begun.body['job_id']);

    expect(revoked.status).toBe(200);
    expect(job).toMatchObject({
      status: 'failed',
      tags: { published: 1 },
      error: expect.stringContaining('the token "stolen"'),
    });
    expect((await versionsOf(name)).map(({ version }) => version)).toEqual(['v1.0.0']);
  });

  it('replays, whatever became of it', () => assertReplays(platform.temporal));
});

describe('a registry that is not told otherwise', () => {
  it('reads no repository inside, neither by its address nor by a name', async () => {
    await platform.roles.api.stop();
    await platform.roles.worker.stop();
    platform.roles.api = await platform.roles.api.restart({ IMPORT_PRIVATE_TARGETS: 'refuse' });
    platform.roles.worker = await platform.roles.worker.restart({ IMPORT_PRIVATE_TARGETS: 'refuse' });
    const name = newName();
    const repository = await newRepository(name);
    const asked = server.asked.length;

    const address = await begin(name, { url: repository.url.replace('http:', 'https:') });
    const plain = await begin(name, { url: repository.url });
    const named = await importAll(name, repository.url.replace('http://127.0.0.1', 'https://localhost'));

    expect([address.status, plain.status]).toEqual([400, 400]);
    expect(named).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('localhost is not public'),
    });
    expect(server.asked).toHaveLength(asked);
  });
});
