/**
 * The memory of the trainer: parameters in the order of the network's file (`net-size.ts`; the weights of a
 * unit of the second layer lie together here), then gradients and the two moments of Adam, all as 32-bit floats,
 * then samples.
 */
import { NET_HIDDEN } from './memory';
import { netBuckets, netTerms, netUnits } from './net-size';

export const HIDDEN: usize = NET_HIDDEN;
export const UNITS: usize = <usize>netUnits;
export const TERM_COUNT: usize = <usize>netTerms;
/** Bytes of a view of the hidden layer. */
export const ROW: usize = HIDDEN * 4;
const BUCKETS: usize = <usize>netBuckets;

/** Bytes from the start of the parameters. */
export const BIAS: usize = 768 * ROW;
export const OUTPUT: usize = BIAS + ROW;
export const OUTPUT_BIAS: usize = OUTPUT + BUCKETS * 2 * ROW;
export const TERMS: usize = OUTPUT_BIAS + BUCKETS * 4;
export const SECOND: usize = TERMS + BUCKETS * TERM_COUNT * 4;
export const SECOND_BIAS: usize = SECOND + BUCKETS * UNITS * 2 * ROW;
export const THIRD: usize = SECOND_BIAS + BUCKETS * UNITS * 4;
const END: usize = THIRD + BUCKETS * UNITS * 4;
export const COUNT: usize = END / 4;

const START: usize = 0x20000;
/** Rows of both views of a sample, as bytes from the start of the parameters. */
export const ROWS: usize = START - 0x10000;
/** Its hidden layers, their values squared and clipped, and their slopes; sums of the second layer. */
export const LAYERS: usize = ROWS + 1024;
export const VALUES: usize = LAYERS + 2 * ROW;
export const SLOPES: usize = VALUES + 2 * ROW;
export const SUMS: usize = SLOPES + 2 * ROW;

export const SIZE: usize = (END + 63) & ~63;
export const PARAMETERS: usize = START;
export const GRADIENTS: usize = PARAMETERS + SIZE;
export const MEANS: usize = GRADIENTS + SIZE;
export const SQUARES: usize = MEANS + SIZE;
export const SAMPLES: usize = SQUARES + SIZE;
