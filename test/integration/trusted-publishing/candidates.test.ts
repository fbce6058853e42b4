import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BuildToken } from '../../../domain/build-token.ts';
import { findOpenings, usableOf } from '../../../services/identity/oidc/openings.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { sql } from '../../../store/postgres/pool.ts';
import {
  AnyRow,
  type Management,
  type Person,
  seedCrate,
  startManagement,
} from '../../support/management.ts';

let api: Management;
let victim: Person;
let stranger: Person;
beforeAll(async () => {
  api = await startManagement();
  victim = await api.createPerson('victim');
  stranger = await api.createPerson('stranger');
  // many publishers of one package stand for publishers of many packages
  const unique = await api.pool.one(sql.type(AnyRow)`
    select conname from pg_constraint where conrelid = 'trusted_publishers'::regclass and contype = 'u'`);
  const constraint = sql.identifier([String(unique['conname'])]);
  await api.pool.query(sql.unsafe`alter table trusted_publishers drop constraint ${constraint}`);
});
afterAll(() => api?.stop());

const build: BuildToken = {
  issuer: 'https://issuer.example',
  subject: 'repo:acme/tool',
  repository: 'acme/tool',
  repositoryOwnerId: '7',
  workflowRef: 'acme/tool/.github/workflows/release.yml@refs/heads/main',
  environment: null,
  organizations: null,
  nameKey: null,
  owner: null,
  repositorySlug: null,
};

/** So many ids, older than all others, that one list has no room for other publishers. */
const flood = sql.fragment`select ('00000000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid as id, number
  from generate_series(1, 300) as number`;

const packageOf = async ({ username, repositoryId }: Person) =>
  (await seedCrate(api, { name: `crate-of-${username}`, repositoryId, releases: [] })).id;

const usable = async (token: BuildToken) => {
  const openings = await findOpenings(api.pool, 'cargo', token, 'any');
  return (await usableOf(api.pool, openings, token, { since: 0 })).map(
    ({ opening }) => opening.createdByName,
  );
};

test('what counts is found among more unusable publishers of strangers than are looked at', async () => {
  const [own, foreign] = [await packageOf(victim), await packageOf(stranger)];
  await api.pool.query(sql.unsafe`
    insert into trusted_publishers (id, package_id, issuer, repository, workflow_ref, created_by)
    values (${newId()}, ${own}, ${build.issuer}, 'acme/tool', 'release.yml', ${victim.id})`);
  const floodWith = async (facts: { package: string; ownerId: string | null; workflow?: string }) => {
    await api.pool.query(sql.unsafe`delete from trusted_publishers where created_by = ${stranger.id}`);
    await api.pool.query(sql.unsafe`
      insert into trusted_publishers
        (id, package_id, issuer, subject, repository, workflow_ref, environment, created_by, repository_owner_id)
      select flood.id, ${facts.package}, ${build.issuer}, ${build.subject}, 'acme/tool',
        coalesce(${facts.workflow ?? null}, left('acme/tool/.github/workflows/release.yml@refs/heads/main', 1 + flood.number % 30)),
        null, ${stranger.id}, ${facts.ownerId}
      from (${flood}) as flood on conflict do nothing`);
  };

  // a part of the workflow's name does not match
  await floodWith({ package: foreign, ownerId: null });
  expect(await usable(build)).toEqual(['victim']);
  // pinned to another owner of the repository
  await floodWith({ package: foreign, ownerId: '8', workflow: 'release.yml' });
  expect(await usable(build)).toEqual(['victim']);
  // of a package for which the person has no right
  await floodWith({ package: own, ownerId: null, workflow: 'release.yml' });
  expect(await usable(build)).toEqual(['victim']);
  // of another owner than the exchange requests
  await floodWith({ package: foreign, ownerId: null, workflow: 'release.yml' });
  expect(await usable({ ...build, owner: 'victim' })).toEqual(['victim']);
  // of a locked account
  await api.pool.query(sql.unsafe`update users set is_active = false where id = ${stranger.id}`);
  expect(await usable(build)).toEqual(['victim']);
});
