import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { listedTo } from '../packages/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

/** Selects packages by the contents of their entries, in a repository or in all of them. */
interface EntryFilter {
  ecosystem: EcosystemId;
  repositorySlug: string | null;
  facet: string;
  having: { field: string; value: string };
}

const Row = z.object({ payload: z.record(z.string(), z.unknown()) });

/** The stored payloads of entries, for packages that listings show the actor; most downloaded first. */
export async function listEntryPayloads(
  db: Queryable,
  actor: Actor,
  { ecosystem, repositorySlug, facet, having }: EntryFilter,
  limit: number,
): Promise<readonly Record<string, unknown>[]> {
  const rows = await db.any(sql.type(Row)`
    select search_documents.payload from search_documents
    where search_documents.ecosystem = ${ecosystem}
      and (${repositorySlug}::text is null or search_documents.repository_slug = ${repositorySlug})
      and search_documents.facets @> ${sql.array([facet], 'text')}
      and search_documents.fields @> ${sql.jsonb({ [having.field]: [having.value] })}
      and ${listedTo(actor, 'search_documents')}
    order by search_documents.download_count desc, search_documents.name_key, search_documents.package_id
    limit ${limit}`);
  return rows.map(({ payload }) => payload);
}
