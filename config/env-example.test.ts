import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderEnvExample } from './env-example.ts';
import { readEnv, sections } from './env.ts';

test('.env.example is what the schema says', () => {
  const committed = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');

  expect(committed).toBe(renderEnvExample());
});

test('every variable has a description', () => {
  const bare = Object.values(sections)
    .flatMap((variables) => Object.entries(variables))
    .filter(([, schema]) => (schema.description ?? '') === '')
    .map(([name]) => name);

  expect(bare).toEqual([]);
});

test('the example parses to the defaults when its lines are uncommented', () => {
  const lines = renderEnvExample().matchAll(/^#([A-Z0-9_]+)=(.*)$/gm);
  const source = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));

  expect(readEnv(source)).toEqual(readEnv({}));
});
