import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isListed } from '../../../domain/access.ts';
import { anonymous, type Actor } from '../../../domain/actor.ts';
import type { Permission, Role } from '../../../domain/permissions.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { listNameSegments, listPackagePage } from '../../../store/postgres/packages/package-listing.ts';
import { getPackageById } from '../../../store/postgres/packages/packages.ts';
import { sql } from '../../../store/postgres/pool.ts';
import {
  type Management,
  type Person,
  seedCrate,
  startManagement,
  AnyRow,
} from '../../support/management.ts';

let api: Management;
let alice: Person;
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
});
afterAll(() => api.stop());

const seed = (name: string, more: object = {}) =>
  seedCrate(api, { repositoryId: alice.repositoryId, name, releases: [{ version: '1.0.0' }], ...more });
const seeded = new Set<string>();
async function seedOnce(name: string, more: object = {}): Promise<string> {
  if (!seeded.has(name)) await seed(name, more);
  seeded.add(name);
  return name;
}
const search = async (query: string, token?: string) =>
  (await api.call('GET', `/v1/search?${query}`, { token })).body;
const namesOf = (body: Record<string, { name: string }[]>) => body['packages']?.map((hit) => hit.name);

describe('search', () => {
  it('puts the exact name first, then prefixes, then words of the name, then the rest', async () => {
    await seed('orange', { description: 'about a zebrafish' });
    await seed('tiny-zebrafish');
    await seed('zebrafish-extra');
    await seed('zebrafish');

    const body = await search('q=ZebraFish');

    expect(body['total']).toBe(4);
    expect(namesOf(body)).toEqual(['zebrafish', 'zebrafish-extra', 'tiny-zebrafish', 'orange']);
  });

  it('finds parts of words and every spelling of a name', async () => {
    const spellings = ['cross-beam', 'cross_beam', 'crossbeam', 'ross-b', 'beam', 'CROSS beam'];
    await seed('cross-beam');

    const found = [];
    for (const q of spellings) found.push(namesOf(await search(`q=${encodeURIComponent(q)}`)));

    expect(found).toEqual(spellings.map(() => ['cross-beam']));
  });

  it.each(['snapdargon', 'snapdrgon', 'snapdraggon', 'snapdrahon'])(
    'finds the name that %s was meant to be, and nothing that may not be found',
    async (typed) => {
      const [nearest] = [
        await seedOnce('snapdragon'),
        await seedOnce('snapdragan', { visibility: 'private' }),
      ];

      const found = await search(`q=${typed}`);

      expect([found['total'], namesOf(found)]).toEqual([1, [nearest]]);
      expect((await search(`q=${typed}&ecosystem=npm`))['total']).toBe(0);
    },
  );

  it.each(['%', '_', '\\', "'", '&', '!', ':*', '<->', '(', '🦀'])('takes %s literally', async (q) => {
    const answer = await api.call('GET', `/v1/search?q=${encodeURIComponent(q)}`);

    expect(answer).toMatchObject({ status: 200, body: { total: 0 } });
  });

  it('filters by keyword, repository, organization and ecosystem, and pages with exact totals', async () => {
    for (let index = 0; index < 5; index += 1) await seed(`pager-${index}`, { keywords: ['Paging Things'] });

    const page = await search('q=pager&per_page=2&page=3&sort=name');

    expect(page).toMatchObject({ total: 5, page: 3, per_page: 2, packages: [{ name: 'pager-4' }] });
    expect((await search('keyword=paging%20things'))['total']).toBe(5);
    expect((await search('keyword=paging'))['total']).toBe(0);
    expect((await search('q=pager&repository=alice&ecosystem=cargo'))['total']).toBe(5);
    expect((await search('q=pager&repository=other'))['total']).toBe(0);
    expect((await search('q=pager&org=alice'))['total']).toBe(0);
    expect(await search('q=pager&page=9')).toMatchObject({ total: 5, packages: [] });
  });

  it('counts what was found by ecosystem, license and keyword, hidden packages aside', async () => {
    for (let index = 0; index < 3; index += 1) {
      const keywords = index === 0 ? ['Amber', 'amber'] : ['amber', 'birch'];
      const { url } = await seed(`facetted-${index}`, { keywords });
      await api.call('PATCH', url, { token: alice.token, body: { license: index === 0 ? '' : 'MIT' } });
    }
    await seed('facetted-hidden', { visibility: 'private', keywords: ['secret-facet'] });
    await seed('facetted-unlisted', { visibility: 'unlisted', keywords: ['secret-facet'] });
    const all = 'q=facetted&facets=ecosystem,license,keyword';
    const stranger = await api.createPerson();

    const answers = [await search(`${all}&per_page=1`), await search(`${all}&page=9`, stranger.token)];

    for (const body of answers) {
      expect(body['facets']).toEqual({
        ecosystem: [{ value: 'cargo', count: 3 }],
        license: [{ value: 'MIT', count: 2 }],
        keyword: [
          { value: 'amber', count: 3 },
          { value: 'birch', count: 2 },
        ],
      });
    }
    const own = (await search(all, alice.token))['facets'];
    expect(own.ecosystem).toEqual([{ value: 'cargo', count: 4 }]);
    expect(own.keyword).toContainEqual({ value: 'secret-facet', count: 1 });
    const narrowed = await search('q=facetted&keyword=birch&facets=keyword');
    expect(narrowed['facets']).toEqual({
      keyword: [
        { value: 'amber', count: 2 },
        { value: 'birch', count: 2 },
      ],
    });
    await seedOnce('snapdragon');
    expect((await search('q=snapdargon&facets=ecosystem'))['facets']).toEqual({
      ecosystem: [{ value: 'cargo', count: 1 }],
    });
    expect(await search('q=nothing-like-it&facets=license')).toMatchObject({
      total: 0,
      facets: { license: [] },
    });
    expect(await search('q=facetted')).not.toHaveProperty('facets');
  });

  it('shows the twenty most frequent values of a facet', async () => {
    const keywords = Array.from({ length: 25 }, (_, index) => `many${String(index).padStart(2, '0')}`);
    await seed('manifold-one', { keywords });
    await seed('manifold-two', { keywords: ['many24'] });

    const { facets } = await search('q=manifold&facets=keyword');

    expect(facets.keyword).toHaveLength(20);
    expect(facets.keyword[0]).toEqual({ value: 'many24', count: 2 });
    expect(facets.keyword[1]).toEqual({ value: 'many00', count: 1 });
  });

  it('takes the other name of an ecosystem', async () => {
    await seedOnce('snapdragon');

    expect((await search('q=snapdragon&ecosystem=cargo'))['total']).toBe(1);
    expect((await search('q=snapdragon&ecosystem=bun'))['total']).toBe(0);
    const listed = await api.call('GET', '/v1/namespaces?ecosystem=bun', { token: alice.token });
    expect(listed.status).toBe(200);
    const token = { name: 'other name', scopes: [], ecosystem: 'bun' };
    const made = await api.call('POST', '/v1/tokens', { token: alice.token, body: token });
    expect(made.status).toBe(201);
    const [first] = (await api.call('GET', '/v1/tokens', { token: alice.token })).body['tokens'];
    expect(first.binding.ecosystem).toBe('npm');
  });

  it('finds nothing by a filter that no entry can hold', async () => {
    const fields = [{ field: 'owner', value: 'a\0b' }];
    const window = { offset: 0, limit: 10 };

    const found = await api.platform.search.query(anonymous, {
      text: '',
      facets: [],
      fields,
      ...window,
      sort: 'relevance',
    });

    expect(found).toEqual({ total: 0, hits: [] });
  });

  it.each([
    'per_page=0',
    'per_page=101',
    'page=0',
    'page=x',
    'ecosystem=cobol',
    'sort=luck',
    'q=%00',
    'facets=owner',
    'facets=',
  ])('refuses %s', async (query) => {
    expect((await api.call('GET', `/v1/search?${query}`)).status).toBe(422);
  });

  it('forgets a package that is hidden, even when a projection was already under way', async () => {
    const { id, url } = await seed('vanishing');
    await api.call('PATCH', url, { token: alice.token, body: { visibility: 'unlisted' } });

    await Promise.all([api.platform.search.project(id), api.platform.search.project(id)]);

    const rows = await api.pool.any(
      sql.type(AnyRow)`select 1 as n from search_documents where package_id = ${id}`,
    );
    expect(rows).toHaveLength(0);
  });
});

describe('the visibility rule in SQL', () => {
  it('is the one of the domain, for every kind of package and caller', async () => {
    const bob = await api.createPerson('bob');
    const orgIds = [newId(), newId()];
    for (const [index, orgId] of orgIds.entries()) {
      await api.pool.query(
        sql.unsafe`insert into organizations (id, slug, name) values (${orgId}, ${`org-${index}`}, 'Org')`,
      );
    }
    const packageIds: string[] = [];
    const owners = [{ user: alice.id }, { user: bob.id }, { org: orgIds[0] }, { org: orgIds[1] }];
    for (const [index, owner] of owners.entries()) {
      for (const repositoryVisibility of Visibility.options) {
        const repositoryId = newId();
        await api.pool.query(sql.unsafe`
          insert into repositories (id, slug, name, kind, visibility, owner_user_id, owner_org_id)
          values (${repositoryId}, ${`r-${index}-${repositoryVisibility}`}, 'R', 'public',
            ${repositoryVisibility}, ${owner.user ?? null}, ${owner.org ?? null})`);
        for (const visibility of Visibility.options) {
          for (const state of ['published', 'quarantine'] as const) {
            const name = `corpus-${packageIds.length}`;
            const releases = [{ version: '1.0.0', state }];
            packageIds.push((await seedCrate(api, { repositoryId, name, visibility, releases })).id);
          }
        }
      }
    }
    const facts = await Promise.all(packageIds.map((id) => getPackageById(api.pool, id)));
    const user = (
      userId: string,
      memberships: [string, Role][],
      isAdmin = false,
      grants: [string, Permission][] = [],
    ): Actor => ({
      kind: 'user',
      userId,
      username: 'x',
      isAdmin,
      scopes: new Set(),
      credential: 'token',
      memberships: new Map(memberships),
      grants: new Map(grants.map(([id, granted]) => [id, new Set([granted])])),
    });
    const actors: Actor[] = [
      anonymous,
      user(alice.id, []),
      user(bob.id, [[orgIds[0] ?? '', 'viewer']]),
      user(newId(), [
        [orgIds[0] ?? '', 'billing_manager'],
        [orgIds[1] ?? '', 'owner'],
      ]),
      user(newId(), [], true),
      user(
        newId(),
        [],
        false,
        packageIds.map((id, index) => [id, index % 2 === 0 ? 'read_private' : 'publish']),
      ),
    ];

    for (const actor of actors) {
      const { total, hits } = await api.platform.search.query(actor, {
        text: 'corpus',
        facets: [],
        fields: [],
        sort: 'name',
        offset: 0,
        limit: 1_000,
      });
      const expected = facts.filter((each) => isListed(each, actor)).map((each) => each.id);
      expect(hits.map((hit) => hit.packageId).toSorted()).toEqual(expected.toSorted());
      expect(total).toBe(expected.length);
      const page = { ecosystem: 'cargo', repositorySlug: null, after: 'corpus', limit: 1_000 } as const;
      const listed = await listPackagePage(api.pool, actor, page);
      const names = facts.filter((each) => isListed(each, actor)).map((each) => each.name);
      // packages of other tests come after the corpus
      const ours = listed.map(({ name }) => name).filter((name) => name.startsWith('corpus-'));
      expect(ours).toEqual(names.toSorted());
      const parts = { ecosystem: 'cargo', repositorySlug: null, prefix: 'corpus', endsAt: '' } as const;
      const segments = await listNameSegments(api.pool, actor, parts, 1_000);
      expect(segments.map(({ name }) => name)).toEqual(names.toSorted());
      expect(expected.length).toBeGreaterThan(0);
    }
  });
});
