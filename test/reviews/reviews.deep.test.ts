import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAnalyst } from '../../activities/engine/analyst.ts';
import { chancesLost } from '../../chess/review/grading.ts';
import { isIdleBlunder } from '../../chess/review/key-moments.ts';
import type { Annotation, ReviewResult } from '../../chess/review/result.ts';
import { Book } from '../../engine/book/polyglot.ts';
import { EnginePool } from '../../engine/pool.ts';
import { Board } from '../../engine/uci/board.ts';
import { bookOf } from './example-book.ts';
import { labelOf, readExamples } from './read-games.ts';
import { reviewInProcess } from './review-example.ts';

/**
 * Example games with known blunders, missed mates, sacrifices, endgames and book openings: a review names the moves
 * that a strong player would name, and no others.
 */

// a depth decides, not the time: a busy machine makes the same review
const settings = { depth: 14, movetimeMs: 20_000 };
const games = readExamples();

let pool: EnginePool;
let board: Board;
let folder: string;
let book: Book;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-examples-'));
  const path = join(folder, 'book.bin');
  writeFileSync(path, bookOf(games));
  [pool, board, book] = [
    await EnginePool.open({ threads: 1, hashMb: 16 }),
    await Board.open(),
    await Book.open(path),
  ];
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pool.close();
});

test('there are more than twenty', () => {
  expect(games.length).toBeGreaterThan(20);
});

test.each(games)('$name', async (game) => {
  const analyst = createAnalyst({ pool, board, book: game.bookPlies > 0 ? book : null, tableMen: 0 });
  const review = await reviewInProcess(analyst, game, settings);
  const byLabel = new Map(review.annotations.map((each) => [labelOf(each), each]));

  const wrong = game.grades.filter(
    ({ move, qualities }) => !qualities.includes(byLabel.get(move)?.quality ?? ''),
  );
  expect(wrong.map(({ move }) => `${move} ${byLabel.get(move)?.quality}`)).toEqual([]);
  const found = review.key_moments.map((each) => ({ move: labelOf(each), kind: each.kind as string }));
  for (const { move, kinds } of game.keyMoments) {
    expect(kinds, `${move} among ${JSON.stringify(found)}`).toContain(
      found.find((each) => each.move === move)?.kind,
    );
  }
  // if the game has key moments, other moves may be bad as well
  const bad = game.keyMoments.length === 0 ? [] : ['Mistake', 'Blunder'];
  const others = found.filter(({ move }) => !game.keyMoments.some((each) => each.move === move));
  expect(others.filter(({ move }) => !bad.includes(byLabel.get(move)?.quality ?? ''))).toEqual([]);
  expectSummary(review);
});

/** The numbers of the summary agree with those of the list. */
function expectSummary({ annotations, summary, key_moments }: ReviewResult): void {
  const blunders = annotations.filter((each) => each.quality === 'Blunder' && !isIdleBlunder(each));
  expect(key_moments.map(({ ply }) => ply)).toEqual(blunders.map(({ ply }) => ply));
  const best = annotations.filter(({ quality }) => quality === 'Best');
  expect(best.filter((each) => chancesLost(each) > 0)).toEqual([]);
  const count = (quality: Annotation['quality']) =>
    annotations.filter((each) => each.quality === quality).length;
  expect({
    total_moves: summary.total_moves,
    best_moves: summary.best_moves,
    excellent_moves: summary.excellent_moves,
    good_moves: summary.good_moves,
    inaccuracies: summary.inaccuracies,
    mistakes: summary.mistakes,
    blunders: summary.blunders,
    book_moves: summary.book_moves,
  }).toEqual({
    total_moves: annotations.length,
    best_moves: count('Best'),
    excellent_moves: count('Excellent'),
    good_moves: count('Good'),
    inaccuracies: count('Inaccuracy'),
    mistakes: count('Mistake'),
    blunders: count('Blunder'),
    book_moves: count('Book'),
  });
  const graded = annotations.filter(({ quality }) => quality !== 'Book');
  const lost = graded.reduce((sum, each) => sum + Math.min(1_000, each.centipawn_loss), 0);
  const average = graded.length === 0 ? 0 : lost / graded.length;
  // the summary rounds to one decimal
  expect(Math.abs(summary.average_centipawn_loss - average)).toBeLessThan(0.051);
}
