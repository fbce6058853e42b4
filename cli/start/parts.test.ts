import { expect, test } from 'vitest';
import { partSpec } from './parts.ts';

test.each([
  ['api', 60_000, 70_000],
  ['engine', 60_000, 70_000],
  ['api', 1_000, 20_000],
  ['engine', 1_000, 45_000],
  // they search nothing
  ['worker', 60_000, 45_000],
  ['scanner', 60_000, 45_000],
] as const)('%s that may search for %d ms has %d ms to stop', (name, searchMs, stopMs) => {
  const env = {
    DATABASE_URL: 'postgres://localhost/registry',
    JWT_SECRET: 'x'.repeat(32),
    ANALYSIS_POSITION_MAX_MOVETIME_MS: String(searchMs),
  };

  expect(partSpec(name, env).stopMs).toBe(stopMs);
});
