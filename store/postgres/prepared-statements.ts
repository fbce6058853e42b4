import { createHash } from 'node:crypto';
import type { Interceptor } from 'slonik';

/** The number of executions after which a statement is prepared. */
const prepareFrom = 3;
/** The maximum number of prepared statements: statements with lists in their text have many variants. */
const maxPrepared = 400;
const maxCandidates = 2_000;
/** Longer statements are not tracked. */
const maxTextLength = 8_000;

/**
 * Names repeated statements, so that each connection parses and plans them once. Measured: planning was two thirds of
 * the server's time for the statements of a publish. A name is derived from its statement: it means the same
 * statement in every process, and in every session that another process has used before.
 */
export function createPreparing(): Interceptor {
  const names = new Map<string, string>();
  const sightings = new Map<string, number>();

  function nameOf(text: string): string | undefined {
    if (text.length > maxTextLength) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= maxPrepared) return known;
    const times = (sightings.get(text) ?? 0) + 1;
    if (times < prepareFrom) {
      if (sightings.size >= maxCandidates) sightings.clear();
      sightings.set(text, times);
      return undefined;
    }
    sightings.delete(text);
    const name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;
    names.set(text, name);
    return name;
  }

  return {
    name: 'preparing',
    transformQuery: (_context, query) => {
      const name = nameOf(query.sql);
      return name === undefined ? query : { ...query, name };
    },
  };
}
