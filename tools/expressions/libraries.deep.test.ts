import { expect, it } from 'vitest';
import { complexityOf } from './check.ts';
import { expressionsOf, libraries } from './libraries.ts';

/** Expressions of libraries can not be rewritten here; their analysis takes long on a busy machine. */
const checkWithinMs = 120_000;

it.each(libraries.map((library) => [library.paths.join(), library] as const))(
  'expressions of %s take linear time, or what they see is bounded',
  { timeout: 1_200_000 },
  (_paths, library) => {
    const slow = expressionsOf(library)
      .filter(({ expression }) => library.bounded?.[expression] === undefined)
      .map(({ source, flags, path, line, expression }) => ({
        expression,
        at: `${path}:${line}`,
        is: complexityOf(source, flags, checkWithinMs),
      }))
      .filter(({ is }) => is !== 'linear');

    expect(slow).toEqual([]);
    // lists exceptions that are no longer needed
    const known = new Set(expressionsOf(library).map(({ expression }) => expression));
    expect(Object.keys(library.bounded ?? {}).filter((each) => !known.has(each))).toEqual([]);
  },
);
