import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { type Management, startManagement } from '../../support/management.ts';

let api: Management;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.stop());

/** `EXPORT_ENTRIES=1000000` for a long run. */
const entries = Number(process.env['EXPORT_ENTRIES'] ?? 200_000);
/** The rows that one statement can insert within its time limit on a slow machine. */
const piece = 50_000;
const mebibyte = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('an export of very many entries takes no more memory than a part of it', async () => {
  const alice = await api.createPerson('alice');
  await api.call('POST', '/v1/orgs', { token: alice.token, body: { name: 'Long', slug: 'long' } });
  for (let from = 1; from <= entries; from += piece) await insertEntries(from);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;

  let lines = 0;
  const [live, whole] = [[] as number[], [] as number[]];
  const answer = await fetch(`http://127.0.0.1:${port}/v1/orgs/long/access-history/export`, {
    headers: { authorization: `Bearer ${alice.token}` },
  });
  for await (const chunk of answer.body ?? []) {
    lines += chunk.filter((byte: number) => byte === 10).length;
    if (lines < (live.length + 1) * (entries / 10)) continue;
    collectGarbage();
    const { heapUsed, rss } = process.memoryUsage();
    live.push(Math.round(heapUsed / mebibyte));
    whole.push(Math.round(rss / mebibyte));
  }

  expect(lines).toBe(entries + 1);
  const [first = 0] = live;
  expect(
    Math.max(...live) - first,
    `live ${live.join(' ')} MiB, process ${whole.join(' ')} MiB`,
  ).toBeLessThan(16);
}, 600_000);

async function insertEntries(from: number): Promise<void> {
  await api.pool.query(sql.unsafe`
    insert into audit_log (id, action, target_org_id, metadata, occurred_at)
    select gen_random_uuid(), 'team_package_access_update', organizations.id,
      jsonb_build_object('team', 'core', 'target', 'cargo/p' || n, 'permissions', 'publish admin'),
      now() - n * interval '1 second'
    from organizations, generate_series(${from}::int, ${from + piece - 1}::int) as n
    where organizations.slug = 'long'`);
}
