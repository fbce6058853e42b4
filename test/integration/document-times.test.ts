import { afterAll, beforeAll, expect, test } from 'vitest';
import { cargo } from '../../ecosystems/cargo/index.ts';
import { findDocument } from '../../store/postgres/documents/documents.ts';
import { sql } from '../../store/postgres/pool.ts';
import type { Person } from '../support/management.ts';
import { type ContextPlatform, startContext } from '../support/route-context.ts';
import { copyReleases } from '../support/seeded-releases.ts';

let platform: ContextPlatform;
let alice: Person;
beforeAll(async () => {
  platform = await startContext(cargo);
  alice = await platform.api.createPerson('alice');
});
afterAll(() => platform?.stop());

/** The time in the header, in seconds. */
async function changedAt(path: string): Promise<number> {
  const document = await findDocument(platform.api.pool, 'cargo', path);
  return Math.floor((document?.lastModified.getTime() ?? 0) / 1_000);
}

test.each([
  ['whole', 'small', 0],
  ['in parts', 'large', 150],
])('the time of a document that is stored %s rises with every change', async (_title, name, others) => {
  const { pool } = platform.api;
  const path = `index/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
  const { packageId } = await platform.publish(alice, { name, version: '1.0.0' });
  const versions = Array.from({ length: others }, (_, index) => `1.0.${index + 1}`);
  await copyReleases(pool, packageId, versions);
  await platform.publish(alice, { name, version: '1.1.0' });
  const first = await changedAt(path);

  await platform.publish(alice, { name, version: '1.2.0' });
  const second = await changedAt(path);
  // as if the clock had been an hour ahead at the last change
  await pool.query(sql.unsafe`
    update documents set last_modified = last_modified + interval '1 hour' where package_id = ${packageId}`);
  const ahead = await changedAt(path);
  await platform.publish(alice, { name, version: '1.3.0' });
  const third = await changedAt(path);

  expect(second).toBeGreaterThan(first);
  expect(third).toBe(ahead + 1);
});

test('a rendering that changes nothing leaves the time as it was', async () => {
  const { packageId } = await platform.publish(alice, { name: 'same', version: '1.0.0' });
  const before = await changedAt('index/sa/me/same');

  await platform.release(await platform.upload(alice, { name: 'other', version: '1.0.0' }));
  await platform.api.platform.catalog.changePackage(packageId, async () => {});

  expect(await changedAt('index/sa/me/same')).toBe(before);
});
