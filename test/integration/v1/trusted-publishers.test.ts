import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptPublish } from '../../../services/publishing/accept.ts';
import { claimIdentity } from '../../../store/postgres/identity/oidc-replays.ts';
import { deleteExpiredRows } from '../../../store/postgres/jobs/cleaning.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { insertUpload } from '../../../store/postgres/releases/uploads.ts';
import {
  AnyRow,
  type Management,
  type Person,
  seedCrate,
  startManagement,
} from '../../support/management.ts';

const github = 'https://token.actions.githubusercontent.com';

let api: Management;
let alice: Person;
let bob: Person;
let sessions: { alice: string; bob: string };
let url: string;
let packageId: string;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob] = await Promise.all([api.createPerson('alice'), api.createPerson('bob')]);
  sessions = { alice: await api.createSession(alice.id), bob: await api.createSession(bob.id) };
  const seeded = await seedCrate(api, {
    repositoryId: alice.repositoryId,
    name: 'probe',
    releases: [{ version: '1.0.0' }],
  });
  packageId = seeded.id;
  url = `${seeded.url}/trusted-publishers`;
});
afterAll(() => api.stop());

const create = (body: object, token = sessions.alice) => api.call('POST', url, { token, body });
const list = (token?: string) => api.call('GET', url, { token });
const rules = { issuer: github, repository: 'acme/probe', workflow_ref: 'release.yml' };

describe('trusted publishers', () => {
  it('are named, listed and removed by those who manage the package, and each leaves a trace', async () => {
    const created = await create({ ...rules, environment: '' });
    const listed = await list(alice.token);
    const removed = await api.call('DELETE', `${url}/${created.body['id']}`, { token: sessions.alice });

    expect(created).toMatchObject({
      status: 201,
      body: {
        ...rules,
        subject: null,
        environment: null,
        created_by: 'alice',
        repository_owner_id: null,
        owner_pinned: 'pending',
        is_weak: false,
      },
    });
    expect(listed.body).toMatchObject({ trusted_publishers: [created.body] });
    expect(removed.status).toBe(204);
    expect((await list(alice.token)).body).toMatchObject({ trusted_publishers: [] });
    const again = await api.call('DELETE', `${url}/${created.body['id']}`, { token: sessions.alice });
    expect(again.status).toBe(404);
    const log = await api.pool.any(sql.type(AnyRow)`
      select action, actor_user_id, metadata from audit_log
      where target_package_id = ${packageId} and action like 'trusted%' order by id`);
    expect(log).toMatchObject([
      { action: 'trusted_publisher_create', actorUserId: alice.id, metadata: { repository: 'acme/probe' } },
      { action: 'trusted_publisher_delete', metadata: { publisher_id: created.body['id'] } },
    ]);
  });

  it('exist once with the same rules', async () => {
    const first = await create({
      issuer: github,
      subject: 'repo:acme/once:ref:refs/heads/main',
      workflow_ref: '*',
    });
    const second = await create({
      issuer: github,
      subject: 'repo:acme/once:ref:refs/heads/main',
      workflow_ref: '*',
    });

    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 409, body: { code: 'duplicate' } });
  });

  it('are hidden from others', async () => {
    const readOnly = await api.createToken(alice.id, ['tokens:read']);
    const { body } = await create({ ...rules, repository: 'acme/private' });

    expect((await list()).status).toBe(401);
    expect((await list(bob.token)).status).toBe(403);
    expect((await list(readOnly)).status).toBe(200);
    expect((await create(rules, sessions.bob)).status).toBe(403);
    expect((await create(rules, readOnly)).body['code']).toBe('insufficient_scope');
    expect((await api.call('DELETE', `${url}/${body['id']}`, { token: sessions.bob })).status).toBe(403);
    expect((await api.call('GET', url.replace('probe', 'missing'), { token: bob.token })).status).toBe(404);
  });

  it.each([
    ['without a subject and a repository', { issuer: github, workflow_ref: 'x.yml', environment: 'prod' }],
    ['of an unknown issuer', { ...rules, issuer: 'https://evil.example' }],
    ['of an issuer inside', { ...rules, issuer: 'http://127.0.0.1:9' }],
    ['of an issuer that is spelled otherwise', { ...rules, issuer: `${github}/` }],
    ['without a workflow', { ...rules, workflow_ref: undefined }],
    ['with an empty workflow', { ...rules, workflow_ref: '' }],
    ['with no workflow', { ...rules, workflow_ref: null }],
    ['with an owner that is a name', { ...rules, repository_owner_id: 'acme' }],
    ['with permissions that are none', { ...rules, permissions: ['administer'] }],
    ['without any permission', { ...rules, permissions: [] }],
    [
      'that may publish what waits for a person',
      { ...rules, permissions: ['publish'], needs_approval: true },
    ],
    ['without an issuer', { ...rules, issuer: undefined }],
  ])('are not named %s', async (_what, body) => {
    expect(await create(body)).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  it('accept one issuer for each organization of a hosted service', async () => {
    const issuer = 'https://vstoken.dev.azure.com/0a1b2c3d-0000-4000-8000-000000000000';

    expect((await create({ issuer, subject: 'sc://org/project/connection', workflow_ref: '*' })).status).toBe(
      201,
    );
    expect((await create({ issuer: `${issuer}/more`, subject: 'x', workflow_ref: '*' })).status).toBe(422);
  });

  it.each<[string, () => Promise<string>]>([
    ['an API token, whatever it may do', async () => alice.token],
    ['a session of a log-in too long ago', () => api.createSession(alice.id, 601)],
  ])('are neither named nor removed with %s', async (_what, credential) => {
    const token = await credential();
    const { body } = await create({ ...rules, repository: `acme/r${token.slice(-8)}` });

    const added = await create(rules, token);
    const removed = await api.call('DELETE', `${url}/${body['id']}`, { token });
    const kept = await list(alice.token);

    for (const refused of [added, removed]) {
      expect(refused).toMatchObject({ status: 401, body: { code: 'login_required' } });
      expect(refused.headers['www-authenticate']).toContain('insufficient_user_authentication');
    }
    expect(kept.body['trusted_publishers']).toContainEqual(body);
  });

  it('are named with a session of almost ten minutes ago', async () => {
    const old = await api.createSession(alice.id, 590);

    expect((await create({ ...rules, repository: 'acme/old' }, old)).status).toBe(201);
  });

  it('are removed by platform administrators as well, from a session of theirs', async () => {
    const boss = await api.createPerson(undefined, true);
    const { body } = await create({ ...rules, repository: 'acme/removed' });
    const remove = (token: string) => api.call('DELETE', `${url}/${body['id']}`, { token });

    expect(await remove(boss.token)).toMatchObject({ status: 401, body: { code: 'login_required' } });
    expect((await remove(await api.createSession(boss.id))).status).toBe(204);
  });

  it('of any workflow have to be asked for in so many words, and are shown as weak', async () => {
    const { status, body } = await create({ ...rules, repository: 'acme/wide', workflow_ref: '*' });
    const { repository_owner_id: owner, ...named } = (
      await create({ ...rules, repository: 'acme/wide', repository_owner_id: '42' })
    ).body;
    const [shown] = (await list(alice.token)).body['trusted_publishers'].filter(
      ({ id }: { id: string }) => id === body['id'],
    );

    expect(status).toBe(201);
    expect(body).toMatchObject({ workflow_ref: '*', is_weak: true });
    expect(body['warnings'].join()).toMatch(/weak: every workflow.*owner of the repository/s);
    expect(shown).toEqual(body);
    expect(owner).toBe('42');
    expect(named).toMatchObject({ is_weak: false, warnings: [], owner_pinned: 'at_creation' });
  });

  it('from before workflows had to be named are shown as weak too', async () => {
    const id = newId();
    await api.pool.query(sql.unsafe`
      insert into trusted_publishers (id, package_id, issuer, repository, created_by, needs_approval)
      values (${id}, ${packageId}, ${github}, 'acme/before', ${alice.id}, false)`);

    const { body } = await list(alice.token);

    expect(body['trusted_publishers']).toContainEqual(
      expect.objectContaining({ id, workflow_ref: '*', is_weak: true, owner_pinned: 'pending' }),
    );
  });

  it('stay the only ones that publish until a person with a log-in changes that', async () => {
    const packageUrl = url.replace('/trusted-publishers', '');
    const only = (isOnly: boolean, token: string) =>
      api.call('PATCH', packageUrl, { token, body: { trusted_publishing_only: isOnly } });

    const closed = await only(true, alice.token);
    const byToken = await only(false, alice.token);
    const bySession = await only(false, sessions.alice);

    expect([closed.status, byToken.status, bySession.status]).toEqual([200, 401, 200]);
    expect(byToken.body['code']).toBe('login_required');
  });

  it('are the only ones that the publish workflow lets through where the package says so', async () => {
    await api.pool.query(sql.unsafe`
      update packages set trusted_publishing_only = true where packages.id = ${packageId}`);
    const publish = async (isExchanged: boolean, version: string) => {
      const uploadId = newId();
      const digest = { sha256: 'a', sha512: 'b', sha1: 'c', md5: 'd' };
      await insertUpload(api.pool, {
        ...digest,
        id: uploadId,
        ecosystem: 'cargo',
        sizeBytes: 1,
        declared: { name: 'probe', version, metadata: {} },
        purpose: { kind: 'publish' },
        ttlSeconds: 60,
        actor: {
          userId: alice.id,
          username: 'alice',
          tokenId: null,
          boundRepositoryId: null,
          scopes: ['packages:write'],
          isExchanged,
          repositorySlug: null,
          ipAddress: null,
          userAgent: null,
        },
      });
      const names = { ecosystem: 'cargo', name: 'probe', version, sha256: 'a', publisher: alice.id };
      const run = { workflowId: `publish:cargo:probe@${version}`, runId: 'run' };
      return acceptPublish(api.platform, { uploadId, ...names, ...run });
    };

    await expect(publish(false, '2.0.0')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(publish(true, '2.0.1')).resolves.toMatchObject({ packageId });
  });
});

describe('used identities', () => {
  it('are remembered until they are worthless, then forgotten', async () => {
    const claim = (jti: string, expiresAt: Date) =>
      claimIdentity(
        api.pool,
        {
          issuer: github,
          subject: 's',
          repository: null,
          repositoryOwnerId: null,
          workflowRef: null,
          environment: null,
          event: null,
          commit: null,
          jti,
          expiresAt,
        },
        30,
      );
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await claim('old', hoursAgo(2));
    await claim('young', hoursAgo(0));

    const { replays } = await deleteExpiredRows(api.pool, { revokedDays: 90, jobDays: 30 });

    expect(replays).toBe(1);
    expect(await claim('young', hoursAgo(0))).toBe(false);
    expect(await claim('old', hoursAgo(0))).toBe(true);
  });
});

describe('a trusted publisher', () => {
  it.each([
    [undefined, false, ['publish', 'stage']],
    [['publish'], false, ['publish', 'stage']],
    [['createPackage', 'createStagedPackage'], false, ['publish', 'stage']],
    [['stage'], true, ['stage']],
    [['createStagedPackage'], true, ['stage']],
  ])('with the permissions %j wait for a person: %s', async (permissions, waits, may) => {
    const { status, body } = await create({ ...rules, environment: 'permitted', permissions });
    await api.call('DELETE', `${url}/${body['id']}`, { token: sessions.alice });

    expect([status, body['needs_approval'], body['permissions']]).toEqual([201, waits, may]);
  });
});
