import { html, type Html } from '../../html.ts';
import { evaluationBar } from './evaluation.ts';
import type { JudgedMove, Story } from './story.ts';

/** The shown place: a half-move, and how many moves of its best line replace the moves of the game. */
export interface Place {
  ply: number;
  line: number;
  isFlipped: boolean;
}

/** The address of a place. An absent member keeps its current value, except that a line ends. */
export type PlaceAddress = (place: Partial<Place>) => string;

/** Addresses of places at `path`. */
export function placeAddress(path: string, current: Place): PlaceAddress {
  return ({ ply = current.ply, line = 0, isFlipped = current.isFlipped }) =>
    `${path}?ply=${ply}${line > 0 ? `&line=${line}` : ''}${isFlipped ? '&flip=1' : ''}`;
}

export type Step = 'first' | 'previous' | 'next' | 'last' | 'previous_key' | 'next_key';

type Target = Pick<Place, 'ply' | 'line'>;

/**
 * The target of each step; undefined at the ends. Within a line a step is a move of the line; before its first move
 * is the game.
 */
export function stepsFrom({ ply, line }: Target, story: Story): Record<Step, Target | undefined> {
  const { moves, keyPlies } = story;
  const plies = moves.length;
  const to = (wanted: number | undefined): Target | undefined =>
    wanted === undefined || wanted < 0 || wanted > plies ? undefined : { ply: wanted, line: 0 };
  const isLongest = line >= longestLine(story, ply);
  return {
    first: ply > 0 ? to(0) : undefined,
    previous: line > 0 ? { ply, line: line - 1 } : to(ply - 1),
    next: line === 0 ? to(ply + 1) : isLongest ? undefined : { ply, line: line + 1 },
    last: ply < plies ? to(plies) : undefined,
    previous_key: to(keyPlies.findLast((key) => key < ply)),
    next_key: to(keyPlies.find((key) => key > ply)),
  };
}

/** The position after `ply` half-moves, with all six fields. */
export const fenAt = ({ startFen, moves }: Story, ply: number): string => moves[ply - 1]?.fen ?? startFen;

/** The best line from before a half-move. At the start it is the line of the first half-move. */
export const lineAt = ({ moves }: Story, ply: number): JudgedMove['line'] | undefined =>
  moves[Math.max(0, ply - 1)]?.judged?.line;

/** The number of moves of the best line. */
export const longestLine = (story: Story, ply: number): number => lineAt(story, ply)?.moves.length ?? 0;

/** The next half-move of a quality after `after`; after the last one, the first of the game. */
export function nextOf(
  { moves }: Story,
  { quality, side }: { quality: string; side: string },
  after: number,
): number | undefined {
  const plies = moves.flatMap((move, index) =>
    move.side === side && move.judged?.quality === quality ? [index + 1] : [],
  );
  return plies.find((ply) => ply > after) ?? plies[0];
}

/** The bar of a place. */
export function barOf({ words, chances, evaluations }: Story, { ply, isFlipped }: Place): Html {
  const shown = evaluations[ply];
  return evaluationBar({
    label: words.evaluation,
    chances: chances[ply] ?? null,
    shown: shown ?? '?',
    text: shown ?? words.unknown,
    isFlipped,
  });
}

/** Mistakes and blunders of the graph; inaccuracies would crowd them out. */
export function marksOf({ moves }: Story): { ply: number; quality: string }[] {
  return moves.flatMap(({ judged }, index) =>
    judged?.quality === 'Mistake' || judged?.quality === 'Blunder'
      ? [{ ply: index + 1, quality: judged.quality }]
      : [],
  );
}

/**
 * The live region's sentence for a place; a line is read move by move. Text that the page shows elsewhere is hidden
 * from the eye.
 */
export function sentenceOf(story: Story, { ply, line }: Place): Html {
  const { words, moves } = story;
  const move = moves[ply - 1];
  const name = line > 0 ? lineAt(story, ply)?.sans[line - 1] : move?.name;
  return html`<span><span class="hidden">${name ?? words.start}</span> ${line === 0 && move?.text}</span>`;
}
