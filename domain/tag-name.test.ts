import { expect, it } from 'vitest';
import { isTagName } from './tag-name.ts';

it.each(['latest', 'next', 'release-1.x', '_', 'video', 'xyz'])('%s is a tag', (name) =>
  expect(isTagName(name)).toBe(true),
);

it.each(['', '1.0', 'v1', 'V2.x', 'x', 'X.1', '^1', 'a b', 'a/b', 'latest\n', 'é', `a${'b'.repeat(128)}`])(
  '%j is none',
  (name) => expect(isTagName(name)).toBe(false),
);
