import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate } from '../support/crates.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

let platform: Platform;
let owner: { token: string };
let stranger: { token: string };
beforeAll(async () => {
  platform = await startPlatform();
  [owner, stranger] = await Promise.all([platform.createUser(), platform.createUser()]);
});
afterAll(() => platform?.stop());

const FindingPage = z.object({ findings: z.array(z.object({ title: z.string(), description: z.string() })) });

/** Letters only: two such names are similar if they differ in one letter. */
const freshName = () =>
  `n${[...randomBytes(16)].map((byte) => String.fromCharCode(97 + (byte % 20))).join('')}`;

async function publish(name: string, { token }: { token: string }): Promise<void> {
  const crate = await makeCrate({ name });
  const answer = await publishCrate(platform, crate, token);
  expect(answer, answer.text).toMatchObject({ status: 200 });
}

async function makePrivate(name: string, isPrivate: boolean): Promise<void> {
  const response = await fetch(`${platform.url}/v1/packages/cargo/${name}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ visibility: isPrivate ? 'private' : 'public' }),
  });
  expect(response.status).toBe(200);
}

async function readFindings(name: string, reader?: { token: string }): Promise<string> {
  const response = await fetch(`${platform.url}/v1/packages/cargo/${name}/security-findings`, {
    headers: reader === undefined ? {} : { authorization: `Bearer ${reader.token}` },
  });
  return JSON.stringify(FindingPage.parse(await response.json()).findings);
}

it('a name like that of a private package is no finding: it would tell that name', async () => {
  const secret = freshName();
  await publish(secret, owner);
  await makePrivate(secret, true);

  await publish(`${secret}z`, stranger);

  expect(await readFindings(`${secret}z`, stranger)).toBe('[]');
});

it('a name like one of the same owner is no finding: it confuses with nothing foreign', async () => {
  const own = freshName();
  await publish(own, owner);

  await publish(`${own}z`, owner);

  expect(await readFindings(`${own}z`)).toBe('[]');
});

it('a finding names the other package to those who may know of it, now', async () => {
  const known = freshName();
  await publish(known, owner);
  await publish(`${known}z`, stranger);
  const named = `It is ${known}, downloaded 0 times`;

  expect(await readFindings(`${known}z`, stranger)).toContain(named);
  expect(await readFindings(`${known}z`)).toContain(named);

  await makePrivate(known, true);

  for (const reader of [stranger, undefined]) {
    const findings = await readFindings(`${known}z`, reader);
    expect(findings).toContain('Name close to another');
    expect(findings.replaceAll(`${known}z`, '')).not.toContain(known);
  }
  expect(await readFindings(`${known}z`, owner)).toContain(named);
});
