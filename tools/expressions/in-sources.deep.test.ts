import { expect, it } from 'vitest';
import { complexityOf } from './check.ts';
import { exceptions, listExpressions } from './in-sources.ts';

it(
  'regular expressions of the sources take linear time, whatever they are given',
  { timeout: 300_000 },
  () => {
    const { places } = listExpressions();
    const slow = places
      .map(({ source, flags, at }) => ({
        expression: `/${source}/${flags}`,
        at,
        is: complexityOf(source, flags),
      }))
      .filter(({ is, expression }) => is !== 'linear' && exceptions[expression] === undefined);

    expect(slow).toEqual([]);
  },
);
