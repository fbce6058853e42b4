import { SCORE, PHASE, st, turn } from './position';
export function evaluate(): i32 {
  const score = load<i32>(st, SCORE);
  const mg = <i32>(<i16>score);
  const eg = (score + 0x8000) >> 16;
  const phase = min(load<i32>(st, PHASE), 24);
  const v = (mg * phase + eg * (24 - phase)) / 24;
  return (turn ? -v : v) + 15;
}
