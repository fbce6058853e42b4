import { createHash } from 'node:crypto';
import { Client } from 'pg';

const ecosystems = ['npm', 'pypi', 'cargo', 'nuget', 'maven', 'rubygems', 'oci', 'generic'];
const licenses = ['MIT', 'Apache-2.0', 'BSD-3-Clause', 'ISC', 'MPL-2.0', 'GPL-3.0-only'];
const syllables =
  'ba co di fe gu ka lo mi nu pa ra so ti vu we xo za ber con dar fin gal hem jun kor lin mar'.split(' ');
const batch = 5_000;
/** The flattening of Zipf's law at the first words. */
const flat = 20;

/** Words of an invented language, most frequent first, with frequencies of a natural language. */
export interface Corpus {
  packages: number;
  words: readonly string[];
  /** Names of packages, for searches by name. */
  names: readonly string[];
}

/** Random numbers that are the same in every run. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function makeWords(count: number, random: () => number): string[] {
  const words = new Set<string>();
  while (words.size < count) {
    const length = 2 + Math.floor(random() * 3);
    words.add(Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join(''));
  }
  return [...words];
}

/** Fills the search tables without releases: publishing a hundred thousand packages would take too long. */
export async function seedCorpus(databaseUrl: string, packages: number): Promise<Corpus> {
  const random = sequence(7);
  const words = makeWords(20_000, random);
  // by Zipf and Mandelbrot: a few words are in every tenth text, most words are rare
  const word = () => words[Math.floor(flat * (words.length / flat + 1) ** random() - flat)] ?? 'word';
  const text = (count: number) => Array.from({ length: count }, word);
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  const names: string[] = [];
  try {
    await seedOwners(db);
    for (let from = 0; from < packages; from += batch) {
      const rows = Array.from({ length: Math.min(batch, packages - from) }, (_, index) => {
        const number = from + index;
        const parts = [...text(1 + Math.floor(random() * 2)), number.toString(36)];
        const name = parts.join('-');
        names.push(name);
        return {
          id: idOf('package', number),
          owner: Math.floor(owners * random() ** 2),
          ecosystem: ecosystems[Math.floor(ecosystems.length * random() ** 2)],
          name,
          words: [...parts, parts.join('')].join(' '),
          description: text(6 + Math.floor(random() * 14)).join(' '),
          keywords: [...new Set(text(3))],
          license: licenses[Math.floor(licenses.length * random() ** 3)],
          // few packages are very popular
          downloads: Math.floor(10 / (random() ** 2 + 1e-6)),
          age: Math.floor(random() * 90_000_000),
          visibility: random() < 0.02 ? 'private' : 'public',
        };
      });
      await insertRows(db, rows);
    }
    await db.query('vacuum (analyze) search_documents, packages, repositories');
  } finally {
    await db.end();
  }
  return { packages, words, names };
}

const owners = 2_000;

/** A stable id, so that rows can refer to each other. */
function idOf(kind: string, number: number): string {
  const hex = createHash('sha256').update(`${kind} ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function seedOwners(db: Client): Promise<void> {
  const rows = Array.from({ length: owners }, (_, number) => ({
    organization: idOf('organization', number),
    repository: idOf('repository', number),
    slug: `org-${number}`,
  }));
  const list = JSON.stringify(rows);
  await db.query(
    `insert into organizations (id, slug, name)
     select organization, slug, slug from jsonb_to_recordset($1) as row (organization uuid, slug text)`,
    [list],
  );
  await db.query(
    `insert into repositories (id, slug, name, kind, visibility, owner_org_id)
     select repository, slug || '-all', slug, 'public', 'public', organization
     from jsonb_to_recordset($1) as row (organization uuid, repository uuid, slug text)`,
    [list],
  );
}

async function insertRows(db: Client, rows: { owner: number }[]): Promise<void> {
  const list = JSON.stringify(
    rows.map((row) => ({
      ...row,
      repository: idOf('repository', row.owner),
      organization: idOf('organization', row.owner),
      slug: `org-${row.owner}`,
    })),
  );
  const columns = `id uuid, repository uuid, organization uuid, slug text, ecosystem text, name text, words text,
    description text, keywords text[], license text, downloads bigint, age integer, visibility text`;
  await db.query(
    `insert into packages (id, repository_id, ecosystem, name, name_key, visibility, description, keywords, license,
       latest_version, readable_releases, download_count)
     select id, repository, ecosystem, name, name, visibility, description, keywords, license, '1.0.0', 1, downloads
     from jsonb_to_recordset($1) as row (${columns})`,
    [list],
  );
  await db.query(
    `insert into search_documents (package_id, ecosystem, name, name_key, revision, visibility, repository_id,
       owner_org_id, owner_name, org_slug, repository_slug, description, keywords, license, latest_version,
       download_count, facets, fields, payload, haystack, terms, updated_at)
     select id, ecosystem, name, name, 0, visibility, repository, organization, slug, slug, slug || '-all',
       description, keywords, license, '1.0.0', downloads, '{}', jsonb_build_object('owner', array[slug]),
       jsonb_build_object('description', description, 'versions', jsonb_build_array('1.0.0')),
       lower(name || ' ' || array_to_string(keywords, ' ') || ' ' || description),
       setweight(to_tsvector('simple', words), 'A')
         || setweight(to_tsvector('simple', array_to_string(keywords, ' ')), 'B')
         || setweight(to_tsvector('simple', description), 'C'),
       now() - age * interval '1 second'
     from jsonb_to_recordset($1) as row (${columns})`,
    [list],
  );
}
