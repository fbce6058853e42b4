import { sigmoid } from './linear.ts';

/** Log-odds of winning per unit of the search, as the core's `net.ts` has it: one over its scale. */
export const unitScale = 1 / 200;
/** The header before the positions of each game. */
export const gameLine = 'game';
/** Stands where a move of the game was made at random. */
export const slipLine = 'slip';

/** A position of a game that the engine played against itself. */
export interface Noted {
  fen: string;
  /** Points of White: the game's (1, 0.5, 0), and those the search expected. */
  result: number;
  expected: number;
}

/** A position as a line; the score is White's, in units of the search. */
export function writeLine(fen: string, result: number, score: number): string {
  return `${fen}|${result}|${score}`;
}

/** The meaning of a line: a position, or one of the marks between them; nothing when the line was torn. */
export function readLine(line: string): Noted | 'game' | 'slip' | undefined {
  if (line === gameLine) return 'game';
  if (line === slipLine) return 'slip';
  const [fen = '', result = '', score = ''] = line.split('|');
  if (fen === '' || !/^(?:0|0\.5|1)$/.test(result) || !/^-?\d+$/.test(score)) return undefined;
  return { fen, result: Number(result), expected: sigmoid(Number(score), unitScale) };
}
