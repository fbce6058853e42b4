import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isConstraint } from './constraint.ts';
import { canonicalVersion, normaliseVersion } from './version.ts';

/** Results of Composer's own parser; null: the parser refuses the version. */
const Corpus = z.object({
  normalised: z.record(z.string(), z.string().nullable()),
  constraints: z.record(z.string(), z.boolean()),
});
const file = join(import.meta.dirname, '..', 'fixtures', 'versions.json');
const corpus = Corpus.parse(JSON.parse(readFileSync(file, 'utf8')));

function orNull(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

test('versions are normalised as Composer does it', () => {
  const own = Object.keys(corpus.normalised).map((raw) => [raw, orNull(() => normaliseVersion(raw))]);

  expect(Object.fromEntries(own)).toEqual(corpus.normalised);
  expect(own.length).toBeGreaterThan(300);
});

test('the key of every one of them is its own key', () => {
  for (const raw of Object.values(corpus.normalised).filter((each) => each !== null)) {
    const key = canonicalVersion(raw);
    expect(canonicalVersion(key)).toBe(key);
  }
});

test('constraints are those that Composer can read', () => {
  const own = Object.keys(corpus.constraints).map((raw) => [raw, isConstraint(raw)]);

  expect(Object.fromEntries(own)).toEqual(corpus.constraints);
});
