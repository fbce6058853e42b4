import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { partSpec } from './parts.ts';

test.each([
  ['api', 60_000, 72_000],
  ['engine', 60_000, 70_000],
  ['api', 1_000, 30_000],
  ['engine', 1_000, 45_000],
  // they search nothing
  ['worker', 60_000, 45_000],
  ['scanner', 60_000, 45_000],
] as const)('%s that may search for %d ms has %d ms to stop', (name, searchMs, stopMs) => {
  const env = {
    DATABASE_URL: 'postgres://localhost/registry',
    JWT_SECRET: 'x'.repeat(32),
    ANALYSIS_POSITION_MAX_MOVETIME_MS: String(searchMs),
    SHUTDOWN_DELAY_MS: '0',
  };

  expect(partSpec(name, env).stopMs).toBe(stopMs);
});

test.each([
  ['api', ['DATABASE_URL', 'JWT_SECRET', 'SIGNING_KEY_FILE']],
  ['worker', ['DATABASE_URL', 'SIGNING_KEY_FILE', 'WEBHOOK_KEY']],
  ['scanner', ['DATABASE_URL']],
  ['engine', ['DATABASE_URL']],
] as const)('%s is given no key that it has no use for', async (name, variables) => {
  const file = join(mkdtempSync(join(tmpdir(), 'rookery-key-')), 'key');
  writeFileSync(
    file,
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
  );
  const env = {
    DATABASE_URL: 'postgres://localhost/registry',
    JWT_SECRET: 'x'.repeat(32),
    SIGNING_KEY_FILE: file,
  };

  const launch = await partSpec(name, env).launch();

  expect(Object.keys(launch.env)).toEqual([...variables]);
});
