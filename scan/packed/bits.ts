import type { PackedSource } from './source.ts';

/** The bits of a source, from the highest bit of each byte. */
export interface Bits {
  /** Reads at most 24 bits as a number. @throws Damaged at the end */
  take(count: number): number;
  /** Drops the rest of the current byte. */
  align(): void;
}

export function bitsOf(source: Pick<PackedSource, 'byte'>): Bits {
  let held = 0;
  let count = 0;
  return {
    take(wanted) {
      while (count < wanted) {
        held = ((held & 0xff_ff_ff) << 8) | source.byte();
        count += 8;
      }
      count -= wanted;
      return (held >>> count) & ((1 << wanted) - 1);
    },
    align() {
      count = 0;
    },
  };
}
