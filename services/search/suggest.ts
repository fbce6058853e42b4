import { answerLimits } from '../../domain/limits/answers.ts';
import type { Actor } from '../../domain/actor.ts';
import { inputLimits } from '../../domain/limits/inputs.ts';
import { isStorableText } from '../../domain/storable-text.ts';
import type { Suggestion } from '../../store/search/search.ts';
import type { Platform } from '../platform.ts';

export type { Suggestion };

const mostSuggested = answerLimits.suggestions.count;
const longestText = inputLimits['search text'].characters;

/** A few packages that the actor may see, and whose names begin with the typed text. */
export async function suggestPackages(
  { search }: Pick<Platform, 'search'>,
  actor: Actor,
  typed: string,
): Promise<readonly Suggestion[]> {
  const text = typed.trim().toLowerCase();
  if (text === '' || text.length > longestText || !isStorableText(text)) return [];
  // lookup keys may have one of the two characters in place of the other
  const spellings = new Set([text, text.replaceAll('_', '-'), text.replaceAll('-', '_')]);
  return search.suggest(actor, { text, prefixes: [...spellings], limit: mostSuggested });
}
