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
  await page.getByRole('region', { name: 'Winning chances as a table' }).getByText('3... Nf6').waitFor();
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
  const text = await file.text();
  expect(text).toContain('Nf6 $4');
  expect(await page.getByRole('region', { name: 'PGN' }).textContent()).toBe(text.trim());
  expect(complaints).toEqual([]);
});

test('the start of a reviewed game shows the best line, without scripts too', async () => {
  for (const javaScript of [true, false]) {
    const { page } = await portal.open({ javaScript });
    await page.goto(`/chess/reviews/${reviewId}`);
    expect(await page.getByRole('region', { name: 'FEN' }).textContent()).toBe(startFen);
    await page.getByRole('button', { name: 'Show the line' }).click();
    await page.getByRole('gridcell', { name: 'e4 white pawn' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?ply=0&line=1');
    // a position of a line is not a position of the game
    expect(await page.getByRole('region', { name: 'FEN' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to the game' }).click();
    await page.getByRole('gridcell', { name: 'e2 white pawn' }).waitFor();
  }
});

test('single keys are turned off in the list of keys, and on again', async () => {
  const { page } = await portal.open();
  await page.goto(pathOf(0));
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  for (const text of ['Start and end of the game', 'Previous and next key moment', 'Flip the board']) {
    await dialog.getByText(text).waitFor();
  }
  expect(await listViolations(page)).toEqual([]);
  await takeScreenshot(page, 'keys-1280');
  await dialog.getByLabel('Use single keys').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  for (const key of ['?', 'f']) await page.keyboard.press(key);
  expect(await dialog.isVisible()).toBe(false);
  expect(new URL(page.url()).search).toBe('?ply=0');

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByLabel('Use single keys').check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('f');
  await expect.poll(() => new URL(page.url()).search).toBe('?ply=0&flip=1');
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
  expect(await page.getByRole('region', { name: 'FEN' }).textContent()).toContain(
    '/4P3/8/PPPP1PPP/RNBQKBNR b',
  );
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
  await page.getByRole('link', { name: 'Download PGN' }).waitFor();
  const judged = await fetch(`${portal.url}/chess/reviews/${id}/pgn`);
  expect(await judged.text()).toContain('Nf6 $4');

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

test('a review that waits is asked for as seldom as the server wants, and no more once it is gone', async () => {
  const { page } = await portal.open();
  await page.clock.install();
  await page.goto(`/chess/archive/${await importGame()}`);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.waitForURL(/\/chess\/reviews\//);
  await page.getByRole('button', { name: 'Cancel review' }).waitFor();
  const { pathname } = new URL(page.url());
  const { page: document } = await portal.open({ javaScript: false });
  await document.goto(pathname);
  await document.getByRole('link', { name: 'Load again' }).click();
  await document.getByText(/^The review (waits|runs)/).waitFor();

  let status = 429;
  const answers: number[] = [];
  await page.route(`**${pathname}*`, async (route) => {
    const body = '<main><h1>Page not found</h1></main>';
    await route.fulfill({ status, body, contentType: 'text/html', headers: { 'retry-after': '40' } });
    answers.push(status);
  });
  const settled = async (expected: readonly number[]) => {
    await expect.poll(() => answers).toEqual(expected);
    // the page handles the earlier answer before this one
    await page.evaluate(async () => (await fetch('/favicon.svg')).text());
  };
  await page.clock.pauseAt(Date.now() + 60_000);
  await settled([429]);
  await page.clock.runFor(39_000);
  await settled([429]);
  status = 404;
  await page.clock.runFor(2_000);
  await settled([429, 404]);
  await expect.poll(() => page.locator('[data-part=progress]').textContent()).toContain('Page not found');
  await page.clock.runFor(600_000);
  await settled([429, 404]);
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
    // visible once, in the heading
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
