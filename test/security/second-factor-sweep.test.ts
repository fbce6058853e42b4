import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantMaintainer } from '../../store/postgres/packages/package-grants.ts';
import { sql } from '../../store/postgres/pool.ts';
import { AnyRow, type Management, startManagement } from '../support/management.ts';
import { goodBody } from './foreign/bodies.ts';
import { changedTables, readDigests } from './foreign/rows.ts';
import { createWorld, type World } from './foreign/world.ts';
import { fillIn, listOperations, type ManagementOperation, placeholdersOf } from './operations.ts';

/** The nouns of paths and bodies that belong to organizations: their changes are tested. */
const ofOrganizations = new Set(['orgs/slug', 'repositories/slug', 'packages/ecosystem', 'namespaces/id']);
const owners = ['owner_org_slug', 'owner_org_id'];
/** These operations change nothing. */
const questions = /\/dry-run$/;

let api: Management;
let world: World;
let operations: ManagementOperation[];
beforeAll(async () => {
  api = await startManagement();
  world = await createWorld(api, 'strict');
  await api.pool.query(sql.unsafe`update organizations set mfa_required = true where slug = 'strict'`);
  api.platform.authenticator.forgetAll();
  operations = (await listOperations()).filter(
    ({ method, path }) => method !== 'GET' && !questions.test(path),
  );
});
afterAll(() => api.stop());

function bodiesOf(operation: ManagementOperation): (object | undefined)[] {
  const body = goodBody(operation, world);
  if (placeholdersOf(operation.path).some(({ noun }) => ofOrganizations.has(noun))) return [body];
  const named = owners.filter((name) => !('not' in (operation.body?.properties[name] ?? { not: {} })));
  return named.map((name) => ({ ...body, [name]: world.members[name] }));
}

it('an organization that asks for a second factor is not changed without one, on any route', async () => {
  const found: string[] = [];
  let asked = 0;
  const before = await readDigests(api);
  for (const operation of operations) {
    const { method, path } = operation;
    const url = fillIn(
      path,
      placeholdersOf(path).map(({ noun }) => world.paths[noun] ?? ''),
    );
    for (const body of bodiesOf(operation)) {
      asked += 1;
      const answer = await api.call(method as 'POST', url, { token: world.session, body });
      if (answer.body['code'] === 'mfa_enrolment_required' && answer.status === 403) continue;
      found.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }

  expect(found).toEqual([]);
  expect(changedTables(before, await readDigests(api))).toEqual([]);
  expect(asked).toBeGreaterThan(40);
});

it('and is still read by them', async () => {
  const { body } = await api.call('GET', `/v1/orgs/strict/members`, { token: world.session });

  expect(body['members']).toHaveLength(2);
});

it('nor by a maintainer from outside, from the moment at which it asks for one', async () => {
  const maintainer = await api.createPerson();
  const { id } = await api.platform.pool.one(sql.type(AnyRow)`
    select packages.id from packages join repositories on repositories.id = packages.repository_id
    join organizations on organizations.id = repositories.owner_org_id where organizations.slug = 'strict' limit 1`);
  await api.platform.pool.transaction((tx) => grantMaintainer(tx, String(id), maintainer.id));
  api.platform.authenticator.forget({ kind: 'user', id: maintainer.id });
  const edit = () =>
    api.call('PATCH', '/v1/packages/cargo/strict-secret', {
      token: maintainer.token,
      body: { description: 'by a stranger' },
    });

  expect(await edit()).toMatchObject({ status: 403, body: { code: 'mfa_enrolment_required' } });
  await api.pool.query(sql.unsafe`update users set mfa_enabled = true where id = ${world.owner.id}`);
  api.platform.authenticator.forget({ kind: 'user', id: world.owner.id });
  const ask = (mfaRequired: boolean) =>
    api.call('PATCH', '/v1/orgs/strict', { token: world.session, body: { mfa_required: mfaRequired } });
  expect((await ask(false)).status).toBe(200);
  expect((await edit()).status).toBe(200);
  expect((await ask(true)).status).toBe(200);
  expect(await edit()).toMatchObject({ status: 403, body: { code: 'mfa_enrolment_required' } });
});
