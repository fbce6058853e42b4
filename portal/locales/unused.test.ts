import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogues } from './index.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('{portal,api/portal,services}/**/*.ts', { cwd: root })
  .filter((file) => !file.startsWith('portal/locales/'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

test('each text is shown by a page', () => {
  // `area.name_${value}`: all texts with this beginning count as used
  const begins = [...sources.matchAll(/`([a-z_]+\.[a-z0-9_]*)\$\{/g)].map(([, begin = '']) => begin);
  const isShown = (key: string) =>
    sources.includes(`'${key}'`) || begins.some((begin) => key.startsWith(begin));

  expect(Object.keys(catalogues.en).filter((key) => !isShown(key))).toEqual([]);
});
