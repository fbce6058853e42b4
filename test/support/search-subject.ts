import { Visibility } from '../../domain/visibility.ts';
import type { SearchFacts, SearchSubject } from '../../store/search/contract.ts';
import { rankedPackages } from '../../store/search/contract-ranking.ts';
import { newId } from '../../store/postgres/ids.ts';
import { getPackageById } from '../../store/postgres/packages/packages.ts';
import { sql } from '../../store/postgres/pool.ts';
import type { Search } from '../../store/search/search.ts';
import { type Management, type Person, type Seed, seedCrate } from './management.ts';

const pagers = 25;
const releases = [{ version: '1.0.0' }];

interface Counted extends Omit<Seed, 'repositoryId' | 'releases'> {
  downloads: number;
  /** Minutes after the other packages. */
  minute?: number;
}

/** The packages of `searchContract`, in a new database. */
export async function seedSearchFacts(api: Management, person: Person): Promise<SearchFacts> {
  const { repositoryId } = person;
  const addCounted = async ({ downloads, minute = 0, ...seed }: Counted) => {
    const { id } = await seedCrate(api, { ...seed, repositoryId, releases });
    await api.pool.query(sql.unsafe`
      update packages set download_count = ${downloads},
        updated_at = timestamptz '2026-01-01' + ${minute} * interval '1 minute'
      where id = ${id}`);
    await api.platform.search.project(id);
  };
  for (const each of rankedPackages) await addCounted(each);
  for (let number = 0; number < pagers; number += 1) {
    const keywords = ['Paging Things', number % 2 === 0 ? 'even' : 'odd'];
    const name = `pager-${String(number).padStart(2, '0')}`;
    await addCounted({ name, keywords, downloads: number, minute: number });
  }
  const organizationId = newId();
  await api.pool.query(sql.unsafe`
    insert into organizations (id, slug, name) values (${organizationId}, 'corpus-org', 'Corpus')`);
  const owners = [
    { userId: person.id, orgId: null },
    { userId: null, orgId: organizationId },
  ];
  const ids: string[] = [];
  for (const [index, { userId, orgId }] of owners.entries()) {
    for (const repositoryVisibility of Visibility.options) {
      const id = newId();
      await api.pool.query(sql.unsafe`
        insert into repositories (id, slug, name, kind, visibility, owner_user_id, owner_org_id)
        values (${id}, ${`corpus-${index}-${repositoryVisibility}`}, 'R', 'public', ${repositoryVisibility},
          ${userId}, ${orgId})`);
      for (const visibility of Visibility.options) {
        const name = `corpus-${String(ids.length).padStart(2, '0')}`;
        ids.push((await seedCrate(api, { repositoryId: id, name, visibility, releases })).id);
      }
      const name = `corpus-${String(ids.length).padStart(2, '0')}`;
      const held = [{ version: '1.0.0', state: 'quarantine' as const }];
      ids.push((await seedCrate(api, { repositoryId: id, name, releases: held })).id);
    }
  }
  const corpus = await Promise.all(ids.map((id) => getPackageById(api.pool, id)));
  return { corpus, personId: person.id, organizationId, pagers };
}

/** One of the search engines over the packages of {@link seedSearchFacts}. */
export function searchSubject(
  api: Management,
  person: Person,
  facts: SearchFacts,
  search: Search,
): SearchSubject {
  return {
    search,
    facts,
    async add(name) {
      const { repositoryId, token } = person;
      const { id, url } = await seedCrate(api, { repositoryId, name, releases });
      return {
        id,
        hide: async () => {
          const { status } = await api.call('PATCH', url, { token, body: { visibility: 'unlisted' } });
          if (status !== 200) throw new Error(`not hidden: ${status}`);
        },
      };
    },
    settle: () => shipAll(search),
  };
}

/** Sends all packages to the search engine beside the database. */
export async function shipAll({ copy }: Search): Promise<void> {
  if (copy === null) return;
  while ((await copy.ship(500)).shipped > 0);
}
