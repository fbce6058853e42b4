import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'rookery-search-'));
afterAll(() => rmSync(folder, { recursive: true }));

const needed = { DATABASE_URL: 'postgres://localhost/x', JWT_SECRET: 'j'.repeat(32), DATA_DIR: folder };
const read = (more: NodeJS.ProcessEnv, role?: 'worker' | 'scanner') =>
  readConfig({ ...needed, ...more }, role);
const fileWith = (text: string) => {
  const path = join(mkdtempSync(join(folder, 'file-')), 'secret');
  writeFileSync(path, `${text}\n`);
  return path;
};

test('without an address the database is searched', () => {
  const { search, secrets } = read({});

  expect([search, secrets.elasticsearch]).toEqual([{ kind: 'postgres' }, undefined]);
});

test('nodes, an alias and a key; nothing secret is printed', () => {
  const config = read({
    ELASTICSEARCH_URL: 'https://user:hidden@one:9200, https://two:9200',
    ELASTICSEARCH_INDEX: 'team',
    ELASTICSEARCH_API_KEY: 'hidden-key',
  });

  expect(config.search).toEqual({
    kind: 'elasticsearch',
    nodes: ['https://***@one:9200', 'https://two:9200'],
    index: 'team',
  });
  expect(config.secrets.elasticsearch).toEqual({
    nodes: ['https://user:hidden@one:9200', 'https://two:9200'],
    auth: { apiKey: 'hidden-key' },
  });
  expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain('hidden');
});

test('secrets come from files as well', () => {
  const byPassword = read({
    ELASTICSEARCH_URL: 'http://one',
    ELASTICSEARCH_USERNAME: 'rookery',
    ELASTICSEARCH_PASSWORD_FILE: fileWith('from a file'),
  });
  const byUrl = read({ ELASTICSEARCH_URL_FILE: fileWith('http://a:b@one') });

  expect(byPassword.secrets.elasticsearch?.auth).toEqual({ username: 'rookery', password: 'from a file' });
  expect(byUrl.secrets.elasticsearch?.nodes).toEqual(['http://a:b@one']);
});

test('a process that searches nothing reads none of it', () => {
  const { search, secrets } = read(
    { ELASTICSEARCH_URL: 'http://one', ELASTICSEARCH_API_KEY: 'k' },
    'scanner',
  );

  expect([search.kind, secrets.elasticsearch]).toEqual(['postgres', undefined]);
});

test.each([
  [{ ELASTICSEARCH_URL: 'one:9200' }, 'ELASTICSEARCH_URL must be http(s) URLs with commas between'],
  [{ ELASTICSEARCH_API_KEY: 'k' }, 'ELASTICSEARCH_API_KEY has no effect without ELASTICSEARCH_URL'],
  [{ ELASTICSEARCH_URL: 'http://one', ELASTICSEARCH_USERNAME: 'x' }, 'belong together: one is missing'],
  [{ ELASTICSEARCH_URL: 'http://one', ELASTICSEARCH_PASSWORD: 'x' }, 'belong together: one is missing'],
  [
    {
      ELASTICSEARCH_URL: 'http://one',
      ELASTICSEARCH_USERNAME: 'x',
      ELASTICSEARCH_PASSWORD: 'x',
      ELASTICSEARCH_API_KEY: 'k',
    },
    'are both set: keep one',
  ],
  [{ ELASTICSEARCH_URL: 'http://one', ELASTICSEARCH_URL_FILE: '/x' }, 'are both set: keep one'],
  [{ ELASTICSEARCH_URL_FILE: '/nonexistent' }, 'ELASTICSEARCH_URL_FILE can not be read'],
  [{ ELASTICSEARCH_URL_FILE: fileWith('one') }, 'ELASTICSEARCH_URL_FILE holds no http(s) URLs'],
  [{ ELASTICSEARCH_URL_FILE: '/nonexistent' }, 'has 1 problem(s)'],
  [{ ELASTICSEARCH_URL: 'http://one', ELASTICSEARCH_API_KEY_FILE: '/nonexistent' }, 'can not be read'],
  [{ ELASTICSEARCH_URL: 'http://one', ELASTICSEARCH_CA: 'x' }, 'ELASTICSEARCH_CA is not PEM'],
  [{ ELASTICSEARCH_URL: 'http://one', ELASTICSEARCH_INDEX: 'A*' }, 'must be lower-case letters'],
])('%j is refused', (environment, problem) => {
  expect(() => read(environment)).toThrow(problem);
});
