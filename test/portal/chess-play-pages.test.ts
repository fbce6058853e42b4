import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { importButton } from '../support/portal/chess-board.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();

const expectMoves = (page: Page, count: number) =>
  expect.poll(() => page.getByRole('list', { name: 'Moves' }).getByRole('listitem').count()).toBe(count);

/** Waits for a half-move. */
const move = (page: Page, ply: number) =>
  page
    .getByRole('list', { name: 'Moves' })
    .getByRole('listitem')
    .nth(ply - 1)
    .waitFor();

const onPlatform = (link: string | null) => {
  const { pathname, search, hash } = new URL(link ?? '');
  return pathname + search + hash;
};

test('a game with seats: the link seats the opponent, others watch, tokens stay in their tab', async () => {
  const white = await portal.open();
  const black = await portal.open();
  const [one, two] = [white.page, black.page];
  await one.goto('/chess');
  await one.getByRole('radio', { name: /Two players/ }).check();
  await one.getByText('Names of the players').click();
  await one.getByLabel('White player').fill('Ada <b>');
  await one.getByLabel('Black player').fill('Ben');
  await one.getByRole('button', { name: 'New game' }).click();
  await one.getByRole('heading', { name: 'Ada <b> – Ben', level: 1 }).waitFor();
  await one.getByLabel('Seat token').waitFor({ state: 'hidden' });
  const link = await one.locator('[data-link] code').textContent();
  const own = (await one.locator('[data-token]').getAttribute('data-token')) ?? '';
  await one.reload();
  await expect.poll(() => one.locator('[data-link] code').textContent()).toBe(link);

  await two.goto(onPlatform(link));
  await two.getByText('You play Black.').waitFor();
  await expect.poll(() => two.url()).not.toContain('seat_');
  expect(await two.locator('.square.movable').count()).toBe(0);
  expect(await two.getByLabel('Move', { exact: true }).isEditable()).toBe(false);
  await one.locator('[data-square=e2]').click();
  await one.locator('[data-square=e4]').click();
  await two.getByRole('heading', { name: 'Your move' }).waitFor();
  expect(await two.getByLabel('Move', { exact: true }).isEditable()).toBe(true);
  await two.locator('[data-square=e7]').click();
  await two.locator('[data-square=e5]').click();
  await move(one, 2);
  // the invitation is gone, and the tab still has its own token
  expect(await one.locator('[data-link]').count()).toBe(0);
  await one.getByText('Show my token').click();
  expect(await one.getByRole('region', { name: 'Your own token' }).textContent()).toBe(own);

  const { page: third } = await portal.open();
  await third.goto(new URL(one.url()).pathname);
  expect(await third.locator('.square.movable').count()).toBe(0);
  await third.getByLabel('Seat token').fill('seat_wrong');
  await third.getByRole('button', { name: 'Take the seat' }).click();
  await third.getByRole('alert').waitFor();
  await third.getByLabel('Seat token').fill(own);
  await third.getByRole('button', { name: 'Take the seat' }).click();
  await third.getByText('You play White.').waitFor();
  await third.locator('[data-square=g1]').click();
  await third.locator('[data-square=f3]').click();
  await move(two, 3);
  await third.getByRole('button', { name: 'Resign' }).click();
  await third.getByRole('button', { name: 'Confirm' }).click();
  await two.getByRole('heading', { name: 'Resignation: Black wins (0-1)' }).waitFor();
  expect([...white.complaints, ...black.complaints]).toEqual([]);
});

async function createSeats(): Promise<{ path: string; tokens: Record<'white' | 'black', string> }> {
  const response = await fetch(`${portal.url}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seats: true }),
  });
  const made = (await response.json()) as { game_id: string; white_token: string; black_token: string };
  const tokens = { white: made.white_token, black: made.black_token };
  return { path: `/chess/games/${made.game_id}`, tokens };
}

test.each([true, false])('token and move are sent in one form (scripts: %s)', async (javaScript) => {
  const { path, tokens } = await createSeats();
  const { page, complaints } = await portal.open({ javaScript });
  const token = page.getByLabel('Seat token');
  const play = async (side: 'white' | 'black', text: string) => {
    await page.goto(path);
    await token.fill(tokens[side]);
    await page.getByLabel('Move', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
  };
  await page.goto(path);
  await page.getByLabel('Move', { exact: true }).fill('e4');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => page.locator('#seat_token-error').textContent()).toContain('is needed');
  expect(await page.getByLabel('Move', { exact: true }).inputValue()).toBe('e4');
  await play('black', 'e5');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('White');
  await play('white', 'e4');
  await page.getByText('You play White.').waitFor();
  await page.getByRole('heading', { name: 'Waiting for Black' }).waitFor();
  await play('black', 'e5');
  await page.getByText('You play Black.').waitFor();
  await expect
    .poll(() => page.getByRole('gridcell').first().getAttribute('aria-label'))
    .toBe('h1 white rook');

  await page.goto(path);
  await token.fill(tokens.white);
  await page.getByRole('button', { name: 'Offer draw' }).click();
  await page.locator('strong').getByText('You have offered a draw.').waitFor();
  await page.goto(path);
  // without the button: Enter takes the seat
  await token.fill(tokens.black);
  await token.press('Enter');
  await page.locator('strong').getByText('White offers a draw.').waitFor();
  await page.goto(path);
  await token.fill(tokens.black);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('heading', { name: 'Resign the game?' }).waitFor();
  if (!javaScript) await token.fill(tokens.black);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Resignation: White wins (1-0)' }).waitFor();
  expect(complaints).toEqual([]);
});

test('the board takes moves once a token is typed', async () => {
  const { path, tokens } = await createSeats();
  const { page, complaints } = await portal.open();
  await page.goto(path);
  expect(await page.locator('.square.movable').count()).toBe(0);
  await page.getByLabel('Seat token').fill(tokens.white);
  await page.locator('[data-square=e2]').click();
  await expect.poll(() => page.locator('.square.target').count()).toBe(2);
  await page.locator('[data-square=e4]').click();
  await page.getByRole('heading', { name: 'Waiting for Black' }).waitFor();
  await expectMoves(page, 1);
  expect(complaints).toEqual([]);
});

test('a page without a clipboard copies all the same', async () => {
  const { page, context, complaints } = await portal.open();
  // on plain HTTP from another machine, browsers have no clipboard
  await context.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
  await page.goto('/chess');
  await page.getByRole('button', { name: 'New game' }).click();
  await page.waitForURL(/\/chess\/games\//);
  const link = (await page.locator('[data-invitation] code').textContent()) ?? '';
  await page.locator('[data-invitation]').getByRole('button', { name: 'Copy' }).click();
  await page.locator('[data-invitation]').getByRole('button', { name: 'Copied' }).waitFor();
  await page.goto('/search');
  await page.locator('#site-search').focus();
  await page.keyboard.press('Control+V');
  expect(await page.locator('#site-search').inputValue()).toBe(link);
  expect(complaints).toEqual([]);
});

test('everything works as a document without scripts', async () => {
  const { page, complaints } = await portal.open({ javaScript: false });
  await page.goto('/');
  await page.getByRole('link', { name: 'Chess' }).click();
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByRole('button', { name: 'New game' }).click();
  await expect
    .poll(() => page.getByRole('gridcell').first().getAttribute('aria-label'))
    .toBe('h1 white rook');
  const type = async (text: string) => {
    await page.getByLabel('Move', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
  };
  await type('f3');
  await expectMoves(page, 1);
  await type('e2e4');
  await expect.poll(() => page.locator('#move-error').textContent()).toContain('no legal move');
  expect(await page.getByLabel('Move', { exact: true }).inputValue()).toBe('e2e4');
  for (const each of ['e5', 'g4']) await type(each);
  await expectMoves(page, 3);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('link', { name: 'Keep playing' }).click();
  await page.getByRole('button', { name: 'Claim draw' }).click();
  await page.getByRole('alert').waitFor();
  await type('Qh4');
  await page.getByRole('heading', { name: 'Checkmate: Black wins (0-1)' }).waitFor();
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.waitForURL(/\/chess\/reviews\//);
  expect(complaints).toEqual([]);
});

test('games are imported, and their faults are said at the field', async () => {
  const { page } = await portal.open();
  await page.goto('/chess');
  await page.getByLabel('FEN').fill('8/8/8/8 w - - 0 1');
  await importButton(page, 'FEN').click();
  await expect.poll(() => page.locator('#fen-error').textContent()).toContain('rank');
  await page.getByLabel('PGN').fill('1. e4 e5 2. Ke3');
  await importButton(page, 'PGN').click();
  await page.locator('#pgn-error').waitFor();
  await page.getByLabel('PGN').fill('[White "Ada"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 *');
  await importButton(page, 'PGN').click();
  await page.waitForURL(/\/chess\/games\//);
  await expectMoves(page, 3);
  await page.goto('/chess');
  await page
    .getByRole('region', { name: 'Running games' })
    .getByRole('link', { name: 'Ada – Ben' })
    .first()
    .waitFor();
  const tags =
    '[Event "Cup"]\n[Date "1992.11.04"]\n[White "Ida"]\n[Black "Jo"]\n[WhiteElo "2700"]\n[ECO "C20"]';
  const text = `${tags}\n\n1. e4 { [%eval 0.3] [%clk 0:05:00] } e5 (1... c5) 1-0`;
  await page.getByLabel('PGN').fill(text);
  await importButton(page, 'PGN').click();
  await page.waitForURL(/\/chess\/archive\//);
  await page.getByText('variations of the file are not kept').waitFor();
  await page.getByRole('heading', { name: 'Ida (2700) – Jo', level: 1 }).waitFor();
  await page.getByText('Cup, Nov 4, 1992').waitFor();
  await takeScreenshot(page, 'chess-imported-1280');
  const { pathname } = new URL(page.url());
  const file = await (await fetch(`${portal.url}${pathname}/pgn`)).text();
  for (const tag of tags.split('\n')) expect(file).toContain(tag);
  await page.goto('/chess');
  await page.getByLabel('PGN').fill('[White "Eva"]\n[Black "Finn"]\n[Result "1-0"]\n\n1. e4 e5 1-0');
  await importButton(page, 'PGN').click();
  await page.waitForURL(/\/chess\/archive\//);
  for (const path of ['/chess', '/chess/archive']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Eva – Finn' }).first().waitFor();
  }
});

test.each(['light', 'dark'] as const)('the pages of play are accessible (%s)', async (theme) => {
  for (const width of [360, 1280] as const) {
    const { page, complaints } = await portal.open({ theme, width });
    const check = async (name: string) => {
      // overlays, and parts beside the board, look the same at every width
      if (width === 1280 && (name === 'promotion' || name === 'resign')) return;
      expect(await listViolations(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
      await takeScreenshot(page, `chess-${name}-${theme}-${width}`);
    };
    await page.goto('/chess');
    await check('hub');
    await page.getByRole('radio', { name: /Two players/ }).check();
    await page.getByRole('button', { name: 'New game' }).click();
    await page.waitForURL(/\/chess\/games\//);
    await page.locator('[data-square=e2]').click();
    await check('seats');
    await page.goto((await createSeats()).path);
    await check('seat-token');
    await page.goto('/chess');
    await page.getByLabel('FEN').fill('8/P6k/8/8/8/8/6PK/8 w - - 0 1');
    await importButton(page, 'FEN').click();
    await page.waitForURL(/\/chess\/games\//);
    await page.locator('[data-square=a7]').click();
    await page.locator('[data-square=a8]').click();
    await page.getByRole('dialog').waitFor();
    await check('promotion');
    await page.getByRole('dialog').getByRole('button', { name: 'Queen' }).click();
    await page.getByRole('list', { name: 'Moves' }).getByText('a8=Q').waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
    await check('resign');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Review this game' }).waitFor();
    await check('ended');
    expect(complaints).toEqual([]);
  }
});
