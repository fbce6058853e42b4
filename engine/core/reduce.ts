/** Late moves are searched less deep; how much less grows with depth and with the moves tried. */
import { REDUCTIONS } from './memory';

/** Plies to reduce, in 1024ths. */
export function reductionOf(depth: i32, count: i32): i32 {
  return load<i32>(REDUCTIONS + ((min(depth, 63) << 6) | min(count, 63)) * 4);
}

export function initReductions(): void {
  for (let depth = 1; depth < 64; depth++) {
    for (let count = 1; count < 64; count++) {
      const plies = 0.8 + (Math.log(depth) * Math.log(count)) / 2.2;
      store<i32>(REDUCTIONS + ((depth << 6) | count) * 4, <i32>(plies * 1024));
    }
  }
}
