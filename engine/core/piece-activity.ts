/**
 * The network's input besides the squares of the men: their activity. A small network hardly sees attacks in
 * squares; the hand-written evaluation counts them, and its functions do it here. Shelter is left out of the danger:
 * the network sees the pawns, and it would cost a look into the pawn table.
 */
import { phaseNow, taper } from './hand-evaluation';
import { WHITE } from './squares';
import { danger } from './king-danger';
import { mobility } from './mobility';
import { startAttacks } from './attacks';
import { threats } from './threats';
import { turn } from './position';

const NO_SHELTER: i32 = 0;

/** Units of the search for the side to move: mobility, danger for the kings, threats. */
export let mobilityTerm: i32 = 0;
export let dangerTerm: i32 = 0;
export let threatTerm: i32 = 0;

/** Brings the three terms up to date. */
export function measureActivity(): void {
  startAttacks();
  const phase = phaseNow();
  mobilityTerm = forMover(mobility(0) - mobility(1), phase);
  dangerTerm = forMover(danger(1, NO_SHELTER) - danger(0, NO_SHELTER), phase);
  threatTerm = forMover(threats(0) - threats(1), phase);
}

function forMover(score: i32, phase: i32): i32 {
  const result = taper(score, phase);
  return turn == WHITE ? result : -result;
}

/** One of the terms that were measured last, for the trainer. */
export function activityTerm(index: i32): i32 {
  return index == 0 ? mobilityTerm : index == 1 ? dangerTerm : threatTerm;
}
