import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { webhookKeyOf } from '../../config/webhook-key.ts';
import { partSpec } from './parts.ts';

test.each([
  ['api', 60_000, 72_000],
  ['engine', 60_000, 70_000],
  ['api', 1_000, 30_000],
  ['engine', 1_000, 45_000],
  // these roles do not search
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

const [first, former, own, formerOwn] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
  string,
];

/** The path of a new file with the text. */
function fileOf(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'rookery-key-')), 'key');
  writeFileSync(path, text);
  return path;
}

test.each([
  [
    'secrets in files',
    { JWT_SECRET_FILE: fileOf(first), JWT_SECRET_ACCEPTED_FILE: fileOf(former) },
    [webhookKeyOf(first), webhookKeyOf(former)],
  ],
  [
    'a key of its own beside a former secret',
    { JWT_SECRET: first, JWT_SECRET_ACCEPTED: former, WEBHOOK_KEY: own },
    [own, webhookKeyOf(former)],
  ],
  [
    'a former secret and a former key',
    {
      JWT_SECRET: first,
      JWT_SECRET_ACCEPTED: former,
      WEBHOOK_KEY_FILE: fileOf(own),
      WEBHOOK_KEY_ACCEPTED_FILE: fileOf(formerOwn),
    },
    [own, formerOwn, webhookKeyOf(former)],
  ],
])('a worker opens the same secrets of webhooks as the api: %s', async (_, variables, keys) => {
  const { env } = await partSpec('worker', {
    DATABASE_URL: 'postgres://localhost/registry',
    ...variables,
  }).launch();

  const { webhookKey, acceptedWebhookKeys = [] } = readConfig(env, 'worker').secrets;

  expect([webhookKey, ...acceptedWebhookKeys]).toEqual(keys);
  expect(Object.keys(env).filter((name) => name.startsWith('JWT'))).toEqual([]);
});
