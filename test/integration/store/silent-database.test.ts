import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOutage } from '../../../store/postgres/outage.ts';
import { openPool, type Pool, sql } from '../../../store/postgres/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { type SilentProxy, startSilentProxy } from '../../support/silent-proxy.ts';

const poolSize = 3;
let server: PostgresServer;
let proxy: SilentProxy;
let pool: Pool;
beforeEach(async () => {
  server = await startPostgres();
  proxy = await startSilentProxy(server.url);
  pool = await openPool(proxy.url, poolSize);
});
afterEach(async () => {
  await pool?.end();
  await proxy?.close();
  await server?.stop();
});

const ask = () => pool.oneFirst(sql.typeAlias('count')`select count(*)::integer from pg_class`);
const outcomes = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((each) =>
    each.status === 'fulfilled' ? 'answered' : isOutage(each.reason) ? 'outage' : String(each.reason),
  );

test('a server that vanishes without a word is an outage within seconds, for those who wait too, and comes back', async () => {
  await Promise.all(Array.from({ length: poolSize }, ask));
  proxy.silence();
  const started = performance.now();

  const all = await outcomes([
    ...Array.from({ length: 4 * poolSize }, ask),
    pool.transaction((tx) => tx.oneFirst(sql.typeAlias('count')`select 1 as count`)),
  ]);

  expect(new Set(all)).toEqual(new Set(['outage']));
  // a check after 5 s, a timeout after 10 s; waiting queries get no connection meanwhile
  expect(performance.now() - started).toBeLessThan(30_000);
  proxy.speak();
  await eventually(async () => expect(await ask()).toBeGreaterThan(0), { withinMs: 20_000 });
  expect(await outcomes(Array.from({ length: 2 * poolSize }, ask))).not.toContain('outage');
}, 90_000);

test('a slow statement of a server that answers is waited for', async () => {
  const slow = pool.oneFirst(sql.typeAlias('count')`select 1 as count from pg_sleep(7)`);

  expect(await slow).toBe(1);
}, 30_000);
