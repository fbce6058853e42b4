import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCratePatiently, readIndex } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type PackagePlatform, startPlatformWithoutScanner, type TestUser } from '../support/platform.ts';
import { createAdministrator } from '../support/portal/administrator.ts';
import { press, refused, said } from '../support/portal/as-person.ts';
import {
  listViolations,
  openPage,
  overflows,
  startBrowser,
  takeScreenshot,
} from '../support/portal/browser.ts';
import { logIn } from '../support/portal/people.ts';
import { type RoleProcess, startRole } from '../support/role.ts';

let platform: Omit<PackagePlatform, 'roles'>;
let browser: Browser;
let operator: TestUser;
let scanner: RoleProcess | undefined;
let crate: Crate;

beforeAll(async () => {
  [platform, browser, crate] = await Promise.all([
    startPlatformWithoutScanner({ PUBLISH_DEADLINE_MS: '2000', RECENT_LOGIN_SECONDS: '60' }),
    startBrowser(),
    makeCrate(),
  ]);
  operator = await createAdministrator(platform);
  expect(await publishCratePatiently(platform, crate)).toMatchObject({ status: 202 });
}, 60_000);
afterAll(async () => {
  await scanner?.stop();
  await browser?.close();
  await platform?.stop();
});

const factOf = async (page: Page, term: string) => {
  const row = page.locator('.facts > div').filter({ has: page.getByText(term, { exact: true }) });
  return (await row.getByRole('definition').textContent())?.replaceAll(/\s+/g, ' ').trim();
};

test('a publish whose scanner is stopped is found in three clicks, and the page says what to do', async () => {
  const { page, complaints } = await openPage(browser, platform.url, { javaScript: false });
  await logIn(page, operator);
  await eventually(async () => {
    // a busy workflow service reports its queues late
    await page.getByRole('link', { name: 'Administration' }).click();
    expect(await page.getByRole('main').textContent()).toContain('No process serves the queue scan.');
  });
  await takeScreenshot(page, 'admin-scanner-stopped');

  // the first and the second click; the third is not needed
  await page.getByRole('link', { name: 'Stuck jobs: 1' }).click();
  await page.getByRole('link', { name: `cargo ${crate.name} ${crate.version}` }).click();

  const title = `cargo ${crate.name} ${crate.version}`;
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  expect(await factOf(page, 'Pending step')).toMatch(
    /^scanRelease in the queue scan .*waits for a process.*attempt 1 of the step/,
  );
  expect(await factOf(page, 'Last error')).toContain('no process serves the queue scan');
  expect(await factOf(page, 'Next attempt')).toBe('at once, when a process serves the queue scan');
  expect(await factOf(page, 'Given up')).toMatch(/in (?:1 hour|\d\d minutes)/);
  expect(await factOf(page, 'What to do')).toContain('bin/rookery scanner');
  await takeScreenshot(page, 'admin-job-scanner-stopped');

  for (const width of [360, 1280] as const) {
    const {
      page: again,
      complaints: theirs,
      context,
    } = await openPage(browser, platform.url, {
      width,
      theme: width === 360 ? 'dark' : 'light',
    });
    await logIn(again, operator);
    for (const address of ['/admin', '/admin/jobs?retrying=1', new URL(page.url()).pathname]) {
      await again.goto(address);
      expect(await listViolations(again), address).toEqual([]);
      expect(await overflows(again), address).toBe(false);
    }
    expect(theirs).toEqual([]);
    await takeScreenshot(again, `admin-job-${width}`);
    await context.close();
  }
  expect(complaints).toEqual([]);
});

test('a job is cancelled, and another goes on by itself once a scanner is there', async () => {
  const unwanted = await makeSuspiciousCrate();
  expect(await publishCratePatiently(platform, unwanted)).toMatchObject({ status: 202 });
  const { page } = await openPage(browser, platform.url);
  await logIn(page, operator);
  await page.goto('/admin/jobs?kind=publish_release');
  await page.getByRole('link', { name: `cargo ${unwanted.name} ${unwanted.version}` }).click();
  await page.getByText('Cancelling a publish removes its release').waitFor();
  await press(page, 'Cancel');
  await page.getByText('The job is asked to end.').waitFor();
  await eventually(async () => {
    await page.reload();
    expect(await page.getByRole('main').textContent()).toContain('cancelled');
  });
  expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);

  scanner = await startRole('scanner', platform.environment);

  await eventually(async () =>
    expect([...(await readIndex(platform, crate.name)).keys()]).toEqual([crate.version]),
  );
  // the server queries the workflow service about its queues every few seconds
  await eventually(async () => {
    await page.goto('/admin');
    const attention = await page.getByRole('region', { name: 'What needs you' }).textContent();
    // this platform has no engine
    expect(attention).toContain('engine-review');
    expect(attention).not.toMatch(/queue scan|Stuck/);
  });
});

test('held releases wait for a decision; a failed job is retried as a new one', async () => {
  const held = await makeSuspiciousCrate();
  expect(await publishCratePatiently(platform, held)).toMatchObject({ status: 202 });
  const { page } = await openPage(browser, platform.url);
  await logIn(page, operator);
  const waiting = page.getByRole('link', { name: 'Held releases that wait for a person: 1' });
  await eventually(async () => {
    await page.goto('/admin');
    expect(await waiting.count()).toBe(1);
  });
  await waiting.click();
  const article = page.getByRole('article').filter({ hasText: held.name });
  await article.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => refused(page)).toContain('is needed');

  await page.goto('/admin/jobs?state=waiting');
  await page.getByRole('link', { name: `cargo ${held.name} ${held.version}` }).click();
  expect(await factOf(page, 'What to do')).toContain('approves or rejects the release');
  expect(await factOf(page, 'Next attempt')).toBe('after the decision');
  await page.goto('/admin/held');
  expect(await listViolations(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  await takeScreenshot(page, 'admin-held');
  await article.getByLabel('Reason').fill('a test of ours');
  await article.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('status').waitFor();
  await eventually(async () =>
    expect([...(await readIndex(platform, held.name)).keys()]).toEqual([held.version]),
  );
  await page.goto('/admin/held');
  expect(await page.getByRole('article').count()).toBe(0);

  await page.goto('/admin');
  const row = page.getByRole('row').filter({ hasText: 'Remove sessions and tokens that have expired' });
  await row.getByRole('button', { name: 'Start' }).click();
  await page.getByText('The job has started.').waitFor();
  await eventually(async () => {
    await page.reload();
    expect(await page.getByRole('main').textContent()).toContain('completed');
  });
  const [, , , id] = new URL(page.url()).pathname.split('/');
  await query(
    platform.databaseUrl,
    `update jobs set status = 'failed', last_error = 'the database <b>was</b> away' where id = $1`,
    [id],
  );
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Failed jobs: 1' }).click();
  await page.getByRole('link', { name: 'cleanup-expired-tokens-on-request' }).click();
  expect(await factOf(page, 'Last error')).toBe('the database <b>was</b> away');
  await press(page, 'Retry');
  await page.getByText('The job runs again, as this new one.').waitFor();
  expect(new URL(page.url()).pathname).not.toContain(id);

  await page.goto('/admin');
  // the missing engine keeps the list from being empty
  expect(await page.getByRole('region', { name: 'What needs you' }).textContent()).not.toContain(
    'Failed jobs',
  );
  await page
    .getByRole('row')
    .filter({ hasText: 'Recover jobs' })
    .getByRole('button', { name: 'Start' })
    .click();
  await page.getByText('Taken up again or closed').waitFor();
});

test('what gives rights or takes data asks for the password in its form', async () => {
  const other = await platform.createUser();
  const { page, complaints } = await openPage(browser, platform.url);
  await logIn(page, operator);
  // as if the log-in had been a while ago; processes that cache the session are notified
  await query(
    platform.databaseUrl,
    `with aged as (
       update sessions set authenticated_at = now() - interval '2 minutes'
       where user_id = (select id from users where username = $1) returning id)
     select pg_notify('rookery_changes', json_build_object('kind', 'session', 'id', id)::text) from aged`,
    [operator.username],
  );
  await expect
    .poll(async () => {
      await page.goto(`/admin/users/${other.username}`);
      return page.locator('#promote-password').count();
    })
    .toBe(1);
  await press(page, 'Make administrator');
  await page.getByRole('alert').waitFor();
  await page.locator('#promote-password').fill(operator.password);
  await press(page, 'Make administrator');
  await expect.poll(() => said(page)).toContain('is an administrator of the platform');
  await page.locator('#export-password').fill('not this one');
  await press(page, 'Export data');
  await expect.poll(() => page.locator('#export-password').getAttribute('aria-invalid')).toBe('true');
  await page.locator('#export-password').fill(operator.password);
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export data')]);
  expect(download.suggestedFilename()).toBe(`${other.username}.json`);
  expect(complaints).toEqual([]);
});
