import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { contentKey } from '../../store/blobs/blobs.ts';
import { uniqueName } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { openDrafts, packageOf } from '../support/drafts.ts';
import { eventually } from '../support/eventually.ts';
import { sendForm } from '../support/nuget.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { releasePath, reviewClient } from '../support/reviewing.ts';
import { describeRuns, openWorkflows, runNow } from '../support/workflows.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '2000' });
});
afterAll(() => platform?.stop());

const version = '1.0.0';
const statusOf = async (id: string, kind: string) => {
  const key = id.toLowerCase();
  const path = `/nuget/v3-flatcontainer/${key}/${version}/${key}.${version}.${kind}`;
  return (await fetch(`${platform.url}${path}`)).status;
};

/** On a busy machine the answer may be 202 before the receipt. */
async function publishPackage(id: string, token: string): Promise<void> {
  const { status } = await sendForm(platform, '/v2/package', token, buildNupkg({ id, version }));
  expect([201, 202]).toContain(status);
  await eventually(async () => expect(await statusOf(id, 'nupkg')).toBe(200), { withinMs: 60_000 });
}

const hasBytes = (body: Buffer) =>
  access(join(platform.dataDir, 'blobs', contentKey(createHash('sha256').update(body).digest('hex')))).then(
    () => true,
    () => false,
  );

test('a worker that is killed between the coming of bytes and their commit shows nothing, and it is done again', async () => {
  const id = `Acme.${uniqueName('f')}`;
  await publishPackage(id, platform.adminToken);
  const symbols = packageOf(id, version, 'symbols');
  const statement = 'select from packages where name = $1 for update';
  const lock = await holdLock(platform.databaseUrl, statement, [id]);

  const answer = sendForm(platform, '/v2/symbolpackage', platform.adminToken, symbols);
  await eventually(async () => expect(await lock.waiting()).toBe(1), { withinMs: 60_000 });
  expect(await hasBytes(symbols)).toBe(true);
  await platform.roles.worker.kill();
  expect((await answer).status).toBe(202);
  await lock.release();

  expect(await statusOf(id, 'snupkg')).toBe(404);
  platform.roles.worker = await platform.roles.worker.restart();
  await eventually(async () => expect(await statusOf(id, 'snupkg')).toBe(200), { withinMs: 60_000 });
  await assertReplays(platform.temporal);
});

/** Symbols that wait for a decision; readers see their package. */
async function heldSymbols() {
  const owner = await platform.createUser();
  const desk = reviewClient(platform, owner.session);
  const id = `Acme.${uniqueName('h')}`;
  await publishPackage(id, owner.token);
  const policy = { require_approval: 'one_person' };
  expect((await desk.call('PUT', `repositories/${owner.username}/policy`, policy)).status).toBe(200);
  const symbols = packageOf(id, version, 'symbols');
  expect((await sendForm(platform, '/v2/symbolpackage', owner.token, symbols)).status).toBe(202);
  const release = releasePath('nuget', id, version);
  const held = await eventually(async () => {
    const [file] = await desk.heldFiles(release);
    expect(file).toBeDefined();
    return file;
  });
  return { id, release, desk, fileId: String(held?.id) };
}

test('a worker that is killed between an approval of a file and its visibility shows it once it is back', async () => {
  const { id, release, desk, fileId } = await heldSymbols();
  const lock = await holdLock(platform.databaseUrl, 'select from packages where name = $1 for update', [id]);

  const approving = desk.approveFile(release, fileId);
  await eventually(async () => expect(await lock.waiting()).toBe(1), { withinMs: 60_000 });
  await platform.roles.worker.kill();
  expect((await approving).status).toBe(202);
  await lock.release();

  expect(await statusOf(id, 'snupkg')).toBe(404);
  platform.roles.worker = await platform.roles.worker.restart();
  await eventually(async () => expect(await statusOf(id, 'snupkg')).toBe(200), { withinMs: 60_000 });
  expect(await desk.heldFiles(release)).toEqual([]);
  await assertReplays(platform.temporal);
}, 180_000);

test('a held file whose workflow was lost is carried by a new one, and waits on', async () => {
  const { id, release, desk, fileId } = await heldSymbols();
  const key = id.toLowerCase();
  const workflowId = `publish:nuget:${key}@${version}/${key}.${version}.snupkg`;
  await using client = openWorkflows(platform.temporal);
  await client.workflow.getHandle(workflowId).terminate();
  const passes = `update staged_files set staged_at = staged_at - interval '1 minute'`;
  await query(platform.databaseUrl, passes);

  await runNow(platform.temporal, 'reconcileReleases');

  await eventually(async () =>
    expect((await describeRuns(platform.temporal, workflowId)).status).toBe('RUNNING'),
  );
  expect(await statusOf(id, 'snupkg')).toBe(404);
  expect(await desk.heldFiles(release)).toMatchObject([{ id: fileId, status_reason: 'policy_hold' }]);
  await desk.approveFile(release, fileId);
  await eventually(async () => expect(await statusOf(id, 'snupkg')).toBe(200), { withinMs: 60_000 });
}, 180_000);

test('an api that is killed between the files of a draft loses none of them', async () => {
  const id = `Acme.${uniqueName('d')}`;
  await using desk = await openDrafts(platform);
  const admin = await desk.callerOf('admin');
  await desk.send(admin, { name: id, version, kind: 'nupkg' });

  await platform.roles.api.kill();
  await platform.roles.worker.kill();
  platform.roles.api = await platform.roles.api.restart();
  platform.roles.worker = await platform.roles.worker.restart();
  await desk.send(admin, { name: id, version, kind: 'snupkg' });
  expect([await statusOf(id, 'nupkg'), await statusOf(id, 'snupkg')]).toEqual([404, 404]);
  await desk.drafts.commit(admin, id, version);

  expect([await statusOf(id, 'nupkg'), await statusOf(id, 'snupkg')]).toEqual([200, 200]);
  const left = await query(platform.databaseUrl, `select from staged_files`);
  expect(left).toEqual([]);
});
