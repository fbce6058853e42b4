import { answerLimits } from '../../../domain/limits/answers.ts';
import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { SuggestRequest, Suggestion } from '../../search/search.ts';
import { escapeLike } from '../../search/words.ts';
import { listedTo } from '../packages/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

const Suggested = z.object({ ecosystem: EcosystemId, name: z.string() });

/** The maximum number of names with the same prefix that are read: half of all names may have a one-letter prefix. */
const mostLookedAt = answerLimits['suggested names looked at'].count;

/**
 * The most downloaded among the first names with one of the prefixes, limited to those that listings show the actor;
 * an exact match is first.
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
