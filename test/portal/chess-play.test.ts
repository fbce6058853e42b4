import { expect, test } from 'vitest';
import type { WatchedPage } from '../support/portal/browser.ts';
import {
  click,
  drag,
  importButton,
  linkOf,
  newGame,
  seen,
  square,
  type,
} from '../support/portal/chess-board.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();

async function twoBrowsers(): Promise<[WatchedPage, WatchedPage]> {
  return Promise.all([portal.open(), portal.open({ width: 360, hasTouch: true })]);
}

test('two browsers play a game to mate, live, by mouse, touch, keyboard and text', async () => {
  const [white, black] = await twoBrowsers();
  const [one, two] = [white.page, black.page];
  await newGame(one);
  expect(await one.getByRole('list', { name: 'Moves' }).getByRole('listitem').count()).toBe(0);
  await one.getByRole('list', { name: 'Moves' }).waitFor();
  await two.goto(await linkOf(one));
  await expect.poll(() => two.getByRole('gridcell').first().getAttribute('aria-label')).toBe('h1 white rook');

  await square(one, 'e2').click();
  await expect.poll(() => one.locator('.square.target').count()).toBe(2);
  await expect.poll(() => one.locator('[data-here]').textContent()).toBe('e2 white pawn can go to e3, e4');
  await square(one, 'e4').click();
  await seen(two, 'e4 white pawn');
  await expect.poll(() => two.locator('[data-part=said]').textContent()).toBe('1. e4. Black to move.');

  await square(two, 'e7').tap();
  await square(two, 'e5').tap();
  await seen(one, 'e5 black pawn');
  await drag(one, 'f1', 'c4');
  await seen(two, 'c4 white bishop');
  await type(two, 'Nc6');
  await seen(one, 'c6 black knight');

  await square(one, 'd1').focus();
  await one.keyboard.press('Enter');
  await expect.poll(() => square(one, 'd1').getAttribute('aria-selected')).toBe('true');
  await one.keyboard.press('Escape');
  await expect.poll(() => one.locator('.square.selected').count()).toBe(0);
  await one.keyboard.press('Enter');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await one.keyboard.press(key);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await one.keyboard.press(key);
  await one.keyboard.press('Enter');
  await seen(two, 'h5 white queen');

  await type(two, 'Ke6');
  await expect.poll(() => two.getByRole('alert').textContent()).toContain('Ke6 is no legal move here');
  expect(await two.locator('[role=alert]:focus').count()).toBe(1);
  const [summary, board] = await Promise.all([
    two.getByRole('alert').boundingBox(),
    two.getByRole('grid', { name: 'Board' }).boundingBox(),
  ]);
  expect(summary?.y).toBeLessThan(board?.y ?? 0);
  await type(two, 'nf6');
  await seen(one, 'f6 black knight');
  await click(one, 'h5', 'f7');
  for (const page of [one, two]) {
    await page.getByRole('heading', { name: 'Checkmate: White wins (1-0)' }).waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Moves' }).getByRole('listitem').count()).toBe(7);
    await expect.poll(() => page.getByRole('button', { name: 'Resign' }).count()).toBe(0);
  }
  await one.getByRole('button', { name: 'Review this game' }).click();
  await one.waitForURL(/\/chess\/reviews\//);
  await one.getByRole('button', { name: 'Cancel review' }).waitFor();
  expect([...white.complaints, ...black.complaints]).toEqual([]);
});

test('a draw is offered and accepted, a repetition claimed, a game resigned', async () => {
  const [white, black] = await twoBrowsers();
  const [one, two] = [white.page, black.page];
  await newGame(one);
  await two.goto(await linkOf(one));
  await type(one, 'e4');
  await seen(two, 'e4 white pawn');
  await type(two, 'e5');
  await seen(one, 'e5 black pawn');
  await one.getByRole('button', { name: 'Offer draw' }).click();
  await two.getByText('White offers a draw. Black’s next move declines it.', { exact: true }).waitFor();
  await two.getByRole('button', { name: 'Accept draw' }).click();
  await one.getByRole('heading', { name: 'Draw by agreement' }).waitFor();

  await newGame(one);
  for (const [index, move] of ['e4', 'e5'].entries()) {
    await type(one, move);
    await one.locator('.moves li').nth(index).waitFor();
  }
  await one.getByRole('button', { name: 'Offer draw' }).click();
  await one.locator('strong').getByText('White offers a draw.').waitFor();
  // the test plays both sides in one browser
  await one.getByRole('button', { name: 'Accept draw' }).click();
  await one.getByRole('heading', { name: 'Draw by agreement' }).waitFor();

  await newGame(one);
  const knights = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
  for (const [index, move] of [...knights, ...knights.slice(0, 3)].entries()) {
    await type(one, move);
    await one.locator('.moves li').nth(index).waitFor();
  }
  await one.getByText('7 of 100').waitFor();
  // a claim with an intended move (FIDE 9.2.1)
  await one.getByText('A draw can be claimed with the move that makes it').waitFor();
  await one.getByRole('button', { name: 'Claim draw' }).click();
  await one.getByRole('alert').waitFor();
  await one.getByLabel('Move', { exact: true }).fill('Ng8');
  await one.getByRole('button', { name: 'Claim draw' }).click();
  await one.getByRole('heading', { name: 'Threefold repetition: Draw' }).waitFor();

  await newGame(one);
  await two.goto(await linkOf(one));
  await two.getByRole('button', { name: 'Resign' }).click();
  await two.getByRole('link', { name: 'Keep playing' }).click();
  await two.getByRole('button', { name: 'Resign' }).click();
  await expect.poll(() => two.getByRole('radio', { name: 'Black' }).isChecked()).toBe(true);
  await two.getByRole('button', { name: 'Confirm' }).click();
  await one.getByRole('heading', { name: 'Resignation: White wins (1-0)' }).waitFor();
  expect([...white.complaints, ...black.complaints]).toEqual([]);
});

test('a pawn becomes what the dialog is asked for, and a lost connection comes back', async () => {
  const { page, complaints } = await portal.open();
  let isAway = false;
  let drop = (): void => undefined;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (isAway) void socket.close();
    else socket.connectToServer();
    drop = () => void socket.close();
  });
  await page.goto('/chess');
  await page.getByLabel('FEN').fill('8/P6k/8/8/8/8/6PK/8 w - - 0 1');
  await importButton(page, 'FEN').click();
  await page.waitForURL(/\/chess\/games\//);
  await click(page, 'a7', 'a8');
  await page.getByRole('dialog').getByRole('button', { name: 'Queen' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await seen(page, 'a7 white pawn');
  await click(page, 'a7', 'a8');
  for (const name of ['Queen', 'Rook', 'Bishop']) {
    await page.getByRole('dialog').getByRole('button', { name }).waitFor();
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Knight' }).click();
  await seen(page, 'a8 white knight');
  await page.getByRole('list', { name: 'Moves' }).getByText('a8=N').waitFor();

  const id = new URL(page.url()).pathname.split('/').at(-1);
  const play = (from: string, to: string) =>
    fetch(`${portal.url}/api/games/${id}/move`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from, to }),
    });
  isAway = true;
  drop();
  await page.getByText('The connection is lost.').waitFor();
  expect((await play('h7', 'g7')).status).toBe(200);
  isAway = false;
  await seen(page, 'g7 black king');
  await page.getByText('The connection is lost.').waitFor({ state: 'detached' });

  // an earlier position only changes the view; the page still receives the next move
  await page.getByRole('list', { name: 'Moves' }).getByRole('link', { name: 'a8=N' }).click();
  await seen(page, 'h7 black king');
  await expect.poll(() => page.locator('.square.movable').count()).toBe(0);
  await page.getByRole('link', { name: 'Back to the current position' }).click();
  await seen(page, 'g7 black king');
  expect(complaints).toEqual([]);
});
