import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { type Management, type Person, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
let base: string;
/** Queries of the log so far. */
let reads = 0;
const entries = 60_000;

beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  await api.call('POST', '/v1/orgs', { token: alice.token, body: { name: 'Acme', slug: 'acme' } });
  await api.pool.query(sql.unsafe`
    insert into audit_log (id, action, target_org_id, metadata, occurred_at)
    select gen_random_uuid(), 'team_package_access_update', organizations.id,
      jsonb_build_object('team', 'core', 'target', 'cargo/p' || n, 'permissions', 'publish admin'),
      now() - n * interval '1 second'
    from organizations, generate_series(1, ${entries}::int) as n`);
  const { any } = api.pool;
  Object.assign(api.pool, {
    any: (query: Parameters<typeof any>[0]) => {
      if (query.sql.includes('from audit_log')) reads += 1;
      return any(query);
    },
  });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
});
afterAll(() => api.stop());

it.each(['audit', 'access-history'])(
  'an export of %s whose reader goes away reads no further, and keeps no connection to the database',
  async (what) => {
    reads = 0;
    const headers = { authorization: `Bearer ${alice.token}` };
    const request = get(`${base}/v1/orgs/acme/${what}/export`, { headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response, 'data');

    response.destroy();

    await eventually(async () => {
      const before = reads;
      await setTimeout(250);
      expect([reads, api.pool.state().acquiredConnections]).toEqual([before, 0]);
    });
    expect(response.statusCode).toBe(200);
    // a query reads a thousand entries: only those that were read ahead
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(entries / 1_000 / 2);
    expect((await api.call('GET', '/v1/orgs/acme', { token: alice.token })).status).toBe(200);
  },
);
