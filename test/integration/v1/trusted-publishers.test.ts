import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quarantine } from '../../../activities/quarantine.ts';
import { claimIdentity } from '../../../store/postgres/oidc-replays.ts';
import { deleteExpiredRows } from '../../../store/postgres/cleaning.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { insertUpload } from '../../../store/postgres/uploads.ts';
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
let url: string;
let packageId: string;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob] = await Promise.all([api.createPerson('alice'), api.createPerson('bob')]);
  const seeded = await seedCrate(api, {
    repositoryId: alice.repositoryId,
    name: 'probe',
    releases: [{ version: '1.0.0' }],
  });
  packageId = seeded.id;
  url = `${seeded.url}/trusted-publishers`;
});
afterAll(() => api.stop());

const create = (body: object, token = alice.token) => api.call('POST', url, { token, body });
const list = (token?: string) => api.call('GET', url, { token });
const rules = { issuer: github, repository: 'acme/probe', workflow_ref: 'release.yml' };

describe('trusted publishers', () => {
  it('are named, listed and removed by those who manage the package, and each leaves a trace', async () => {
    const created = await create({ ...rules, environment: '' });
    const listed = await list(alice.token);
    const removed = await api.call('DELETE', `${url}/${created.body['id']}`, { token: alice.token });

    expect(created).toMatchObject({
      status: 201,
      body: { ...rules, subject: null, environment: null, created_by: 'alice', repository_owner_id: null },
    });
    expect(listed.body).toEqual({ trusted_publishers: [created.body] });
    expect(removed.status).toBe(204);
    expect((await list(alice.token)).body).toEqual({ trusted_publishers: [] });
    const again = await api.call('DELETE', `${url}/${created.body['id']}`, { token: alice.token });
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
    const first = await create({ issuer: github, subject: 'repo:acme/once:ref:refs/heads/main' });
    const second = await create({ issuer: github, subject: 'repo:acme/once:ref:refs/heads/main' });

    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 409, body: { code: 'duplicate' } });
  });

  it('are nobody else’s business', async () => {
    const readOnly = await api.createToken(alice.id, ['tokens:read']);
    const { body } = await create({ issuer: github, repository: 'acme/private' });

    expect((await list()).status).toBe(401);
    expect((await list(bob.token)).status).toBe(403);
    expect((await list(readOnly)).status).toBe(200);
    expect((await create(rules, bob.token)).status).toBe(403);
    expect((await create(rules, readOnly)).body['code']).toBe('insufficient_scope');
    expect((await api.call('DELETE', `${url}/${body['id']}`, { token: bob.token })).status).toBe(403);
    expect((await api.call('GET', url.replace('probe', 'missing'), { token: bob.token })).status).toBe(404);
  });

  it.each([
    ['without a subject and a repository', { issuer: github, environment: 'prod' }],
    ['of an issuer that nobody knows', { issuer: 'https://evil.example', repository: 'acme/probe' }],
    ['of an issuer inside', { issuer: 'http://127.0.0.1:9', repository: 'acme/probe' }],
    ['of an issuer that is spelled otherwise', { issuer: `${github}/`, repository: 'acme/probe' }],
    ['with permissions, which are not enforced', { ...rules, permissions: ['publish'] }],
    ['without an issuer', { repository: 'acme/probe' }],
  ])('are not named %s', async (_what, body) => {
    expect(await create(body)).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  it('accept one issuer for each organization of a hosted service', async () => {
    const issuer = 'https://vstoken.dev.azure.com/0a1b2c3d-0000-4000-8000-000000000000';

    expect((await create({ issuer, subject: 'sc://org/project/connection' })).status).toBe(201);
    expect((await create({ issuer: `${issuer}/more`, subject: 'x' })).status).toBe(422);
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
        ttlSeconds: 60,
        actor: {
          userId: alice.id,
          username: 'alice',
          tokenId: null,
          boundRepositoryId: null,
          boundPackageId: null,
          isExchanged,
          repositorySlug: null,
          ipAddress: null,
          userAgent: null,
        },
      });
      const names = { ecosystem: 'cargo', name: 'probe', version, sha256: 'a', publisher: alice.id };
      const run = { workflowId: `publish:cargo:probe@${version}`, runId: 'run' };
      // of its dependencies the step uses these two
      const deps = { pool: api.pool, ecosystems: api.deps.ecosystems } as Parameters<typeof quarantine>[0];
      return quarantine(deps, { uploadId, ...names, ...run });
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
