import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCrate } from '../support/crates.ts';
import { startOpenPlatform, type TestUser } from '../support/platform.ts';
import { press, refused, said } from '../support/portal/as-person.ts';
import { listViolations, overflows, takeScreenshot } from '../support/portal/browser.ts';
import { createOrganization } from '../support/portal/organization.ts';
import { startPortal } from '../support/portal/start.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const portal = startPortal(startOpenPlatform);
let receiver: Receiver;
let owner: TestUser;
let slug: string;

beforeAll(async () => {
  receiver = await startReceiver();
  owner = await portal.platform.createUser();
  slug = await createOrganization(portal.url, owner, []);
});
afterAll(() => receiver?.stop());

/** Violations that axe finds; axe needs scripts in the page. */
const violationsOf = (page: Page, javaScript: boolean) => (javaScript ? listViolations(page) : []);

/** Reloads the page until it contains the text: an open page does not update. */
async function reloadUntil(page: Page, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.getByRole('main').textContent();
      },
      { timeout: 15_000, interval: 300 },
    )
    .toContain(text);
}

test.each([
  ['light', 1280, false],
  ['dark', 360, true],
] as const)(
  'a webhook is added, its secret shown once, a message sent again (%s, %i, scripts: %s)',
  async (theme, width, javaScript) => {
    const crate = await makeCrate();
    const { page, complaints } = await portal.openAs(owner, { theme, width, javaScript });
    await page.goto(`/orgs/${slug}/webhooks`);
    await page.getByLabel('Address').fill('ftp://example.com');
    await press(page, 'Add webhook');
    await expect.poll(() => refused(page)).toContain('a link begins with');
    await page.getByLabel('Address').fill(`${receiver.url}/${crate.name}`);
    await page.getByLabel('Package', { exact: true }).fill('cargo/no-such-crate');
    await press(page, 'Add webhook');
    await expect.poll(() => refused(page)).toContain('the organization has no such package');
    await page.getByLabel('Package', { exact: true }).fill('');
    await page.getByRole('group', { name: 'Events' }).getByLabel('finding.opened').check();
    await press(page, 'Add webhook');
    await page.getByText(/whsec_[\w-]{43}/).waitFor();
    await page.reload();
    expect(await page.getByText('whsec_').count()).toBe(0);
    await page.getByText('Nothing was sent yet.').waitFor();

    const sent = await fetch(`${portal.url}/cargo/r/${slug}/api/v1/crates/new`, {
      method: 'PUT',
      headers: { authorization: owner.token },
      body: new Uint8Array(crate.body),
    });
    expect(sent.status).toBe(200);
    await reloadUntil(page, 'delivered');
    await page.getByText('204').waitFor();
    await page.getByText('Message', { exact: true }).click();
    await page.locator('details[open] code').getByText(crate.name).waitFor();
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, `organization-webhook-message-${width}`);
    await press(page, 'Redeliver');
    await expect.poll(() => said(page)).toContain('The message is sent again.');
    await reloadUntil(page, 'sent again');
    await expect
      .poll(() => receiver.messages.filter(({ path }) => path === `/${crate.name}`).length, {
        timeout: 15_000,
      })
      .toBe(2);
    expect(await overflows(page)).toBe(false);
    expect(await violationsOf(page, javaScript)).toEqual([]);
    await takeScreenshot(page, `organization-webhook-${theme}-${width}`);

    await page.getByLabel('Send messages').uncheck();
    await press(page, 'Save');
    await expect.poll(() => said(page)).toContain('The changes are saved.');
    await press(page, 'Make a new secret');
    await page.getByText(/whsec_[\w-]{43}/).waitFor();
    await page.goto(`/orgs/${slug}/webhooks`);
    await page.getByText('paused').waitFor();
    await page.getByRole('link', { name: `${receiver.url}/${crate.name}` }).click();
    await press(page, 'Delete');
    await expect.poll(() => said(page)).toContain('The webhook is deleted.');
    expect(complaints).toEqual([]);
  },
  40_000,
);
