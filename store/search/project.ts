import { z } from 'zod';
import { isListable } from '../../domain/access.ts';
import { isReadable } from '../../domain/release.ts';
import { getPackageById, type PackageRow } from '../postgres/packages.ts';
import { type Pool, type Queryable, sql } from '../postgres/pool.ts';
import { listReleases } from '../postgres/releases.ts';
import type { RenderEntry } from './postgres.ts';
import { nameWords } from './words.ts';

const Revision = z.object({ revision: z.number() });

/** A package that changes faster than this many renderings has another projection coming anyway. */
const maxAttempts = 5;
/** Longer texts add cost and no better hits. */
const maxSearchedText = 4_000;

/**
 * Renders from unlocked rows, then writes under the package's lock only if nothing changed meanwhile:
 * a late projection can never bring back what was hidden after it began.
 */
export async function projectPackage(pool: Pool, render: RenderEntry, packageId: string): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const before = await findRevision(pool, packageId);
    if (before === null) return removeEntry(pool, packageId);
    const pkg = await getPackageById(pool, packageId);
    const releases = (await listReleases(pool, packageId)).filter(isReadable);
    const entry = isListable(pkg) && !pkg.isArchived ? render(pkg, releases) : null;
    const isWritten = await pool.transaction(async (tx) => {
      if ((await lockRevision(tx, packageId)) !== before) return false;
      if (entry) await saveEntry(tx, pkg, entry);
      else await removeEntry(tx, packageId);
      return true;
    });
    if (isWritten) return;
  }
  throw new Error(`package ${packageId} changes faster than it can be projected`);
}

export async function removeEntry(db: Queryable, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from search_documents where search_documents.package_id = ${packageId}`);
}

async function findRevision(db: Queryable, packageId: string): Promise<number | null> {
  return db.maybeOneFirst(sql.type(Revision)`
    select packages.revision from packages where packages.id = ${packageId}`);
}

async function lockRevision(db: Queryable, packageId: string): Promise<number | null> {
  return db.maybeOneFirst(sql.type(Revision)`
    select packages.revision from packages where packages.id = ${packageId} for share`);
}

async function saveEntry(db: Queryable, pkg: PackageRow, entry: ReturnType<RenderEntry>): Promise<void> {
  const description = (pkg.description ?? '').slice(0, maxSearchedText);
  const keywords = pkg.keywords.map((keyword) => keyword.toLowerCase());
  // who owns a package is no ecosystem's business, yet several let people search for it
  const fields = { ...entry.fields, owner: [pkg.ownerName.toLowerCase()] };
  const haystack = `${pkg.name} ${keywords.join(' ')} ${description}`.toLowerCase();
  await db.query(sql.typeAlias('void')`
    insert into search_documents (package_id, ecosystem, name, name_key, revision, visibility,
      owner_user_id, owner_org_id, owner_name, org_slug, repository_slug, description, keywords, license,
      latest_version, download_count, facets, fields, payload, haystack, terms, updated_at)
    values (${pkg.id}, ${pkg.ecosystem}, ${pkg.name}, ${pkg.nameKey}, ${pkg.revision}, ${pkg.visibility},
      ${pkg.ownerUserId}, ${pkg.ownerOrgId}, ${pkg.ownerName}, ${pkg.orgSlug}, ${pkg.repositorySlug},
      ${pkg.description}, ${sql.array(keywords, 'text')}, ${pkg.license}, ${pkg.latestVersion},
      ${pkg.downloadCount}, ${sql.array(entry.facets, 'text')}, ${sql.jsonb(fields)},
      ${sql.jsonb(entry.payload)}, ${haystack},
      setweight(to_tsvector('simple', ${nameWords(pkg.name).join(' ')}), 'A')
        || setweight(to_tsvector('simple', ${keywords.join(' ')}), 'B')
        || setweight(to_tsvector('simple', ${description}), 'C'),
      ${pkg.updatedAt.toISOString()})
    on conflict (package_id) do update set
      name = excluded.name, revision = excluded.revision, visibility = excluded.visibility,
      owner_user_id = excluded.owner_user_id, owner_org_id = excluded.owner_org_id,
      owner_name = excluded.owner_name, org_slug = excluded.org_slug,
      repository_slug = excluded.repository_slug, description = excluded.description,
      keywords = excluded.keywords, license = excluded.license, latest_version = excluded.latest_version,
      download_count = excluded.download_count, facets = excluded.facets, fields = excluded.fields,
      payload = excluded.payload, haystack = excluded.haystack, terms = excluded.terms,
      updated_at = excluded.updated_at
    where search_documents.revision <= excluded.revision`);
}
