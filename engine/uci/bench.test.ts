import { describe, expect, it } from 'vitest';
import { bench, benchDepth } from './bench.ts';

describe('the bench', () => {
  it('counts the nodes that this search has', async () => {
    const { nodes } = await bench(benchDepth);

    // Changes with every change of search or evaluation: run `bin/rookery bench` and write the new number.
    expect(nodes).toBe(364_206);
  });
});
