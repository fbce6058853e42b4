import { startFen } from '../../engine/fen.ts';
import type { Referee } from './referee.ts';
import type { UciClient } from './uci-client.ts';

export interface TimeControl {
  /** Fixed nodes per move for the two engines of the match; without it, the clock applies. */
  nodes?: { a: number; b: number };
  baseMs: number;
  incrementMs: number;
  /** The time by which a side may exceed its clock without losing. */
  graceMs: number;
}

export interface GameResult {
  /** Points of White: 1, 0.5 or 0. */
  white: number;
  reason: string;
  moves: string[];
}

const longestGame = 400;
/** Plies for which both sides must agree on the result. */
const agreement = 6;
const resignAt = 900;
const drawWithin = 8;
const drawAfterPly = 80;

/** One game; the first engine has White. */
export async function playGame(
  referee: Referee,
  engines: [UciClient, UciClient],
  opening: readonly string[],
  control: TimeControl & { isSwapped: boolean },
): Promise<GameResult> {
  const moves = [...opening];
  const clock: [number, number] = [control.baseMs, control.baseMs];
  const whiteScores: number[] = [];
  for (const engine of engines) await engine.newGame();
  for (;;) {
    const side = (moves.length & 1) as 0 | 1; // one bit
    referee.set(startFen, moves);
    const verdict = referee.verdict();
    if (verdict === 'mated') return { white: side, reason: 'mate', moves };
    if (verdict === 'draw' || moves.length >= longestGame) return { white: 0.5, reason: 'draw', moves };
    const agreed = adjudicate(whiteScores, moves.length);
    if (agreed !== undefined) return { white: agreed, reason: 'adjudicated', moves };

    const go =
      control.nodes === undefined
        ? `go wtime ${Math.max(1, Math.round(clock[0]))} btime ${Math.max(1, Math.round(clock[1]))} winc ${control.incrementMs} binc ${control.incrementMs}`
        : `go nodes ${(side === 1) === control.isSwapped ? control.nodes.a : control.nodes.b}`;
    const answer = await engines[side].search(`position startpos moves ${moves.join(' ')}`, go);
    clock[side] += control.incrementMs - answer.wallMs;
    if (control.nodes === undefined && clock[side] < -control.graceMs)
      return { white: side, reason: 'time', moves };
    if (!referee.legal().includes(answer.move))
      return { white: side, reason: `illegal move ${answer.move}`, moves };
    moves.push(answer.move);
    whiteScores.push(side === 0 ? answer.score : -answer.score);
  }
}

function adjudicate(whiteScores: number[], ply: number): number | undefined {
  const last = whiteScores.slice(-agreement);
  if (last.length < agreement) return undefined;
  if (last.every((score) => score >= resignAt)) return 1;
  if (last.every((score) => score <= -resignAt)) return 0;
  if (ply >= drawAfterPly && last.every((score) => Math.abs(score) <= drawWithin)) return 0.5;
  return undefined;
}
