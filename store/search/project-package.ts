import { inputLimits } from '../../domain/limits/inputs.ts';
import { z } from 'zod';
import { isListable } from '../../domain/access.ts';
import { boundFacets, boundFields } from '../../domain/bounded-publication.ts';
import { RenderFailure } from '../../domain/render-failure.ts';
import { narrower } from '../../domain/visibility.ts';
import { findPackageById, type PackageRow } from '../postgres/packages/packages.ts';
import { type Pool, type Queryable, sql, type Transaction } from '../postgres/pool.ts';
import { loadRendering, type Rendering, withFeatured } from '../postgres/documents/rendering.ts';
import { isEntryOutdated } from '../postgres/search/search-narrowing.ts';
import type { EntryRenderer, RenderedEntry } from './entry-renderer.ts';
import { nameWords } from './words.ts';

const Saved = z.object({ packageId: z.string() });

/** The maximum number of renderings: a package that changes this fast gets another projection soon. */
const maxAttempts = 5;
/** A longer text increases the cost without better hits. */
const maxSearchedText = inputLimits['searched text'].characters;

/**
 * Renders from unlocked rows, then writes under the package's lock only if the package is unchanged: a late
 * projection can never restore an entry that was hidden after it began. @throws RenderFailure
 */
export async function projectPackage(pool: Pool, renderer: EntryRenderer, packageId: string): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const rendering = await loadRendering(pool, packageId, renderer);
    if (!rendering) return removeEntry(pool, packageId);
    const { package: pkg } = rendering;
    const isShown = isListable(pkg) && !pkg.isArchived;
    const entry = isShown ? await renderer.entry(await withFeatured(pool, rendering, renderer)) : null;
    if (entry ? await saveEntry(pool, pkg, entry) : await removeIfCurrent(pool, pkg)) return;
  }
  throw new Error(`package ${packageId} changes faster than it can be projected`);
}

export async function removeEntry(db: Queryable, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from search_documents where search_documents.package_id = ${packageId}`);
}

/**
 * Replaces an entry that names a release which the transaction hides. Other facts still find the package. An entry
 * that can't be rendered is removed: hiding must not fail, and the following projection reports the reason.
 */
export async function renewOutdatedEntry(
  tx: Transaction,
  renderer: EntryRenderer,
  rendering: Rendering,
): Promise<void> {
  const packageId = rendering.package.id;
  if (!(await isEntryOutdated(tx, packageId))) return;
  // with the revision of the change
  const pkg = await findPackageById(tx, packageId);
  const entry = pkg && (await renderOrNull(tx, renderer, { ...rendering, package: pkg }));
  if (entry) await saveEntry(tx, pkg, entry);
  else await removeEntry(tx, packageId);
}

async function renderOrNull(
  db: Queryable,
  renderer: EntryRenderer,
  rendering: Rendering,
): Promise<RenderedEntry | null> {
  try {
    return await renderer.entry(await withFeatured(db, rendering, renderer));
  } catch (error) {
    if (error instanceof RenderFailure) return null;
    throw error;
  }
}

/** False if the package changed after `pkg` was read. */
async function removeIfCurrent(pool: Pool, pkg: PackageRow): Promise<boolean> {
  return pool.transaction(async (tx) => {
    const current = await tx.maybeOne(sql.typeAlias('id')`
      select packages.id from packages
      where packages.id = ${pkg.id} and packages.revision = ${pkg.revision} for share`);
    if (current) await removeEntry(tx, pkg.id);
    return current !== null;
  });
}

/** False if the package changed after `pkg` was read. */
async function saveEntry(db: Queryable, pkg: PackageRow, entry: RenderedEntry): Promise<boolean> {
  const description = (pkg.description ?? '').slice(0, maxSearchedText);
  const keywords = [...new Set(pkg.keywords.map((keyword) => keyword.toLowerCase()))];
  // entries of ecosystems lack the owner, but several allow a search for it
  const fields = { ...boundFields(entry.fields), owner: [pkg.ownerName.toLowerCase()] };
  const haystack = `${pkg.name} ${keywords.join(' ')} ${description}`.toLowerCase();
  const saved = await db.maybeOne(sql.type(Saved)`
    insert into search_documents (package_id, ecosystem, name, name_key, revision, visibility,
      repository_id, namespace_id,
      owner_user_id, owner_org_id, owner_name, org_slug, repository_slug, description, keywords, license,
      latest_version, download_count, facets, fields, payload, haystack, terms, updated_at)
    select ${pkg.id}, ${pkg.ecosystem}, ${pkg.name}, ${pkg.nameKey}, ${pkg.revision},
      ${narrower(pkg.visibility, pkg.repositoryVisibility)},
      ${pkg.repositoryId}, ${pkg.namespaceId}, ${pkg.ownerUserId}, ${pkg.ownerOrgId}, ${pkg.ownerName}, ${pkg.orgSlug}, ${pkg.repositorySlug},
      ${pkg.description}, ${sql.array(keywords, 'text')}, ${pkg.license}, ${pkg.latestVersion},
      ${pkg.downloadCount}, ${sql.array(boundFacets(entry.facets), 'text')}, ${sql.jsonb(fields)},
      ${sql.jsonb(entry.payload)}, ${haystack},
      setweight(to_tsvector('simple', ${nameWords(pkg.name).join(' ')}), 'A')
        || setweight(to_tsvector('simple', ${keywords.join(' ')}), 'B')
        || setweight(to_tsvector('simple', ${description}), 'C'),
      ${pkg.updatedAt.toISOString()}
    from packages where packages.id = ${pkg.id} and packages.revision = ${pkg.revision} for share
    on conflict (package_id) do update set
      name = excluded.name, revision = excluded.revision, visibility = excluded.visibility,
      repository_id = excluded.repository_id, namespace_id = excluded.namespace_id,
      owner_user_id = excluded.owner_user_id, owner_org_id = excluded.owner_org_id,
      owner_name = excluded.owner_name, org_slug = excluded.org_slug,
      repository_slug = excluded.repository_slug, description = excluded.description,
      keywords = excluded.keywords, license = excluded.license, latest_version = excluded.latest_version,
      download_count = excluded.download_count, facets = excluded.facets, fields = excluded.fields,
      payload = excluded.payload, haystack = excluded.haystack, terms = excluded.terms,
      updated_at = excluded.updated_at
    where search_documents.revision <= excluded.revision
    returning search_documents.package_id`);
  return saved !== null;
}
