/** The places of the network's parts behind `NET`, in the order of its file, and the units of its integers. */
import { NET, NET_HIDDEN } from './memory';
import {
  netBuckets,
  netOutputNumbers,
  netSecondBytes,
  netSecondNumbers,
  netUnits,
  netWords,
} from './net-size';
import { occupied } from './position';

/** Bytes of a view of the hidden layer. */
export const ROW: usize = NET_HIDDEN * 2;
export const BIAS: usize = NET + 768 * ROW;
export const OUTPUT: usize = BIAS + ROW;
export const OUTPUT_BIAS: usize = NET + <usize>netWords * 2;
export const TERMS: usize = OUTPUT_BIAS + <usize>netBuckets * 4;
export const SECOND: usize = OUTPUT_BIAS + <usize>netOutputNumbers * 4;
/** Bytes of a bucket of it: by four hidden values, then by unit, a weight for each of the four. */
export const SECOND_ROW: usize = 2 * NET_HIDDEN * <usize>netUnits;
export const SECOND_BIAS: usize = SECOND + <usize>netSecondBytes;
export const THIRD: usize = SECOND_BIAS + <usize>netSecondNumbers * 4;

/** Units of a hidden value; the next layer takes its square, less three bits or nine. */
export const UNIT: i32 = 255;
const SQUARE: f32 = 255.0 * 255.0;
/** Units of an output: squares less three bits, times weights of 256. All of them together stay below 31 bits. */
export const OUTPUT_UNIT: f32 = (SQUARE / 8.0) * 256.0;
/** Units of a sum of the second layer: squares less nine bits, times weights of 64. */
export const SECOND_UNIT: f32 = (SQUARE / 512.0) * 64.0;
/** Units of the search for one of the output. */
export const SCALE: f32 = 200.0;
/** Units of the weight of a term. */
export const TERM_UNIT: i32 = 256;
/** Outputs differ by number of men. */
export function bucketNow(): usize {
  return <usize>((<i32>popcnt(occupied()) - 2) >> 2);
}
