import { describe, expect, it } from 'vitest';
import { similarNames } from './similar-names.ts';

const known = (...names: string[]) => names.map((name, index) => ({ name, downloads: 1000 - index }));

describe('similar names', () => {
  it.each([
    ['reqwests', 'reqwest'],
    ['serde_jsom', 'serde_json'],
    ['sedre_json', 'serde_json'],
    ['serde-json', 'serde_json'],
    ['serdejson', 'serde_json'],
    ['Serde.Json', 'serde_json'],
    ['t0kio', 'tokio'],
    ['tokjo-utils', 'tokio-utils'],
    ['1og', 'log'],
    ['rnemchr', 'memchr'],
    ['newtonsoft.jsom', 'Newtonsoft.Json'],
  ])('takes %s for %s', (name, existing) => {
    expect(similarNames(name, known(existing))).toHaveLength(1);
  });

  it.each([
    ['serde_json', 'serde_json'],
    ['serde_yaml', 'serde_json'],
    ['log', 'lot'],
    ['sha2', 'sha3'],
    ['probe-0001', 'probe-0002'],
    ['tokio-util', 'tokio'],
    ['', 'a'],
    ['a'.repeat(500), 'a'.repeat(499)],
  ])('keeps %s and %s apart', (name, existing) => {
    expect(similarNames(name, known(existing))).toEqual([]);
  });
});
