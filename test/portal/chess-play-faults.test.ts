import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listViolations, takeScreenshot } from '../support/portal/browser.ts';
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

const forms = /\/chess\/games\/[^/]+$/;

const moves = (page: Page) => page.getByRole('list', { name: 'Moves' }).getByRole('listitem');

test('a move that was made without a connection is sent when it is back', async () => {
  const { page } = await portal.open();
  await newGame(page);
  await page.route(forms, (route) => route.abort());
  await drag(page, 'e2', 'e4');
  await page.getByText('Your move has not been sent yet.').waitFor();
  await takeScreenshot(page, 'chess-unsent-1280');
  // the piece stays on the square to which the reader moved it
  expect(await square(page, 'e4').getAttribute('aria-label')).toBe('e4 white pawn');
  await page.unroute(forms);
  await expect.poll(() => moves(page).count(), { timeout: 10_000 }).toBe(1);
  await page.getByText('Your move has not been sent yet.').waitFor({ state: 'detached' });

  await page.route(forms, (route) => route.abort());
  await type(page, 'Nf6');
  await page.getByText('Your move has not been sent yet.').waitFor();
  await page.unroute(forms);
  await seen(page, 'f6 black knight');

  await page.route(forms, (route) => route.abort());
  await page.getByRole('button', { name: 'Offer draw' }).click();
  await page.getByText('This was not sent.').waitFor();
});

test('a move that is sent again is taken once, and one that is too late is refused in words', async () => {
  const { page } = await portal.open();
  const path = await newGame(page);
  let isLost = true;
  await page.route(forms, async (route) => {
    if (route.request().method() !== 'POST' || !isLost) return route.continue();
    isLost = false;
    // the server receives the move, but the reader does not receive the answer
    await route.fetch({ maxRedirects: 0 });
    return route.abort();
  });
  await type(page, 'e4');
  await expect.poll(() => moves(page).count(), { timeout: 10_000 }).toBe(1);
  await page.getByText('Your move has not been sent yet.').waitFor({ state: 'detached' });
  await seen(page, 'e4 white pawn');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await moves(page).count()).toBe(1);

  await page.route(forms, (route) => route.abort());
  await type(page, 'e5');
  await page.getByText('Your move has not been sent yet.').waitFor();
  const played = await fetch(`${portal.url}/api/games/${path.split('/').at(-1)}/move`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'd7', to: 'd5' }),
  });
  expect(played.status).toBe(200);
  await page.unroute(forms);
  await expect
    .poll(() => page.getByRole('alert').textContent(), { timeout: 10_000 })
    .toContain('has gone on');
  await seen(page, 'd5 black pawn');
});

test('a move that is not legal is refused in words, by drag, click and on other men', async () => {
  const { page, complaints } = await portal.open({ width: 360 });
  await newGame(page);
  const refusal = page.locator('.refusal[role=status]');
  await drag(page, 'e2', 'e5');
  await expect.poll(() => refusal.textContent()).toBe('e2–e5 is no legal move here');
  expect(await listViolations(page)).toEqual([]);
  await takeScreenshot(page, 'chess-refused-360');
  await square(page, 'e2').click();
  await expect.poll(() => refusal.textContent()).toBe('');
  await square(page, 'd6').click();
  await expect.poll(() => refusal.textContent()).toBe('e2–d6 is no legal move here');
  await square(page, 'a1').click();
  await expect.poll(() => refusal.textContent()).toBe('a1 white rook has no legal move');
  await click(page, 'e2', 'e4');
  await expect.poll(() => moves(page).count()).toBe(1);
  expect(await refusal.textContent()).toBe('');
  expect(complaints).toEqual([]);
});

test('the button that copies a link covers nothing of it', async () => {
  const { page } = await portal.open({ width: 360 });
  await newGame(page);
  const block = page.locator('[data-invitation] .code-block');
  const [text, button] = await Promise.all([
    block.locator('pre').boundingBox(),
    block.getByRole('button', { name: 'Copy' }).boundingBox(),
  ]);
  if (!text || !button) throw new Error('no link');
  expect(text.x + text.width).toBeLessThanOrEqual(button.x);
});

test.each([360, 1280] as const)('the dialog of a promotion is at its square (%i)', async (width) => {
  const { page, complaints } = await portal.open({ width });
  await page.goto('/chess');
  await page.getByLabel('FEN').fill('8/P6k/8/8/8/8/6PK/8 w - - 0 1');
  await importButton(page, 'FEN').click();
  await page.waitForURL(/\/chess\/games\//);
  await click(page, 'a7', 'a8');
  const dialog = page.getByRole('dialog', { name: 'The pawn becomes' });
  await dialog.getByRole('heading', { name: 'The pawn becomes' }).waitFor();
  const [box, cell] = await Promise.all([dialog.boundingBox(), square(page, 'a8').boundingBox()]);
  if (!box || !cell) throw new Error('no dialog');
  await takeScreenshot(page, `chess-promotion-${width}`);
  expect(Math.abs(box.y - (cell.y + cell.height))).toBeLessThan(2);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x).toBeLessThan(cell.x + cell.width);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await seen(page, 'a7 white pawn');
  expect(complaints).toEqual([]);
});

test('an offer is the own one to its maker, and says what declines it', async () => {
  const one = await portal.open();
  const two = await portal.open();
  await one.page.goto('/chess');
  await one.page.getByRole('radio', { name: /Two players/ }).check();
  await one.page.getByRole('button', { name: 'New game' }).click();
  await one.page.waitForURL(/\/chess\/games\//);
  await two.page.goto(await linkOf(one.page));
  await one.page.getByText('The game has begun.').waitFor();
  await type(one.page, 'e4');
  await seen(two.page, 'e4 white pawn');
  await one.page.getByText('The game has begun.').waitFor({ state: 'detached' });
  expect(await one.page.getByLabel('Move', { exact: true }).isEditable()).toBe(false);
  expect(await one.page.getByRole('button', { name: 'Play', exact: true }).isEnabled()).toBe(false);
  expect(await one.page.locator('#move:focus').count()).toBe(1);
  await one.page.getByRole('button', { name: 'Offer draw' }).click();
  await one.page
    .getByText('You have offered a draw. Black’s next move declines it.', { exact: true })
    .waitFor();
  await takeScreenshot(one.page, 'chess-offer-1280');
  await two.page.getByText('White offers a draw. Your next move declines it.', { exact: true }).waitFor();
  await type(two.page, 'e5');
  await expect.poll(() => one.page.getByText('You have offered a draw.').count()).toBe(0);
  // the field is ready for the next move
  await expect.poll(() => one.page.getByLabel('Move', { exact: true }).isEditable()).toBe(true);
  expect([...one.complaints, ...two.complaints]).toEqual([]);
});
