import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFen } from '../../chess/fen.ts';
import { annotateGame } from '../../chess/review/annotate.ts';
import { readPlayedMoves } from '../../chess/review/played-moves.ts';
import { saveReviewPosition } from '../../store/postgres/chess/review-positions.ts';
import { completeReview, insertReview } from '../../store/postgres/chess/reviews.ts';
import { openPool, type Pool } from '../../store/postgres/pool.ts';
import { query } from '../support/database.ts';
import { createAdministrator } from '../support/portal/administrator.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { answers, longPgn, moves, pgn, storedAnswer } from '../support/portal/reviewed-game.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let pool: Pool;
let gameId: string;
let reviewId: string;

beforeAll(async () => {
  pool = await openPool(portal.platform.databaseUrl, 1);
  gameId = await importGame();
  reviewId = await insertCompleted();
});

afterAll(async () => {
  await pool.end();
});

async function importGame(body = pgn): Promise<string> {
  const response = await fetch(`${portal.url}/api/games/pgn`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain' },
  });
  return ((await response.json()) as { game_id: string }).game_id;
}

async function insertCompleted(): Promise<string> {
  const inserted = await insertReview(
    pool,
    {
      gameId,
      startFen,
      moves,
      settings: { depth: 30, movetimeMs: 100 },
      submittedBy: null,
      workflowIdOf: (id) => `review:${id}`,
    },
    { maxJobs: 1_000, maxConcurrentJobs: 1_000 },
  );
  if (inserted.kind === 'busy') throw new Error('busy');
  const settings = { depth: 30, isBookAvailable: false, isTablebaseAvailable: false };
  const played = readPlayedMoves(startFen, moves);
  await completeReview(
    pool,
    inserted.review.id,
    annotateGame({ startFen, moves: played, positions: answers, settings }),
  );
  return inserted.review.id;
}

const pathOf = (ply: number) => `/chess/reviews/${reviewId}?ply=${ply}`;

test('a review is complete without scripts', async () => {
  const { page, complaints } = await portal.open({ javaScript: false });
  await page.goto(pathOf(6));

  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Review: Ada – Ben');
  const board = page.getByRole('grid', { name: 'Board' });
  expect(await board.getByRole('row').count()).toBe(8);
  expect(await board.getByRole('gridcell').count()).toBe(64);
  expect(await board.getByRole('gridcell', { name: 'f6 black knight' }).count()).toBe(1);
  expect(await page.locator('.overlay .arrow.played').count()).toBe(1);
  expect(await page.locator('.overlay .arrow.best').count()).toBe(1);
  expect(await page.locator('.overlay .glyph').textContent()).toBe('??');
  expect(await page.getByRole('meter', { name: 'Evaluation' }).getAttribute('aria-valuetext')).toBe('#1');
  expect(await page.getByRole('figure', { name: 'Winning chances' }).count()).toBe(1);
  expect(await page.locator('[aria-live=polite]').textContent()).toContain('3... Nf6: Blunder.');

  await page.getByRole('list', { name: 'Moves' }).getByRole('link', { name: 'Qh5' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?ply=5');
  await page.getByRole('link', { name: 'Next move' }).click();
  await page.getByRole('button', { name: 'Show the line' }).click();
  await expect.poll(() => board.getByRole('gridcell', { name: 'g6 black pawn' }).count()).toBe(1);
  await page.getByRole('link', { name: 'Back to the game' }).click();
  await page.getByRole('button', { name: 'Flip board' }).click();
  await expect
    .poll(() => board.getByRole('gridcell').first().getAttribute('aria-label'))
    .toBe('h1 white rook');
  const pgnLink = await page.getByRole('link', { name: 'Download PGN' }).getAttribute('href');
  const file = await fetch(new URL(pgnLink ?? '', portal.url));
  expect(file.headers.get('content-disposition')).toContain('.pgn');
  expect(await file.text()).toContain('Nf6 $4');
  expect(complaints).toEqual([]);
});

test('the numbers of the summary are those of the list', async () => {
  const { page } = await portal.open();
  await page.goto(pathOf(0));
  for (const quality of ['Inaccuracy', 'Mistake', 'Blunder']) {
    for (const [index, side] of ['white', 'black'].entries()) {
      const listed = await page.locator(`.moves li.${side}[data-quality=${quality}]`).count();
      const row = page.getByRole('row').filter({ hasText: quality }).filter({ hasNotText: 'chances' });
      expect(
        await row
          .getByRole('cell')
          .nth(index + 1)
          .textContent(),
      ).toBe(String(listed));
    }
  }
  await page.getByRole('link', { name: '1 of Black, Blunder: go to the next' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?ply=6');
});

test('keys, the graph and the line move the board in place', async () => {
  const { page, complaints } = await portal.open();
  await page.goto(pathOf(0));
  const place = () => new URL(page.url()).search;
  const press = async (key: string, search: string) => {
    await page.keyboard.press(key);
    await expect.poll(place).toBe(search);
  };
  await press('ArrowRight', '?ply=1');
  await press('End', '?ply=7');
  await press('ArrowLeft', '?ply=6');
  await press('Home', '?ply=0');
  await press('ArrowDown', '?ply=6');
  await press('ArrowUp', '?ply=6');
  await press('f', '?ply=6&flip=1');
  const board = page.getByRole('grid', { name: 'Board' });
  await expect
    .poll(() => board.getByRole('gridcell').first().getAttribute('aria-label'))
    .toBe('h1 white rook');
  await expect.poll(() => page.locator('[aria-live=polite]').textContent()).toContain('Better was g6');

  await page.getByRole('button', { name: 'Show the line' }).click();
  await expect.poll(() => board.getByRole('gridcell', { name: 'g6 black pawn' }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(place).toBe('?ply=6&flip=1');

  await page.getByRole('link', { name: 'Qf3' }).click();
  await expect.poll(place).toBe('?ply=6&line=2&flip=1');
  await press('ArrowRight', '?ply=6&line=2&flip=1');
  await press('ArrowLeft', '?ply=6&line=1&flip=1');
  await press('ArrowRight', '?ply=6&line=2&flip=1');
  await expect.poll(() => board.getByRole('gridcell', { name: 'f3 white queen' }).count()).toBe(1);
  await press('ArrowLeft', '?ply=6&line=1&flip=1');
  await press('ArrowLeft', '?ply=6&flip=1');
  expect(await page.locator('.keys-hint').textContent()).toContain('Esc leaves it');
  const box = await page.locator('.scrubber').boundingBox();
  if (!box) throw new Error('no graph');
  await page.mouse.move(box.x + 2, box.y + 20);
  await page.mouse.down();
  await expect.poll(place).toBe('?ply=0&flip=1');
  await page.mouse.move(box.x + box.width / 7, box.y + 20);
  await expect.poll(place).toBe('?ply=1&flip=1');
  await page.mouse.up();
  expect(complaints).toEqual([]);
});

test('a finished game leads to its review, which fills from the end and can be cancelled', async () => {
  const { page, complaints } = await portal.open();
  const game = await importGame();
  await page.goto(`/chess/archive/${game}?ply=3`);
  expect(await page.getByRole('gridcell', { name: 'c4 white bishop' }).count()).toBe(1);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.getByRole('gridcell', { name: 'c6 black knight' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.waitForURL(/\/chess\/reviews\//);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Cancel review' }).waitFor();
  await expect.poll(() => page.getByRole('gridcell', { name: 'f7 white queen' }).count()).toBe(1);

  await expect.poll(() => saveReviewPosition(pool, id, { ply: 7, analysis: storedAnswer(7) })).toBe(true);
  for (const ply of [6, 5]) await saveReviewPosition(pool, id, { ply, analysis: storedAnswer(ply) });
  await expect.poll(() => page.locator('.moves li[data-quality]').count()).toBe(2);
  await expect.poll(() => page.locator('.moves li[data-glyph="??"]').count()).toBe(1);
  await expect
    .poll(() => page.getByRole('status').textContent())
    .toContain('half-moves 1 to 5 are not known');
  expect(await listViolations(page)).toEqual([]);
  await page.goto(`/chess/archive/${game}`);
  await page.getByRole('link', { name: 'Open the review' }).click();
  await page.waitForURL(`**/chess/reviews/${id}`);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => new URL(page.url()).search).toBe('?ply=6');
  await page.getByRole('button', { name: 'Cancel review' }).click();
  await expect.poll(() => page.getByRole('note').textContent()).toContain('cancelled');
  await expect.poll(() => page.locator('.moves li[data-glyph="??"]').count()).toBe(1);
  expect(new URL(page.url()).search).toBe('?ply=6');
  expect(await listViolations(page)).toEqual([]);

  await page.goto(`/chess/reviews/${id}`);
  expect(await page.getByRole('gridcell', { name: 'f7 white queen' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Review again' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await page.getByRole('button', { name: 'Cancel review' }).click();
  await expect.poll(() => page.getByRole('note').textContent()).toContain('cancelled');

  const operator = await portal.openAs(await createAdministrator(portal.platform));
  const jobs = () =>
    query<{ id: string }>(
      portal.platform.databaseUrl,
      `select id from jobs where payload ->> 'reviewId' = $1`,
      [id],
    );
  await expect.poll(jobs).toHaveLength(1);
  await operator.page.goto(`/admin/jobs/${(await jobs())[0]?.id}`);
  await operator.page.getByRole('link', { name: 'Open the review' }).click();
  await operator.page.getByRole('button', { name: 'Review again' }).waitFor();

  await page.goto(pathOf(0));
  expect(await page.getByRole('button', { name: 'Cancel review' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Review more deeply' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(reviewId));
  await page.getByRole('button', { name: 'Cancel review' }).click();
  await expect.poll(() => page.getByRole('note').textContent()).toContain('cancelled');
  expect(complaints).toEqual([]);
});

test('a long list of moves ends above the footer, and the way to a review is above the fold', async () => {
  const id = await importGame(longPgn);
  for (const width of [360, 1280] as const) {
    const { page } = await portal.open({ width });
    await page.goto(`/chess/archive/${id}`);
    expect(await page.locator('.moves li').count()).toBeGreaterThan(80);
    expect(await overflows(page)).toBe(false);
    const box = await page.getByRole('button', { name: 'Review this game' }).boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900);
    expect(await page.locator('.keys-hint').textContent()).not.toContain('key moments');
    // for the eye once, in the heading
    expect(await page.locator('.said .hidden').textContent()).toBe('Start of the game');
    expect((await page.locator('.said').textContent())?.trim()).toBe('Start of the game');
  }
});

test('letters of the board lie above the men, and the bar shows whole values', async () => {
  const { page } = await portal.open({ width: 360 });
  await page.goto(pathOf(4));
  const letters =
    await page.evaluate(`[...document.querySelectorAll('[data-file], [data-rank]')].map((cell) => {
    const letter = getComputedStyle(cell, cell.dataset.file ? '::after' : '::before');
    return letter.zIndex === '1' && letter.backgroundColor === getComputedStyle(cell).backgroundColor;
  })`);
  expect(letters).toEqual(Array(15).fill(true));
  const cut = await page.evaluate(`(() => {
    const span = document.querySelector('.evaluation span');
    return ['+100', '#-12', '-10', '+9.9'].filter((text) => {
      span.textContent = text;
      return span.scrollWidth > span.clientWidth;
    });
  })()`);
  expect(cut).toEqual([]);
});

test('reviews are listed by the players', async () => {
  const { page } = await portal.open();
  await page.goto('/chess');
  const reviews = page.getByRole('region', { name: 'Reviews' });
  expect(await reviews.getByRole('link', { name: 'Ada – Ben' }).count()).toBeGreaterThan(0);
});

test('what is not there is 404', async () => {
  for (const path of ['reviews', 'archive']) {
    for (const id of ['no-id', '01a221a5-f435-717b-a130-81f523bc4756']) {
      const response = await fetch(`${portal.url}/chess/${path}/${id}`, {
        headers: { accept: 'text/html' },
      });
      expect(response.status).toBe(404);
    }
  }
});

test.each(['light', 'dark'] as const)('the pages of replay are accessible (%s)', async (theme) => {
  for (const width of [360, 1280] as const) {
    const { page } = await portal.open({ theme, width });
    for (const path of [
      pathOf(6),
      `${pathOf(6)}&line=1&flip=1`,
      `/chess/archive/${gameId}`,
      '/chess/archive',
    ]) {
      await page.goto(path);
      expect(await listViolations(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
    await page.goto(pathOf(6));
    await takeScreenshot(page, `chess-review-${theme}-${width}`);
  }
});
