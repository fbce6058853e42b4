import { answerLimits } from '../../../domain/limits/answers.ts';
import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { SuggestRequest, Suggestion } from '../../search/search.ts';
import { escapeLike } from '../../search/words.ts';
import { listedTo } from '../packages/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

const Suggested = z.object({ ecosystem: EcosystemId, name: z.string() });

/** The most names with the same beginning that are looked at: one letter begins half of them. */
const mostLookedAt = answerLimits['suggested names looked at'].count;

/**
 * The most downloaded of the first names that begin with one of the prefixes, as far as listings show them to the actor; the
 * name itself is first.
 */
export async function listSuggestions(
  db: Queryable,
  actor: Actor,
  { text, prefixes, limit }: SuggestRequest,
): Promise<readonly Suggestion[]> {
  const beginnings = prefixes.map(
    (prefix) => sql.fragment`(
      select search_documents.ecosystem, search_documents.name, search_documents.name_key,
        search_documents.download_count
      from search_documents
      where search_documents.name_key like ${`${escapeLike(prefix)}%`} and ${listedTo(actor, 'search_documents')}
      order by search_documents.name_key using ~<~ limit ${mostLookedAt})`,
  );
  return db.any(sql.type(Suggested)`
    select found.ecosystem, found.name from (${sql.join(beginnings, sql.fragment` union `)}) as found
    order by found.name_key = ${text} desc, found.download_count desc, found.name_key, found.ecosystem
    limit ${limit}`);
}
