import { expect, test } from 'vitest';
import { ConfigError } from '../../config/env.ts';
import { readSettings, urlOf } from './settings.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080'],
  ['registry.internal', 'http://registry.internal:8080'],
])('a server on %s is reached at %s', (host, url) => {
  expect(urlOf(host, 8080)).toBe(url);
});

test('a book or tables that can not be read are refused before anything is started', async () => {
  const args = ['--port', '0', '--book-path', import.meta.dirname, '--tablebase-path', import.meta.dirname];

  const refusal = readSettings(args, {});

  await expect(refusal).rejects.toThrow(ConfigError);
  await expect(refusal).rejects.toThrow(/BOOK_PATH[^]*TABLEBASE_PATH/);
});

test('settings that contradict each other are refused as soon', async () => {
  const refusal = readSettings(['--port', '0', '--analysis-max-jobs', '3'], {});

  await expect(refusal).rejects.toThrow(ConfigError);
  await expect(refusal).rejects.toThrow(/ANALYSIS_MAX_JOBS/);
});

test('a database that is brought along is no contradiction', async () => {
  await expect(readSettings(['--port', '0'], {})).resolves.toMatchObject({ databaseUrl: undefined });
});

test('a direct address alone would lead to another database', async () => {
  const refusal = readSettings(['--port', '0'], { DATABASE_DIRECT_URL: 'postgres://db.example/rookery' });

  await expect(refusal).rejects.toThrow(/DATABASE_DIRECT_URL is the address of another database/);
});
