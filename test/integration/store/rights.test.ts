import { afterAll, beforeAll, expect, it } from 'vitest';
import { isListed } from '../../../domain/access.ts';
import { anonymous, type Actor } from '../../../domain/actor.ts';
import { may } from '../../../domain/authorize.ts';
import { actions, Permission, Role } from '../../../domain/permissions.ts';
import { Scope } from '../../../domain/scopes.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { listPackagePage } from '../../../store/postgres/packages/package-listing.ts';
import { getPackageById, type PackageRow } from '../../../store/postgres/packages/packages.ts';
import { mayWhere, packageRights } from '../../../store/postgres/packages/rights.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { type Management, startManagement } from '../../support/management.ts';

const visibilities = ['public', 'unlisted', 'private', 'internal_org', 'quarantined'] as const;

/** Random numbers that are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const random = createRandom(26);
const oneOf = <T>(items: readonly T[]) => items[random(items.length)] as T;
const someOf = <T>(items: readonly T[]) => items.filter(() => random(4) === 0);

let api: Management;
let packages: PackageRow[];
const people: string[] = [];
const organizations = [newId(), newId(), newId()];
const namespaces = [newId(), newId()];

beforeAll(async () => {
  api = await startManagement();
  const { pool } = api;
  for (let index = 0; index < 3; index += 1) people.push((await api.createPerson()).id);
  for (const id of organizations) {
    await pool.query(sql.unsafe`
      insert into organizations (id, slug, name) values (${id}, ${`org-${id}`}, 'An organization')`);
  }
  const ids: string[] = [];
  for (let index = 0; index < 24; index += 1) {
    const repositoryId = newId();
    const isPersonal = random(2) === 0;
    await pool.query(sql.unsafe`
      insert into repositories (id, slug, name, kind, visibility, owner_user_id, owner_org_id)
      values (${repositoryId}, ${`r-${repositoryId}`}, 'A repository', 'public', ${oneOf(visibilities)},
        ${isPersonal ? oneOf(people) : null}, ${isPersonal ? null : oneOf(organizations)})`);
    for (let inside = 0; inside < 3; inside += 1) {
      const id = newId();
      ids.push(id);
      await pool.query(sql.unsafe`
        insert into packages (id, repository_id, ecosystem, name, name_key, visibility, readable_releases, namespace_id)
        values (${id}, ${repositoryId}, 'cargo', ${id}, ${id}, ${oneOf(visibilities)}, ${random(2)},
          ${random(3) === 0 ? oneOf(namespaces) : null})`);
    }
  }
  packages = await Promise.all(ids.map((id) => getPackageById(pool, id)));
});
afterAll(() => api.stop());

function someone(): Actor {
  const targets = packages.flatMap(({ id, repositoryId, namespaceId }) => [id, repositoryId, namespaceId]);
  const granted = someOf([...new Set(targets.filter((id) => id !== null))]).slice(0, random(12));
  return {
    kind: 'user',
    userId: oneOf([...people, newId()]),
    username: 'x',
    isAdmin: random(4) === 0,
    scopes: new Set(someOf(Scope.options)),
    credential: 'token',
    memberships: new Map(someOf(organizations).map((id) => [id, oneOf(Role.options)])),
    grants: new Map(granted.map((id) => [id, new Set([oneOf(Permission.options)])])),
  };
}

it('queries give every right to those who have it by the table, and to no other user', async () => {
  const actors = [anonymous, ...Array.from({ length: 12 }, someone)];
  let found = 0;
  for (const actor of actors) {
    for (const action of actions) {
      const rows = await api.pool.any(sql.typeAlias('id')`
        select packages.id from packages join repositories on repositories.id = packages.repository_id
        where ${mayWhere(actor, action, packageRights)}`);

      const expected = packages.filter((pkg) => may(actor, action, pkg)).map(({ id }) => id);
      expect(rows.map(({ id }) => id).toSorted(), action).toEqual(expected.toSorted());
      found += expected.length;
    }
  }
  expect(found).toBeGreaterThan(100);
});

it('lists show what the rule of visibility shows', async () => {
  for (const actor of [anonymous, ...Array.from({ length: 40 }, someone)]) {
    const page = { ecosystem: 'cargo', repositorySlug: null, after: '', limit: 1_000 } as const;
    const listed = await listPackagePage(api.pool, actor, page);

    const expected = packages.filter((pkg) => isListed(pkg, actor)).map(({ name }) => name);
    expect(listed.map(({ name }) => name)).toEqual(expected.toSorted());
  }
});
