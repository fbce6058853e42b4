import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placePackages } from '../../activities/place-packages.ts';
import { createEcosystems } from '../../ecosystems/index.ts';
import { newId } from '../../store/postgres/ids.ts';
import { sql } from '../../store/postgres/pool.ts';
import { AnyRow, type Management, type Person, startManagement } from '../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob] = await Promise.all([api.createPerson('alice'), api.createPerson('bob')]);
});
afterAll(() => api?.stop());

const ecosystems = createEcosystems();
const fresh = () => `n${randomBytes(5).toString('hex')}`;
const place = (limit?: number) => placePackages({ pool: api.pool, ecosystems }, limit);

async function claim(person: Person, ecosystem: string, namespace: string): Promise<string> {
  const id = newId();
  await api.pool.query(sql.unsafe`
    insert into namespaces (id, ecosystem, name, owner_user_id) values (${id}, ${ecosystem}, ${namespace}, ${person.id})`);
  return id;
}

/** Inserts a package as an older version left it, under any claim or none. */
async function leave(
  person: Person,
  ecosystem: string,
  name: string,
  namespaceId: string | null,
): Promise<string> {
  const id = newId();
  await api.pool.query(sql.unsafe`
    insert into packages (id, repository_id, ecosystem, name, name_key, visibility, namespace_id)
    values (${id}, ${person.repositoryId}, ${ecosystem}, ${name}, ${name}, 'public', ${namespaceId})`);
  return id;
}

async function placeOf(id: string): Promise<unknown> {
  const row = await api.pool.one(sql.type(AnyRow)`select namespace_id from packages where id = ${id}`);
  return row['namespaceId'];
}

test('a package that is under no claim is put under that of its owner', async () => {
  const scope = fresh();
  const id = await leave(alice, 'npm', `@${scope}/core`, null);
  const claimed = await claim(alice, 'npm', scope);

  expect(await place()).toMatchObject({ placed: 1, failed: 0 });

  expect(await placeOf(id)).toBe(claimed);
  expect(await place()).toMatchObject({ placed: 0, failed: 0 });
});

test('a package is under the longest claim of its name', async () => {
  const group = `org.${fresh()}`;
  const wide = await claim(alice, 'maven', group);
  const narrow = await claim(alice, 'maven', `${group}.tools`);
  const inner = await leave(alice, 'maven', `${group}.tools:core`, wide);
  const outer = await leave(alice, 'maven', `${group}.other:core`, narrow);

  expect(await place()).toMatchObject({ placed: 2, failed: 0 });

  expect([await placeOf(inner), await placeOf(outer)]).toEqual([narrow, wide]);
});

test('a package under a claim of another user, or one that is gone, leaves it', async () => {
  const scope = fresh();
  const others = await claim(bob, 'npm', scope);
  const foreign = await leave(alice, 'npm', `@${scope}/core`, others);
  const dangling = await leave(alice, 'npm', `@${fresh()}/core`, newId());
  const unscoped = await leave(alice, 'npm', fresh(), others);

  expect(await place()).toMatchObject({ placed: 3, failed: 0 });

  expect([await placeOf(foreign), await placeOf(dangling), await placeOf(unscoped)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('rounds go on where the one before has stopped, and begin again', async () => {
  const scope = fresh();
  const ids = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push(await leave(alice, 'npm', `@${scope}/${name}`, null));
  const claimed = await claim(alice, 'npm', scope);

  let placed = 0;
  for (let round = 0; placed < ids.length && round < 50; round += 1) placed += (await place(3)).placed;

  expect(await Promise.all(ids.map(placeOf))).toEqual(ids.map(() => claimed));
});
