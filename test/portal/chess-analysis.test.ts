import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { refused } from '../support/portal/as-person.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();

const path = '/chess/analysis';
const mateInOne = '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1';
const at = (fen: string, more = '') => `${path}?fen=${encodeURIComponent(fen)}${more}`;
const fenOf = (page: Page) => new URL(page.url()).searchParams.get('fen');
const cell = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Board' }).getByRole('gridcell', { name, exact: true });
const said = (page: Page) => page.locator('[aria-live=polite]').textContent();

test('a position is set up, searched and walked through without scripts', async () => {
  const { page, complaints } = await portal.open({ javaScript: false });
  await page.goto(path);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Analysis');
  expect(await page.getByRole('gridcell').count()).toBe(64);
  expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);

  await page.getByLabel('FEN').fill(mateInOne);
  await page.getByRole('button', { name: 'Import' }).click();
  await expect.poll(() => fenOf(page)).toBe(mateInOne);
  await page.getByRole('button', { name: 'Analyse' }).click();
  const lines = page.getByRole('list', { name: 'Best lines' }).getByRole('listitem');
  await expect.poll(() => lines.first().textContent()).toMatch(/#1\s*1\.\s*Rd8#/);
  await expect.poll(() => lines.count()).toBe(3);
  expect(await page.getByRole('meter', { name: 'Evaluation' }).getAttribute('aria-valuetext')).toBe('#1');
  await expect.poll(() => page.locator('.arrow.best').count()).toBe(1);
  await expect.poll(() => said(page)).toMatch(/^Depth \d+, evaluation #1\. Best line: Rd8#\./);
  await lines.first().getByRole('link', { name: 'Rd8#' }).click();
  await expect.poll(() => fenOf(page)).toBe('3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 1 1');
  await expect.poll(() => page.locator('.outcome').textContent()).toContain('White wins');

  await page.goto(path);
  await page.getByLabel('Move', { exact: true }).fill('e4');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect.poll(() => cell(page, 'e4 white pawn').count()).toBe(1);
  await page.getByLabel('Move', { exact: true }).fill('Ke4');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect.poll(() => refused(page)).toContain('Ke4 is no legal move here');

  await page.goto(path);
  await page.getByRole('link', { name: 'Edit position' }).click();
  await page.getByRole('radio', { name: 'black queen' }).check();
  await page.getByLabel('Square').fill('e4');
  await page.getByRole('radio', { name: 'Black', exact: true }).check();
  await page.getByRole('checkbox', { name: 'White, king’s side' }).uncheck();
  await page.getByRole('button', { name: 'Change position' }).click();
  await expect.poll(() => fenOf(page)).toBe('rnbqkbnr/pppppppp/8/8/4q3/8/PPPPPPPP/RNBQKBNR b Qkq - 0 1');
  await page.getByRole('button', { name: 'Flip board' }).click();
  await expect
    .poll(() => page.getByRole('gridcell').first().getAttribute('aria-label'))
    .toBe('h1 white rook');
  expect(complaints).toEqual([]);
});

test('a position of a finished game is one action away', async () => {
  const pgn = '[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0';
  const headers = { 'content-type': 'text/plain' };
  const response = await fetch(`${portal.url}/api/games/pgn`, { method: 'POST', body: pgn, headers });
  const { game_id: id } = (await response.json()) as { game_id: string };
  const { page, complaints } = await portal.open();
  await page.goto(`/chess/archive/${id}?ply=0`);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('link', { name: 'Analyse this position' }).click();
  await expect.poll(() => fenOf(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1');
  await page.goto('/chess');
  await page.getByRole('link', { name: 'Analysis board' }).click();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Analysis');
  expect(complaints).toEqual([]);
});

test('what is no position is refused beside its field, and keeps what was typed', async () => {
  const { page } = await portal.open();
  const response = await page.goto(at('8/8/8/8/8/8/8/K7 w - - 0 1'));
  expect(response?.status()).toBe(422);
  const field = page.getByLabel('FEN');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.inputValue()).toBe('8/8/8/8/8/8/8/K7 w - - 0 1');
  expect(await refused(page)).toContain('king');
  const reason = (await page.locator('#fen-error').textContent()) ?? '';
  // once in the summary and once at the field
  expect((await page.locator('main').textContent())?.split(reason).length).toBe(3);
  expect(await page.getByRole('button', { name: 'Analyse' }).count()).toBe(0);
  expect(await cell(page, 'a1 white king').count()).toBe(1);
});

test('moves by hand, and searches that go deeper until they are stopped', async () => {
  const { page, complaints } = await portal.open();
  await page.goto(path);
  await page.getByRole('button', { name: 'Analyse' }).focus();
  await page.keyboard.press('Enter');
  const stop = page.getByRole('button', { name: 'Stop' });
  await expect.poll(() => stop.isVisible()).toBe(true);
  await expect.poll(() => page.locator('[data-control=stop]:focus').count()).toBe(1);
  const effort = page.locator('.effort strong');
  await expect.poll(() => effort.count(), { timeout: 30_000 }).toBe(1);
  const first = await effort.textContent();
  await expect.poll(() => effort.textContent(), { timeout: 30_000 }).not.toBe(first);

  await cell(page, 'e2 white pawn').click();
  await cell(page, 'e4 empty').click();
  await expect.poll(() => fenOf(page)).toBe('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1');
  // the search continues at the new position
  await expect.poll(() => said(page), { timeout: 30_000 }).toMatch(/^Depth /);
  await expect.poll(() => page.locator('.analysis-lines li').first().textContent()).toContain('1...');
  await stop.click();
  await expect.poll(() => page.getByRole('button', { name: 'Analyse' }).isVisible()).toBe(true);
  await page.goBack();
  await expect.poll(() => cell(page, 'e2 white pawn').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('men are placed with keys and by pressing squares', async () => {
  const { page, complaints } = await portal.open({ width: 360 });
  await page.goto(`${path}?edit=1`);
  await page.getByRole('link', { name: 'Empty board' }).click();
  await expect.poll(() => cell(page, 'e1 empty').count()).toBe(1);
  const place = async (name: string, square: string) => {
    await page.getByRole('radio', { name }).check();
    await page.locator(`[data-square=${square}]`).click();
    await expect.poll(() => cell(page, `${square} ${name}`).count()).toBe(1);
  };
  await place('white king', 'e1');
  await place('black king', 'e8');
  await place('white rook', 'h1');
  await place('black pawn', 'a7');
  await page.locator('[data-square=a7]').click();
  await expect.poll(() => cell(page, 'a7 empty').count()).toBe(1);
  await page.getByRole('checkbox', { name: 'White, king’s side' }).check();
  await expect.poll(() => fenOf(page)).toBe('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  await page.getByRole('link', { name: 'Done' }).click();
  await expect.poll(() => page.getByLabel('Move', { exact: true }).count()).toBe(1);
  await page.locator('[data-square][tabindex="0"]').focus();
  for (const key of ['Control+Home', 'Control+End']) await page.keyboard.press(key);
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => fenOf(page)).toBe('4k3/8/8/8/8/8/8/5RK1 b - - 1 1');
  await expect.poll(() => said(page)).toContain('Black to move');
  expect(complaints).toEqual([]);
});

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('every state is accessible and fits in %s at %i pixels', async (theme, width) => {
  const { page } = await portal.open({ theme, width });
  const states = { lines: at(mateInOne, '&analyse=200'), editor: `${path}?edit=1`, wrong: at('x') };
  for (const [name, address] of Object.entries(states)) {
    await page.goto(address);
    expect(await listViolations(page), name).toEqual([]);
    expect(await overflows(page), name).toBe(false);
    if (name === 'lines') await takeScreenshot(page, `chess-analysis-${theme}-${width}`);
  }
});
