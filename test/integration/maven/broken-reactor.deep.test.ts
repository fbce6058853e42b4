import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool, type Pool, sql } from '../../../store/postgres/pool.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../../support/platform.ts';
import { type Coordinates, mavenRequests, newCoordinates } from './requests.ts';

let platform: CombinedPlatform;
let pool: Pool;
let author: TestUser;
let maven: ReturnType<typeof mavenRequests>;

beforeAll(async () => {
  platform = await startCombinedPlatform();
  pool = await openPool(platform.databaseUrl, 1);
  author = await platform.createUser();
  maven = mavenRequests(platform, '/maven', 'Apache-Maven/3.8.7 (Java 17.0.1; Linux 6.1)');
});
afterAll(async () => {
  await pool?.end();
  await platform?.stop();
});

const statusOf = async (at: Coordinates) => (await maven.ask(maven.fileOf(at, '.jar'))).status;

it('a module that came whole does not wait for ever for one that broke off, which no clock publishes', async () => {
  const [whole, partial] = [newCoordinates(), newCoordinates()];
  for (const at of [whole, partial]) {
    await maven.putFile(at, '.jar', author.token, 'jar');
    await maven.putPom(at, author.token);
  }
  const nameOf = ({ group, artifact }: Coordinates) => `${group}:${artifact}`;
  const clocks = await pool.any(sql.unsafe`select drafts.idle_seconds from drafts`);
  expect(clocks).toEqual([{ idleSeconds: null }, { idleSeconds: null }]);

  expect((await maven.commit(whole, author.token)).status).toBe(202);
  expect(await statusOf(whole)).toBe(404);

  await pool.query(sql.unsafe`
    update drafts set touched_at = now() - interval '6 minutes'
    from releases join packages on packages.id = releases.package_id
    where releases.id = drafts.release_id and packages.name = ${nameOf(partial)}`);
  expect((await maven.commit(whole, author.token)).status).toBe(201);

  expect([await statusOf(whole), await statusOf(partial)]).toEqual([200, 404]);
}, 120_000);
