/** Deterministic random values: the same seed gives the same sequence (mulberry32). */
export interface Random {
  below(limit: number): number;
  pick<T>(values: readonly [T, ...T[]] | readonly T[]): T;
  text(alphabet: string, maxLength: number): string;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('there is nothing to pick from');
      return value;
    },
    text: (alphabet, maxLength) =>
      Array.from({ length: 1 + below(maxLength) }, () => alphabet[below(alphabet.length)]).join(''),
  };
}
