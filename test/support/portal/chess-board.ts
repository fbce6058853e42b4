import type { Page } from 'playwright-core';

/** A cell of the board. */
export const square = (page: Page, name: string) => page.locator(`[data-square=${name}]`);

/** Waits for a cell by its accessible name, such as `e4 white pawn`. */
export const seen = (page: Page, cell: string) =>
  page.getByRole('gridcell', { name: cell, exact: true }).waitFor();

/** Enters a move as text. */
export async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Move', { exact: true }).fill(move);
  await page.getByLabel('Move', { exact: true }).press('Enter');
}

/** Plays a move by two clicks. */
export async function click(page: Page, from: string, to: string): Promise<void> {
  await square(page, from).click();
  await square(page, to).click();
}

/** Drags a piece, also to a square that is not legal. */
export async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = await Promise.all([square(page, from).boundingBox(), square(page, to).boundingBox()]);
  if (!start || !end) throw new Error('no board');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2, start.y);
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2);
  await page.mouse.up();
}

/** Starts a game without seats. Returns its path. */
export async function newGame(page: Page): Promise<string> {
  await page.goto('/chess');
  await page.getByRole('button', { name: 'New game' }).click();
  await page.waitForURL(/\/chess\/games\//);
  return new URL(page.url()).pathname;
}

/** The link for the opponent, on this platform. */
export async function linkOf(page: Page): Promise<string> {
  const link = new URL((await page.locator('[data-invitation] code').first().textContent()) ?? '');
  return link.pathname + link.search + link.hash;
}

/** The button of the form for a `FEN` or a `PGN`. */
export const importButton = (page: Page, label: 'FEN' | 'PGN') =>
  page
    .locator('form')
    .filter({ has: page.getByLabel(label) })
    .getByRole('button', { name: 'Import', exact: true });
