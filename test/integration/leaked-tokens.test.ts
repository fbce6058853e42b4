import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '../../domain/token.ts';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type SharedPlatform, startPlatform } from '../support/platform.ts';

let platform: SharedPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.stop());

const ask = (path: string, token: string) =>
  fetch(`${platform.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
const me = async (token: string) => (await ask('/v1/users/me', token)).status;

it('a token inside an uploaded archive is revoked, whichever user has it, and that is on record', async () => {
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

it('a token of a build is revoked as well, and its archive is looked through as any other', async () => {
  const author = await platform.createUser();
  const { secret, hash, prefix, hint } = createToken();
  const id = randomUUID();
  const build = {
    issuer: 'https://issuer.example',
    subject: 'build',
    repository: 'acme/crate',
    repositoryOwnerId: null,
    workflowRef: null,
    environment: null,
    organizations: null,
    nameKey: null,
    owner: null,
    repositorySlug: null,
  };
  await query(
    platform.databaseUrl,
    `insert into tokens (id, user_id, name, kind, token_hash, prefix, hint, scopes, exchanged_in, build, expires_at)
     values ($1, null, 'build', 'trusted_publishing', $2, $3, $4, '{packages:write}', 'cargo', $5, now() + interval '15 minutes')`,
    [id, hash, prefix, hint, JSON.stringify(build)],
  );
  const crate = await makeCrate({ files: { 'src/lib.rs': `const TOKEN: &str = "${secret}";\n` } });

  await publishCrate(platform, crate, author.token);

  const revokedAt = 'select revoked_at from tokens where id = $1';
  await eventually(async () =>
    expect(await query(platform.databaseUrl, revokedAt, [id])).toEqual([{ revoked_at: expect.any(Date) }]),
  );
  const audit = await ask('/v1/audit?action=token_auto_revoke', platform.adminToken);
  expect(JSON.stringify(await audit.json())).toContain(`"token_id":"${id}"`);
});
