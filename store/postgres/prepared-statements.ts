import { createHash } from 'node:crypto';
import type { Interceptor } from 'slonik';

/** A statement with so many executions will be executed again. */
const prepareFrom = 3;
/** The most prepared statements: statements with lists in their text have any number of spellings. */
const maxPrepared = 400;
const maxCandidates = 2_000;
/** Longer statements are not remembered. */
const maxTextLength = 8_000;

/**
 * Names statements that return, so that each connection has them parsed and planned once. Measured: planning
 * was two thirds of what the server spent on the statements of a publish. A name is made of its statement: in every process,
 * and in every session that another process has used before, it means the same one.
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
