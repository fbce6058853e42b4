import { describe, expect, it } from 'vitest';
import { bench, benchDepth } from './bench.ts';

describe('the bench', () => {
  it('counts the nodes that this search has', async () => {
    const { nodes } = await bench(benchDepth);

    // Every change of search or evaluation changes this number: run `bin/rookery bench` and enter the new one.
    expect(nodes).toBe(364_206);
  });
});
