import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import {
  AnyRow,
  type Management,
  type Person,
  seedCrate,
  startManagement,
} from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob] = await Promise.all([api.createPerson('alice'), api.createPerson('bob')]);
});
afterAll(() => api.stop());

const send = (by: Person, method: 'POST' | 'PUT' | 'GET', url: string, body?: object) =>
  api.call(method, url, { token: by.token, ...(body && { body }) });
const newRepository = (by: Person, slug: string, more: object = {}) =>
  send(by, 'POST', '/v1/repositories', { name: slug, slug, ...more });
const give = (by: Person, what: string, org: string, more: object = {}) =>
  send(by, 'POST', `/v1/${what}/ownership-transfer`, { target_org_slug: org, ...more });
const repository = async (slug: string) => (await send(alice, 'GET', `/v1/repositories/${slug}`)).body;

async function newCrate(slug: string, name: string) {
  const { id } = await repository(slug);
  return seedCrate(api, { repositoryId: id, name, visibility: 'public', releases: [{ version: '1.0.0' }] });
}

/** The details of a refusal, which the request that accepts the rules has to repeat. */
const arrivalOf = ({ body }: { body: Record<string, unknown> }) => body['details'] as object;

it('what the policy of the organization holds does not come in by a transfer, but with the rules that a person accepts who decides there', async () => {
  await send(alice, 'POST', '/v1/orgs', { name: 'strict', slug: 'strict' });
  await newRepository(alice, 'strict-public', { owner_org_slug: 'strict' });
  await send(alice, 'POST', '/v1/orgs/strict/members', { username: 'bob', role: 'publisher' });
  await newRepository(bob, 'bobs-own');
  await newRepository(alice, 'alices-own');
  await newCrate('bobs-own', 'smuggled');
  await newCrate('alices-own', 'large');
  const setPolicy = (body: object) => send(alice, 'PUT', '/v1/orgs/strict/policy', body);
  expect(await setPolicy({ max_bytes: 1 })).toMatchObject({ status: 200 });
  const accepts = { accepts_rules: ['max_bytes'] };
  const refused = { status: 422, body: { code: 'policy_violation' } };

  expect(await give(bob, 'packages/cargo/smuggled', 'strict')).toMatchObject(refused);
  const denied = await give(bob, 'packages/cargo/smuggled', 'strict', accepts);
  expect(denied).toMatchObject(refused);
  expect(denied.body['detail']).toMatch(/1\.0\.0: its files have 3 bytes.*\(max_bytes\)/);

  const move = { move_packages: true };
  const giveAll = (more: object) => give(alice, 'repositories/alices-own', 'strict', { ...move, ...more });
  const known = { ...accepts, ...arrivalOf(await giveAll({})) };
  expect(await giveAll(accepts)).toMatchObject({ status: 428, body: { code: 'precondition_required' } });
  // a crate that is added later was not part of the acceptance
  await newCrate('alices-own', 'unseen');
  expect(await giveAll(known)).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
  const refusal = await giveAll({});
  expect(refusal).toMatchObject(refused);
  for (const name of ['large', 'unseen'])
    expect(refusal.body['detail']).toContain(`${name} 1.0.0: its files`);
  expect((await repository('alices-own'))['owner_org_slug']).toBeNull();
  const moved = await giveAll({ ...accepts, ...arrivalOf(refusal) });
  expect(moved.status).toBe(200);
  const approved = await api.pool.any(sql.type(AnyRow)`
      select audit_log.metadata from audit_log join packages on packages.id = audit_log.target_package_id
      where audit_log.action = 'release_approve' and packages.name = 'large'`);
  expect(approved).toMatchObject([{ metadata: { version: '1.0.0', rules: 'max_bytes' } }]);
  await setPolicy({ require_approval: 'one_person' });
  expect(await give(bob, 'packages/cargo/smuggled', 'strict')).toMatchObject(refused);
  await newRepository(alice, 'alices-many');
  const many = await newCrate('alices-many', 'many');
  await newCrate('alices-many', 'beside');
  await api.pool.query(sql.unsafe`
      insert into releases (id, package_id, version, version_key, state, upload_id, upload_sha256, workflow_id, published_at)
      select gen_random_uuid(), package_id, '2.0.' || number, '2.0.' || number, state, gen_random_uuid(),
        upload_sha256, workflow_id || number, published_at
      from releases, generate_series(1, 1000) as number where package_id = ${many.id}`);
  expect(await give(alice, 'repositories/alices-many', 'strict', move)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('one by one') },
  });
});
