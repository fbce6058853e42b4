import type { PackedSource } from './source.ts';

/** Bits of a source, the highest of each byte first. */
export interface Bits {
  /** Takes at most 24 bits as a number. @throws Damaged at the end */
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
