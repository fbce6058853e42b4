import { expect, test } from 'vitest';
import { canonicalName } from './name.ts';

test.each(['JSONStream', '@Acme/probe', '@acme/Probe'])(
  'the older name %s is told apart from a wrong one',
  (name) => {
    expect(() => canonicalName(name)).toThrow(`the name ${name} has upper case`);
  },
);

test.each(['-Ä', '.Hidden', 'a b', 'A'.repeat(300)])('%s was never a name', (name) => {
  expect(() => canonicalName(name)).toThrow('a package name is at most 214 lower-case letters');
});
