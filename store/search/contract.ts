import { describe, expect, test } from 'vitest';
import { isListed } from '../../domain/access.ts';
import { type Actor, anonymous } from '../../domain/actor.ts';
import type { Permission, Role } from '../../domain/permissions.ts';
import { newId } from '../postgres/ids.ts';
import type { PackageRow } from '../postgres/packages/packages.ts';
import { rankings, slips } from './contract-ranking.ts';
import type { Search, SearchRequest, SearchSort } from './search.ts';

/** Packages that exist before the contract is checked. */
export interface SearchFacts {
  /**
   * Packages of every visibility in repositories of every visibility, of a person and of an organization; all names
   * have one prefix.
   */
  corpus: readonly PackageRow[];
  personId: string;
  organizationId: string;
  /** `pager-00` to `pager-24`, each with its number as downloads and a distinct time, increasing with the number. */
  pagers: number;
}

export interface SearchSubject {
  search: Search;
  facts: SearchFacts;
  /** Adds a public package with this name. */
  add(name: string): Promise<{ id: string; hide(): Promise<void> }>;
  /** Resolves when the search has processed all changes. */
  settle(): Promise<void>;
}

const plain: SearchRequest = { text: '', facets: [], fields: [], sort: 'relevance', offset: 0, limit: 20 };

/** Texts with query syntax, and pasted texts. No package contains any of them. */
const hostile = [
  String.raw`% _ \ ' " & ! :* <-> ( ~ * ? + ^ / ||`.split(' '),
  [
    '🦀',
    '\u202E',
    '{"match_all":{}}',
    'name_key:qzxw',
    'qzxw~1',
    'qzx*w',
    'qz?xw',
    '/qzxw/',
    '[qz TO xw]',
    'qzxw^2',
  ],
  ["'); drop table packages; --", '<script>alert(1)</script>', '${jndi:ldap://x}', '../../etc/passwd'],
  ['x'.repeat(10_000), 'nosuchword '.repeat(500), 'İstanbulẞ', 'qz\u0301xw\u0323\u0300'],
].flat();

/** The required behaviour of every search, over the same packages. */
export function searchContract(subject: () => SearchSubject): void {
  const ask = (request: Partial<SearchRequest>, actor: Actor = anonymous) =>
    subject().search.query(actor, { ...plain, ...request });
  const namesOf = async (request: Partial<SearchRequest>, actor?: Actor) =>
    (await ask(request, actor)).hits.map(({ name }) => name);

  describe('ranking', () => {
    const tables = Object.entries(rankings).flatMap(([what, table]) =>
      table.map(([text, first]) => ({ what, text, first })),
    );

    test.each(tables)('$what: $text finds $first', async ({ text, first }) => {
      const [found] = await namesOf({ text });

      expect(found).toBe(first);
    });

    test.each(slips)('%s was meant to be %s', async (text, meant) => {
      expect(await namesOf({ text })).toContain(meant);
    });
  });

  describe('readers', () => {
    test('find and count what they may know of, and nothing else', async () => {
      const { corpus } = subject().facts;

      for (const [who, actor] of Object.entries(readers(subject().facts))) {
        const expected = corpus.filter((each) => isListed(each, actor)).map(({ name }) => name);
        const { total, hits, facets } = await ask(
          { text: 'corpus', sort: 'name', limit: 1_000, countBy: ['ecosystem'] },
          actor,
        );
        expect([who, hits.map(({ name }) => name)]).toEqual([who, expected.toSorted()]);
        expect([who, total, facets?.ecosystem?.[0]?.count]).toEqual([who, expected.length, expected.length]);
        const { total: everywhere } = await ask({ fields: [{ field: 'owner', value: 'corpus-org' }] }, actor);
        const ofOrganization = corpus.filter((each) => each.ownerOrgId !== null && isListed(each, actor));
        expect([who, everywhere]).toEqual([who, ofOrganization.length]);
        const suggested = await subject().search.suggest(actor, {
          text: 'corpus',
          prefixes: ['corpus'],
          limit: 100,
        });
        expect(suggested.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
      }
    });

    test('find no more what was hidden, before the search is told of it', async () => {
      const name = `vanishing-${newId()}`;
      const { hide } = await subject().add(name);
      await subject().settle();
      expect(await namesOf({ text: name })).toEqual([name]);

      await hide();

      const answers = async () => [
        (await ask({ text: name, countBy: ['ecosystem'] })).total,
        (await subject().search.suggest(anonymous, { text: name, prefixes: [name], limit: 5 })).length,
      ];
      expect(await answers()).toEqual([0, 0]);
      await subject().settle();
      expect(await answers()).toEqual([0, 0]);
    });
  });

  describe('texts and filters', () => {
    test.each(hostile)('%j is a text like any other', async (text) => {
      expect(await ask({ text, countBy: ['license'] })).toEqual({
        total: 0,
        hits: [],
        facets: { license: [] },
      });
    });

    test.each(['a\0b', '\ud800'])('a filter that no entry can hold finds nothing: %j', async (value) => {
      expect((await ask({ fields: [{ field: 'owner', value }] })).total).toBe(0);
    });

    test('narrow what is found', async () => {
      const text = 'pager';
      const { pagers } = subject().facts;
      const totals = async (...requests: Partial<SearchRequest>[]) => {
        const answers = [];
        for (const request of requests) answers.push((await ask({ text, ...request })).total);
        return answers;
      };

      expect(await totals({}, { keyword: 'Paging Things' }, { ecosystem: 'cargo' })).toEqual([
        pagers,
        pagers,
        pagers,
      ]);
      expect(
        await totals({ keyword: 'paging' }, { ecosystem: 'npm' }, { org: 'x' }, { license: 'ISC' }),
      ).toEqual([0, 0, 0, 0]);
      expect(
        await totals({ repository: 'x' }, { facets: ['x'] }, { fields: [{ field: 'owner', value: 'x' }] }),
      ).toEqual([0, 0, 0]);
    });

    test('count everything that was found, the most frequent value first', async () => {
      const { pagers } = subject().facts;

      const { facets } = await ask({ text: 'pager', limit: 1, countBy: ['ecosystem', 'keyword'] });

      expect(facets).toEqual({
        ecosystem: [{ value: 'cargo', count: pagers }],
        keyword: [
          { value: 'paging things', count: pagers },
          { value: 'even', count: Math.ceil(pagers / 2) },
          { value: 'odd', count: Math.floor(pagers / 2) },
        ],
      });
    });
  });

  describe('pages', () => {
    const sorts: SearchSort[] = ['relevance', 'downloads', 'updated', 'name'];

    test.each(sorts)('by %s show everything once, by number and by cursor', async (sort) => {
      const { pagers } = subject().facts;
      const all = await namesOf({ text: 'pager', sort, limit: pagers });
      const numbered = [];
      for (let offset = 0; offset < pagers; offset += 7) {
        numbered.push(...(await namesOf({ text: 'pager', sort, limit: 7, offset })));
      }
      const followed = [];
      for (let after: readonly string[] | null = null, isMore = true; isMore;) {
        const { hits, total } = await ask({ text: 'pager', sort, limit: 7, after });
        expect(total).toBe(pagers);
        followed.push(...hits.map(({ name }) => name));
        after = hits.at(-1)?.position ?? null;
        isMore = hits.length === 7;
      }

      const inOrder = Array.from({ length: pagers }, (_, at) => `pager-${String(at).padStart(2, '0')}`);
      expect(all).toEqual(sort === 'name' ? inOrder : inOrder.toReversed());
      expect([numbered, followed]).toEqual([all, all]);
    });

    test('behind the end are empty, however far', async () => {
      const { total, hits } = await ask({ text: 'pager', offset: 9_999_900, limit: 100 });

      expect([total, hits]).toEqual([subject().facts.pagers, []]);
    });

    test('do not begin at a cursor of another order', async () => {
      const [hit] = (await ask({ text: 'pager', sort: 'updated' })).hits;

      for (const sort of sorts.filter((each) => each !== 'updated')) {
        await expect(ask({ text: 'pager', sort, after: hit?.position })).rejects.toMatchObject({
          code: 'validation_failed',
        });
      }
    });
  });

  describe('suggestions', () => {
    const suggest = async (text: string, ...others: string[]) =>
      (await subject().search.suggest(anonymous, { text, prefixes: [text, ...others], limit: 3 })).map(
        ({ name }) => name,
      );

    test('are the most wanted names, the name itself first', async () => {
      expect(await suggest('tok')).toEqual(['tokio', 'tokio-util', 'tokio-stream']);
      expect((await suggest('json'))[0]).toBe('json');
      expect(await suggest('serde-', 'serde_')).toEqual(['serde_json', 'serde-derive', 'serde_yaml']);
    });

    test.each(['%', '_', '\\', '*', 'rand%'])('take %s literally', async (text) => {
      expect(await suggest(text)).toEqual([]);
    });
  });
}

/** Six kinds of readers. */
function readers({ corpus, personId, organizationId }: SearchFacts): Record<string, Actor> {
  const user = (userId: string, more: Partial<Extract<Actor, { kind: 'user' }>> = {}): Actor => ({
    kind: 'user',
    userId,
    username: 'x',
    isAdmin: false,
    scopes: new Set(),
    credential: 'token',
    memberships: new Map(),
    grants: new Map(),
    ...more,
  });
  const memberships = new Map<string, Role>([[organizationId, 'viewer']]);
  const granted = corpus.flatMap(({ id }, at): [string, Set<Permission>][] =>
    at % 2 === 0 ? [[id, new Set<Permission>(['read_private'])]] : [],
  );
  const [repository] = corpus.filter(({ repositoryVisibility }) => repositoryVisibility === 'private');
  return {
    anonymous,
    owner: user(personId),
    stranger: user(newId()),
    member: user(newId(), { memberships }),
    'granted some packages and a repository': user(newId(), {
      grants: new Map([...granted, [repository?.repositoryId ?? '', new Set<Permission>(['publish'])]]),
    }),
    administrator: user(newId(), { isAdmin: true, scopes: new Set(['admin:write']) }),
  };
}
