import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { countDependents, listDependents } from '../../../store/postgres/releases/dependents.ts';
import { firstOf, type Window } from '../../../domain/paging.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { type Management, type Person, seedCrate, startManagement } from '../../support/management.ts';

const many = 20_000;

let api: Management;
let alice: Person;
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  for (const name of ['needed', 'rare']) {
    await seedCrate(api, { repositoryId: alice.repositoryId, name, releases: [{ version: '1.0.0' }] });
  }
  await seedDependents('needed', { first: 1, last: many });
  await api.pool.query(sql.unsafe`
    analyze packages, releases, release_dependencies, package_dependents, repositories`);
}, 240_000);
afterAll(() => api?.stop());

/** Packages with one release that needs `needed`. Ids rise with the numbers, as those of the platform do. */
async function seedDependents(
  needed: string,
  { first, last, visibility = 'public' }: { first: number; last: number; visibility?: string },
): Promise<void> {
  await api.pool.query(sql.unsafe`
    with made as (
      select ('10000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id,
        ('20000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as release_id,
        'user_' || lpad(n::text, 8, '0') as name
      from generate_series(${first}::integer, ${last}::integer) as n),
    packages_made as (
      insert into packages (id, repository_id, ecosystem, name, name_key, visibility, readable_releases, latest_version)
      select made.id, ${alice.repositoryId}::uuid, 'cargo', made.name, made.name, ${visibility}, 1, '1.0.0'
      from made)
    insert into releases (id, package_id, version, version_key, state, upload_id, upload_sha256, workflow_id, published_at)
    select made.release_id, made.id, '1.0.0', '1.0.0', 'published', gen_random_uuid(), '', 'seeded', now() from made`);
  await api.pool.query(sql.unsafe`
    insert into release_dependencies (release_id, package_id, place, ecosystem, name, name_key, requirement, kind)
    select releases.id, releases.package_id, 0, 'cargo', ${needed}, ${needed}, '^1', 'runtime'
    from releases join packages on packages.id = releases.package_id
    where packages.name between ${nameOf(first)} and ${nameOf(last)}`);
}

const nameOf = (n: number) => `user_${String(n).padStart(8, '0')}`;
const url = (name: string, query: Record<string, string> = {}) =>
  `/v1/packages/cargo/${name}/dependents?${new URLSearchParams(query).toString()}`;
const get = async (name: string, query?: Record<string, string>, token?: string) =>
  api.call('GET', url(name, query), { token });
const namesOf = (body: Record<string, unknown>) =>
  z
    .array(z.object({ name: z.string() }))
    .parse(body['dependents'])
    .map(({ name }) => name);

/** The number of rows that the statements of one transaction read. */
async function rowsReadBy(page: Window | null): Promise<number> {
  const needed = { ecosystem: 'cargo', nameKey: 'needed' } as const;
  return api.pool.transaction(async (tx) => {
    const read = () =>
      tx.oneFirst(sql.type(z.object({ rows: z.number() }))`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows from pg_stat_xact_user_tables`);
    const before = await read();
    const anonymous = { kind: 'anonymous' } as const;
    await (page === null
      ? countDependents(tx, anonymous, needed)
      : listDependents(tx, anonymous, needed, page));
    return (await read()) - before;
  });
}

describe('what needs a package that very many need', () => {
  it('is listed in pages that cost the same, wherever they begin', async () => {
    const behind = { ...firstOf(21), after: [nameOf(many - 100)] };

    // for each entry its pair, package, repository, dependency and release
    expect(await rowsReadBy(firstOf(21))).toBeLessThan(21 * 10);
    expect(await rowsReadBy(behind)).toBeLessThan(21 * 10);
    // the limit of the count, and the limit of the rows to read
    expect(await rowsReadBy(null)).toBeLessThan(1_000 * 10 + 5_000);
  });

  it('is counted to a thousand, and read on by cursor', async () => {
    const first = await get('needed', { per_page: '100' });
    let answer = first;
    const names = namesOf(first.body);
    for (let page = 2; page <= 12; page += 1) {
      answer = await get('needed', { per_page: '100', cursor: String(answer.body['next_cursor']) });
      names.push(...namesOf(answer.body));
    }

    expect(first).toMatchObject({ status: 200, body: { total: 1_000, is_total_exact: false } });
    expect(names).toEqual(Array.from({ length: 1_200 }, (_, index) => nameOf(index + 1)));
    const last = await get('needed', { per_page: '100', page: '10' });
    expect(namesOf(last.body)).toEqual(names.slice(900, 1_000));
    expect(await get('needed', { per_page: '100', page: '11' })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', detail: expect.stringContaining('next_cursor') },
    });
  });

  it('is told to those who may know of it, each with the newest release that says so', async () => {
    const [open, dropped, secret] = [many + 1, many + 2, many + 3];
    await seedDependents('rare', { first: open, last: dropped });
    await seedDependents('rare', { first: secret, last: secret, visibility: 'private' });
    await api.pool.query(sql.unsafe`
      with later as (
        insert into releases (id, package_id, version, version_key, state, upload_id, upload_sha256, workflow_id, published_at)
        select ('30000000-0000-7000-8000-' || right(packages.id::text, 12))::uuid, packages.id, '2.0.0', '2.0.0',
          'published', gen_random_uuid(), '', 'seeded', now()
        from packages where packages.name in (${nameOf(open)}, ${nameOf(dropped)})
        returning id, package_id)
      insert into release_dependencies (release_id, package_id, place, ecosystem, name, name_key, requirement, kind)
      select later.id, later.package_id, 0, 'cargo', 'rare', 'rare', '^2', 'dev' from later
      join packages on packages.id = later.package_id where packages.name = ${nameOf(open)}`);
    const newest = { name: nameOf(open), version: '2.0.0', requirement: '^2', kind: 'dev' };
    const earlier = { name: nameOf(dropped), version: '1.0.0', requirement: '^1', kind: 'runtime' };

    const [told, toOwner] = [await get('rare'), await get('rare', {}, alice.token)];

    expect(told.body).toMatchObject({ total: 2, is_total_exact: true, dependents: [newest, earlier] });
    expect(toOwner.body).toMatchObject({ total: 3 });
    expect(namesOf(toOwner.body)).toContain(nameOf(secret));
    await api.pool.query(sql.unsafe`
      update releases set state = 'quarantine' from packages
      where packages.id = releases.package_id and packages.name = ${nameOf(dropped)}`);
    expect(namesOf((await get('rare')).body)).toEqual([nameOf(open)]);
  });
});
