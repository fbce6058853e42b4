import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listPoliciesInForce } from '../../../store/postgres/policies/policies.ts';
import { type Management, type Person, seedCrate, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
let packageId: string;
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  await send('POST', 'orgs', { name: 'strict', slug: 'strict' });
  const facts = { name: 'strict-public', slug: 'strict-public', owner_org_slug: 'strict' };
  const { body } = await send('POST', 'repositories', facts);
  const [repositoryId, releases] = [body['id'] as string, [{ version: '1.0.0' }]];
  const crate = await seedCrate(api, { repositoryId, name: 'judged', visibility: 'public', releases });
  packageId = crate.id;
});
afterAll(() => api.stop());

const send = (method: 'POST' | 'PUT', path: string, body: object) =>
  api.call(method, `/v1/${path}`, { token: alice.token, body });
const readRules = () => api.pool.transaction((tx) => listPoliciesInForce(tx, packageId));

it.each(['orgs/strict', 'repositories/strict-public'])(
  'a change of the policy of %s is answered when no publish by the rules before it is left',
  async (owner) => {
    const [judged, published] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const publish = api.pool.transaction(async (tx) => {
      await listPoliciesInForce(tx, packageId);
      judged.resolve();
      await published.promise;
    });
    await judged.promise;
    // other publishes can read the rules meanwhile
    await readRules();

    const change = send('PUT', `${owner}/policy`, { max_bytes: 7 });
    expect(await Promise.race([change, pause(300, 'waits')])).toBe('waits');
    published.resolve();

    expect(await change).toMatchObject({ status: 200 });
    await publish;
    expect(await readRules()).toContainEqual(expect.objectContaining({ document: { max_bytes: 7 } }));
  },
);
