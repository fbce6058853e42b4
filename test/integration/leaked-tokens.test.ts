import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.stop());

const ask = (path: string, token: string) =>
  fetch(`${platform.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
const me = async (token: string) => (await ask('/v1/users/me', token)).status;

it('a token that somebody uploads inside an archive is revoked, whoever has it, and that is on record', async () => {
  const [author, victim] = [await platform.createUser(), await platform.createUser()];
  const { id } = (await (await ask('/v1/users/me', victim.token)).json()) as { id: string };
  expect(await me(victim.token)).toBe(200);
  const crate = await makeCrate({ files: { 'src/lib.rs': `const TOKEN: &str = "${victim.token}";\n` } });

  await publishCrate(platform, crate, author.token);

  await eventually(async () => expect(await me(victim.token)).toBe(401));
  expect(await (await ask('/v1/users/me', victim.token)).json()).toMatchObject({ code: 'token_revoked' });
  expect([await me(author.token), await me(victim.session)]).toEqual([200, 200]);
  const audit = await ask('/v1/audit?action=token_auto_revoke', platform.adminToken);
  expect(JSON.stringify(await audit.json())).toContain(`"target_user_id":"${id}"`);
  const path = `/v1/packages/cargo/${crate.name}/security-findings`;
  const findings = JSON.stringify(await (await ask(path, author.session)).json());
  expect(findings).toContain('secrets_exposed');
  expect(findings).not.toContain(victim.token);
});
