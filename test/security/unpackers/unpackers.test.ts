import { beforeAll, describe, expect, test } from 'vitest';
import { compare, type Comparison } from './compare.ts';
import { gzipCorpus } from './gzip-corpus.ts';
import { tarCorpus } from './tar-corpus.ts';
import { unpackers } from './unpackers.ts';
import { zipCorpus } from './zip-corpus.ts';

let result: Comparison;

beforeAll(async () => {
  result = await compare({ zip: zipCorpus(), tar: tarCorpus(), tgz: gzipCorpus() });
});

describe('an archive that clients read in several ways', () => {
  test('shows no client a name that the scanner has not seen, or it is refused or told', () => {
    expect(result.missed).toEqual([]);
  });

  test('is listed by every client, and is not refused just for being odd', () => {
    for (const client of Object.keys(unpackers)) expect(result.seen[client]).toBeGreaterThan(10);
    for (const as of ['package', 'inside', 'jar']) expect(result.taken[as]).toBeGreaterThan(4);
  });
});
