import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';
import { listViolations, openPage, overflows, startBrowser } from '../support/portal/browser.ts';
import { logIn, register } from '../support/portal/people.ts';

let platform: CombinedPlatform;
let server: MailServer;
let browser: Browser;

beforeAll(async () => {
  server = await startMailServer();
  const settings = {
    SMTP_URL: `smtp://rookery:p%40ss@127.0.0.1:${server.port}`,
    MAIL_FROM: 'Rookery <registry@example.org>',
  };
  [platform, browser] = await Promise.all([startCombinedPlatform(settings), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
  await server?.stop();
});

/** The link in the newest mail to a user with this subject. */
const linkTo = (username: string, subject: string) =>
  eventually(
    () => {
      const mail = server.mails.findLast(
        (each) => each.to === `${username}@example.org` && each.subject.includes(subject),
      );
      const [link] = /http:\S+\/login\/\S+/.exec(mail?.text ?? '') ?? [];
      if (link === undefined) throw new Error(`no mail about "${subject}" to ${username}`);
      return link;
    },
    { withinMs: 30_000 },
  );

test('an address is confirmed, and a forgotten password replaced, by links of mails', async () => {
  const { page, complaints } = await openPage(browser, platform.url);
  const person = await register(page);
  expect(await page.getByRole('status').textContent()).toContain(`${person.username}@example.org`);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('status').waitFor();
  const confirm = await linkTo(person.username, 'Confirm your e-mail address');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(confirm);
    expect(await listViolations(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => page.getByRole('status').textContent()).toContain('The address is confirmed.');
  expect(await page.getByRole('button', { name: 'Send link' }).count()).toBe(0);
  expect((await page.goto(confirm))?.status()).toBe(404);

  const other = await openPage(browser, platform.url, { javaScript: false, width: 360 });
  await other.page.goto('/login/forgot');
  for (const name of ['no-such-user', person.username]) {
    await other.page.getByLabel('Email').fill(`${name}@example.org`);
    await other.page.getByRole('button', { name: 'Send link' }).click();
    await expect
      .poll(() => other.page.getByRole('status').textContent())
      .toContain('If there is such an account');
  }
  const choose = await linkTo(person.username, 'Choose a new password');
  await page.setViewportSize({ width: 360, height: 900 });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(choose);
    expect(await listViolations(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  }
  const fill = async (first: string, again: string) => {
    await other.page.getByLabel('New password').fill(first);
    await other.page.getByLabel('Once more').fill(again);
    await other.page.getByRole('button', { name: 'Change password' }).click();
  };
  await other.page.goto(choose);
  await fill('another long password', 'yet another password');
  expect(await other.page.getByLabel('Once more').getAttribute('aria-invalid')).toBe('true');
  await fill('short', 'short');
  expect(await other.page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true');
  await fill('another long password', 'another long password');
  expect(await other.page.getByRole('status').textContent()).toContain('The password is changed.');
  // the earlier session has ended
  await page.goto('/account');
  expect(new URL(page.url()).pathname).toBe('/login');
  await logIn(page, { username: person.username, password: 'another long password' });
  expect((await page.goto(choose))?.status()).toBe(404);
  expect(complaints).toEqual([]);
}, 90_000);
