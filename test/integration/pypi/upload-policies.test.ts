import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadForm } from '../../../ecosystems/pypi/fixtures/distribution.ts';
import { credential } from '../../security/publish.ts';
import { query } from '../../support/database.ts';
import { type BuiltFile, newProject, pypiClient, sdist, wheel } from '../../support/distributions.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../../support/platform.ts';

let platform: SharedPlatform;
let owner: TestUser;
let client: ReturnType<typeof pypiClient>;
beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
  client = pypiClient(platform.url, owner.token);
});
afterAll(() => platform?.stop());

async function v1(method: string, path: string, body: object | Buffer, token = owner.session) {
  const isRaw = Buffer.isBuffer(body);
  const answer = await fetch(`${platform.url}/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isRaw ? 'application/octet-stream' : 'application/json',
    },
    body: isRaw ? new Uint8Array(body) : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** An organization with two repositories without policies. */
async function newPlace() {
  const slug = `up-${randomBytes(5).toString('hex')}`;
  await v1('POST', 'orgs', { name: slug, slug });
  const repositories = [`${slug}-a`, `${slug}-b`] as const;
  for (const each of repositories) {
    const made = await v1('POST', 'repositories', { name: each, slug: each, owner_org_slug: slug });
    expect(made.status).toBe(201);
  }
  const say = async (path: string, policy: object) =>
    expect(await v1('PUT', `${path}/policy`, policy)).toMatchObject({ status: 200, body: { policy } });
  return {
    repositories,
    sayOfAll: (policy: object) => say(`orgs/${slug}`, policy),
    sayOf: (repository: string, policy: object) => say(`repositories/${repository}`, policy),
    refused: async (policy: object) =>
      (await v1('POST', `orgs/${slug}/policy/dry-run`, policy)).body['refused'],
  };
}

const uploadTo = (repository: string, it: { name: string; version: string }, file: BuiltFile = wheel(it)) =>
  client.upload(it, file, owner.token, `legacy/${repository}/`);

/** The same wheel for another platform. */
const taggedWheel = (it: { name: string; version: string }, tag: string): BuiltFile => {
  const { filename, body } = wheel(it);
  return { filename: filename.replace('py3-none-any', tag), body };
};

/** Makes every file and release of the project `days` older. */
async function age(name: string, days: number): Promise<void> {
  const values = [name, days];
  await query(
    platform.databaseUrl,
    `update artifacts set uploaded_at = artifacts.uploaded_at - $2 * interval '1 day'
     from releases join packages on packages.id = releases.package_id
     where artifacts.release_id = releases.id and packages.name = $1`,
    values,
  );
  await query(
    platform.databaseUrl,
    `update releases set uploaded_at = releases.uploaded_at - $2 * interval '1 day'
     from packages where packages.id = releases.package_id and packages.name = $1`,
    values,
  );
}

/** The rows of the name: waiting uploads, and releases. */
async function rowsOf(name: string) {
  const [row] = await query<{ uploads: number; releases: number; packages: number }>(
    platform.databaseUrl,
    `select (select count(*)::int from uploads where uploads.declared ->> 'name' = $1
         and uploads.purpose ->> 'kind' = 'attach') as uploads,
       (select count(*)::int from releases join packages on packages.id = releases.package_id
         where packages.name = $1) as releases,
       (select count(*)::int from packages where packages.name = $1) as packages`,
    [name],
  );
  return row;
}

const filesOf = async (name: string) => {
  const { body } = await client.page(name);
  return (body as unknown as { files: { filename: string }[] }).files.map(({ filename }) => filename);
};

describe('an upload window', () => {
  it('closes a release for further files, and for nothing else', async () => {
    const { repositories, sayOfAll, refused } = await newPlace();
    const [repository] = repositories;
    await sayOfAll({ upload_window_days: 14 });
    const it = { name: newProject(), version: '1.0' };
    expect(await uploadTo(repository, it)).toEqual([200, 'OK']);
    await age(it.name, 13);
    expect(await uploadTo(repository, it, taggedWheel(it, 'py2-none-any'))).toEqual([200, 'OK']);
    await age(it.name, 2);

    const late = await client.send(uploadForm(it, await sdist(it)), owner.token, `legacy/${repository}/`);
    const sentence = await late.text();
    const same = await uploadTo(repository, it);
    const other = await uploadTo(repository, it, wheel({ ...it, files: { 'a.py': 'x = 1\n' } }));
    const next = await uploadTo(repository, { ...it, version: '1.1' });

    expect([late.status, sentence]).toEqual([
      400,
      expect.stringMatching(
        /^probe\S+ 1\.0 takes no more files: its first file came on \d{4}-\d\d-\d\d, and its policy lets others follow for 14 days\n$/,
      ),
    ]);
    expect(late.statusText).toContain('for 14 days');
    expect(same).toEqual([200, 'OK']);
    expect(other).toEqual([400, expect.stringContaining('File already exists')]);
    expect(next).toEqual([200, 'OK']);
    expect(await filesOf(it.name)).not.toContain((await sdist(it)).filename);
    expect(await rowsOf(it.name)).toEqual({ uploads: 0, releases: 2, packages: 1 });

    await sayOfAll({});
    expect(await uploadTo(repository, it, await sdist(it))).toEqual([200, 'OK']);
    expect(await refused({ upload_window_days: 14 })).toEqual([
      expect.objectContaining({
        name: it.name,
        version: '1.0',
        violations: [{ rule: 'upload_window_days', message: expect.stringContaining('for 14 days') }],
      }),
    ]);
    expect(await refused({ upload_window_days: 16 })).toEqual([]);
  });

  it('of a repository counts beside that of the organization, for its projects alone', async () => {
    const { repositories, sayOfAll, sayOf } = await newPlace();
    const [strict, free] = repositories;
    await sayOfAll({ upload_window_days: 30 });
    await sayOf(strict, { upload_window_days: 1 });
    const told = [];
    for (const repository of [strict, free]) {
      const it = { name: newProject(), version: '1.0' };
      await uploadTo(repository, it);
      await age(it.name, 2);
      told.push(await uploadTo(repository, it, await sdist(it)));
    }

    expect(told).toEqual([
      [400, expect.stringContaining('for 1 day\n')],
      [200, 'OK'],
    ]);
  });

  it('is that of a release which waits for a person as well', async () => {
    const { repositories, sayOfAll } = await newPlace();
    const [repository] = repositories;
    await sayOfAll({ upload_window_days: 14 });
    const it = { name: newProject(), version: '1.0' };
    const secret = wheel({ ...it, files: { 'settings.py': `KEY = "${credential()}"\n` } });
    expect(await uploadTo(repository, it, secret)).toEqual([200, expect.stringContaining('held for review')]);
    await age(it.name, 15);

    const late = await uploadTo(repository, it, await sdist(it));

    expect(late).toEqual([400, expect.stringContaining('for 14 days')]);
    expect(await rowsOf(it.name)).toMatchObject({ uploads: 0 });
  });

  it('runs in a draft from its first file on', async () => {
    const { repositories, sayOfAll } = await newPlace();
    const [repository] = repositories;
    await sayOfAll({ upload_window_days: 14 });
    const it = { name: newProject(), version: '1.0' };
    await v1('POST', 'packages', { ecosystem: 'pypi', name: it.name, repository_slug: repository });
    expect((await v1('POST', `packages/pypi/${it.name}/releases`, { version: '1.0' })).status).toBe(201);
    const put = ({ filename, body }: BuiltFile) =>
      v1('PUT', `packages/pypi/${it.name}/releases/1.0/artifacts/${filename}`, body);
    await age(it.name, 15);

    const first = await put(wheel(it));
    await query(
      platform.databaseUrl,
      `update staged_files set staged_at = now() - interval '15 days'
       from releases join packages on packages.id = releases.package_id
       where staged_files.release_id = releases.id and packages.name = $1`,
      [it.name],
    );
    const late = await put(await sdist(it));

    expect(first.status).toBe(201);
    expect(late).toMatchObject({ status: 422, body: { code: 'policy_violation' } });
  });
});

describe('local versions', () => {
  const newLocal = () => ({ name: newProject(), version: '1.0+cpu' });

  it('are taken unless a policy refuses them, and nothing stays of one that is refused', async () => {
    const { repositories, sayOf, refused } = await newPlace();
    const [strict, free] = repositories;
    const [before, after, elsewhere] = [newLocal(), newLocal(), newLocal()];
    expect(await uploadTo(strict, before)).toEqual([200, 'OK']);
    await sayOf(strict, { refuse_local_versions: true });

    const first = await client.send(uploadForm(after, wheel(after)), owner.token, `legacy/${strict}/`);
    const sentence = await first.text();
    const further = await uploadTo(strict, before, await sdist(before));

    expect([first.status, first.statusText, sentence]).toEqual([
      400,
      expect.stringContaining('local version'),
      `1.0+cpu is a local version, and the policy of ${after.name} refuses these\n`,
    ]);
    expect(further).toEqual([400, expect.stringContaining('local version')]);
    expect(await rowsOf(after.name)).toEqual({ uploads: 0, releases: 0, packages: 0 });
    expect(await filesOf(before.name)).toEqual([wheel(before).filename]);
    expect(await uploadTo(strict, { ...after, version: '1.0' })).toEqual([200, 'OK']);
    expect(await uploadTo(free, elsewhere)).toEqual([200, 'OK']);
    const names = ((await refused({ refuse_local_versions: true })) as { name: string }[]).map(
      ({ name }) => name,
    );
    expect(names.toSorted()).toEqual([before.name, elsewhere.name].toSorted());
  });

  it('are refused by the management API as well', async () => {
    const { repositories, sayOfAll } = await newPlace();
    await sayOfAll({ refuse_local_versions: true });
    const name = newProject();
    await v1('POST', 'packages', { ecosystem: 'pypi', name, repository_slug: repositories[0] });

    const local = await v1('POST', `packages/pypi/${name}/releases`, { version: '1.0+cpu' });
    const plain = await v1('POST', `packages/pypi/${name}/releases`, { version: '1.0' });

    expect(local).toMatchObject({ status: 422, body: { code: 'policy_violation' } });
    expect(plain.status).toBe(201);
  });
});
