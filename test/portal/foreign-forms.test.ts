import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeSuspiciousCrate } from '../support/crates.ts';
import type { TestUser } from '../support/platform.ts';
import { createOrganization, manageAs } from '../support/portal/organization.ts';
import { startPortal } from '../support/portal/start.ts';

const portal = startPortal();
let owner: TestUser;
let page: Page;
let [here, other] = ['', ''];

// one person has all rights in both organizations
beforeAll(async () => {
  owner = await portal.platform.createUser();
  here = await createOrganization(portal.url, owner, []);
  other = await createOrganization(portal.url, owner, []);
  ({ page } = await portal.openAs(owner));
});

async function fieldsOf(names: readonly string[]): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const name of names) fields[name] = await page.locator(`input[name=${name}]`).first().inputValue();
  return fields;
}

/** Sends a form of the open page to another address. */
async function send(path: string, action: string, fields: Record<string, string>): Promise<number> {
  const form = { ...(await fieldsOf(['csrf'])), ...fields, action };
  const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' };
  return (await page.request.post(path, { form, headers, maxRedirects: 0 })).status();
}

test('the page of one organization decides about no release or finding of another', async () => {
  const crate = await makeSuspiciousCrate();
  const sent = await fetch(`${portal.url}/cargo/r/${here}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(crate.body),
  });
  expect(sent.status).toBe(202);
  await page.goto(`/orgs/${here}/security`);
  const shown = await fieldsOf(['ecosystem', 'name', 'version', 'file', 'files_digest', 'finding']);
  const decision = { ...shown, reason: 'an example' };
  const id = shown['finding'] ?? '';
  const verdict = { ...shown, package: crate.name, id, resolution: 'false_positive', note: 'an example' };

  for (const action of ['approve', 'reject']) {
    expect(await send(`/orgs/${other}/security`, action, decision), action).toBe(404);
    expect(await send(`/orgs/${other}/security`, action, { ...decision, file: id }), action).toBe(404);
  }
  for (const action of ['resolve', 'reopen'])
    expect(await send(`/orgs/${other}/security`, action, verdict), action).toBe(404);
  await page.reload();
  await page.getByRole('article', { name: new RegExp(crate.name) }).waitFor();
  expect(await send(`/orgs/${here}/security`, 'resolve', verdict)).toBe(303);
});

test('nor does it end tokens or namespaces of another, or a page of a person those of an organization', async () => {
  const { id: tokenId } = await manageAs(portal.url, owner, 'POST', '/tokens', {
    name: 'automation',
    kind: 'org_automation',
    org_slug: here,
    scopes: [],
  });
  const claim = { ecosystem: 'npm', namespace: here, owner_org_slug: here };
  const { id: namespaceId } = await manageAs(portal.url, owner, 'POST', '/namespaces', claim);
  await page.goto(`/orgs/${here}/tokens`);
  const [ending, leaving] = [{ id: String(tokenId) }, { id: String(namespaceId) }];

  expect(await send(`/orgs/${other}/tokens`, 'revoke', ending)).toBe(404);
  expect(await send(`/orgs/${other}/namespaces`, 'release', leaving)).toBe(404);
  expect(await send('/account/namespaces', 'release', leaving)).toBe(404);
  expect(await send(`/orgs/${here}/tokens`, 'revoke', ending)).toBe(303);
  expect(await send(`/orgs/${here}/namespaces`, 'release', leaving)).toBe(303);
});
