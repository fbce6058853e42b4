import { sigmoid } from './linear.ts';

/** Log-odds of winning per unit of the search: the inverse of the scale in the core's `net.ts`. */
export const unitScale = 1 / 200;
/** The header before the positions of each game. */
export const gameLine = 'game';
/** Marks a random move of the game. */
export const slipLine = 'slip';

/** A position of a self-play game. */
export interface Noted {
  fen: string;
  /** Points of White: the result of the game (1, 0.5, 0), and the expectation of the search. */
  result: number;
  expected: number;
}

/** A position as a line; the score is from White's view, in units of the search. */
export function writeLine(fen: string, result: number, score: number): string {
  return `${fen}|${result}|${score}`;
}

/** The content of a line: a position or a mark; undefined for an incomplete line. */
export function readLine(line: string): Noted | 'game' | 'slip' | undefined {
  if (line === gameLine) return 'game';
  if (line === slipLine) return 'slip';
  const [fen = '', result = '', score = ''] = line.split('|');
  if (fen === '' || !/^(?:0|0\.5|1)$/.test(result) || !/^-?\d+$/.test(score)) return undefined;
  return { fen, result: Number(result), expected: sigmoid(Number(score), unitScale) };
}
