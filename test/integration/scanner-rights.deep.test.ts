import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importAdvisories, osvArchive } from '../support/advisories.ts';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate, uniqueName } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { scannerRole, urlAs } from '../support/postgres.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform();
});
afterAll(() => platform?.stop());

/** Runs a statement as the scanner's role. Returns the SQLSTATE of the error; null for a success. */
async function asScanner(statement: string): Promise<string | null> {
  const client = new Client({ connectionString: urlAs(scannerRole, platform.databaseUrl) });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.end();
  }
}
const denied = '42501';

it('the role of the scanner publishes nothing, and reads no credential', async () => {
  const statements = [
    `update releases set state = 'published'`,
    `update packages set visibility = 'public'`,
    `insert into release_decisions select * from release_decisions`,
    `select password_hash from users`,
    `select sealed_secret from webhooks`,
    `select * from sessions`,
    `update tokens set scopes = '{}'`,
    `insert into tokens select * from tokens`,
    `delete from findings`,
    `select * from audit_log`,
    `update documents set body = ''`,
    `create table mine (id int)`,
  ];
  const answers = await Promise.all(
    statements.map(async (statement) => [statement, await asScanner(statement)]),
  );
  expect(answers).toEqual(statements.map((statement) => [statement, denied]));
});

it('with it the scanner does all of its work: findings, advisories, revoked tokens, rescans', async () => {
  const [author, victim] = [await platform.createUser(), await platform.createUser()];
  const name = uniqueName();
  await importAdvisories(platform, 'cargo', osvArchive([]));
  const crate = await makeCrate({
    name,
    files: { 'src/lib.rs': `const TOKEN: &str = "${victim.token}";\n` },
  });

  await publishCrate(platform, crate, author.token);

  const me = await fetch(`${platform.url}/v1/users/me`, {
    headers: { authorization: `Bearer ${victim.token}` },
  });
  expect(me.status).toBe(401);
  const rescan = await fetch(`${platform.url}/v1/packages/cargo/${name}/releases/${crate.version}/rescan`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.session}` },
  });
  const { job_id: id } = (await rescan.json()) as { job_id: string };
  await eventually(async () => {
    const job = await fetch(`${platform.url}/v1/admin/jobs/${id}`, {
      headers: { authorization: `Bearer ${platform.adminToken}` },
    });
    expect(await job.json()).toMatchObject({ status: 'completed' });
  });
});
