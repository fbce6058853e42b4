import { boardOf } from '../position.ts';
import { gamePhases, type GamePhase } from './result.ts';

/**
 * The phase in which each move was played, from the positions before the moves. An endgame has at most six pieces
 * besides kings and pawns. A middlegame has at most ten, or a side with fewer than four men on its first rank. A game
 * never returns to an earlier phase.
 */
export function phasesOf(fens: readonly string[]): GamePhase[] {
  let reached = 0;
  return fens.map((fen) => {
    reached = Math.max(reached, gamePhases.indexOf(phaseAt(fen)));
    return gamePhases[reached] ?? 'opening';
  });
}

function phaseAt(fen: string): GamePhase {
  const men = Object.entries(boardOf(fen));
  const pieces = men.filter(([, letter]) => /[NBRQ]/i.test(letter)).length;
  if (pieces <= 6) return 'endgame';
  const isAtHome = ([square, letter]: [string, string]) =>
    square.endsWith(letter === letter.toUpperCase() ? '1' : '8');
  const home = men.filter(isAtHome);
  const whiteHome = home.filter(([square]) => square.endsWith('1')).length;
  const isDeveloped = whiteHome < 4 || home.length - whiteHome < 4;
  return pieces <= 10 || isDeveloped ? 'middlegame' : 'opening';
}
