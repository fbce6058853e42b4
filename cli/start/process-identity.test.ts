import { expect, test } from 'vitest';
import { identityOf } from './process-identity.ts';

test('a process keeps one identity, which shows its command line', () => {
  expect(identityOf(process.pid)).toBe(identityOf(process.pid));
  expect(identityOf(process.pid)).toContain('node');
});

test('two processes have two identities', () => {
  expect(identityOf(process.ppid)).not.toBe(identityOf(process.pid));
});

test('a process that does not exist has none', () => {
  expect(identityOf(2 ** 30)).toBeUndefined();
});
