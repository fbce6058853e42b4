import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KnownCaller } from '../../domain/caller.ts';
import { contentKey, stagingKey } from '../../store/blobs/blobs.ts';
import { query } from '../support/database.ts';
import { type DraftDesk, openDrafts, packageOf } from '../support/drafts.ts';
import { eventually } from '../support/eventually.ts';
import { type SharedPlatform, startPlatform } from '../support/platform.ts';
import { describeRuns } from '../support/workflows.ts';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';

let platform: SharedPlatform;
let desk: DraftDesk;
let admin: KnownCaller;
beforeAll(async () => {
  platform = await startPlatform();
  desk = await openDrafts(platform);
  admin = await desk.callerOf('admin');
});
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]();
  await platform?.stop();
});

const fresh = () => `Draft.P${randomBytes(8).toString('hex')}`;
const version = '1.0.0';
const pem = String(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));

async function statusOf(name: string, kind: 'nupkg' | 'snupkg'): Promise<number> {
  const id = name.toLowerCase();
  const url = `${platform.url}/nuget/v3-flatcontainer/${id}/${version}/${id}.${version}.${kind}`;
  return (await fetch(url)).status;
}

const bothOf = (name: string) => Promise.all([statusOf(name, 'nupkg'), statusOf(name, 'snupkg')]);
const workflowOf = (name: string) => `publish:nuget:${name.toLowerCase()}@${version}`;

async function rowsOf(name: string) {
  return query<{ filename: string; format: string; extracted_from: string | null; sha256: string }>(
    platform.databaseUrl,
    `select artifacts.filename, artifacts.format, artifacts.extracted_from, artifacts.sha256
     from artifacts join releases on releases.id = artifacts.release_id
     join packages on packages.id = releases.package_id
     where packages.name = $1 order by artifacts.filename`,
    [name],
  );
}

const exists = (key: string) =>
  access(join(platform.dataDir, 'blobs', key)).then(
    () => true,
    () => false,
  );

test('files that come one by one are visible together once they are committed', async () => {
  const name = fresh();
  const id = name.toLowerCase();

  const first = await desk.send(admin, { name, version, kind: 'snupkg' });
  const second = await desk.send(admin, { name, version, kind: 'nupkg' });

  expect([first, second]).toEqual([
    { outcome: 'added', isNew: true },
    { outcome: 'added', isNew: false },
  ]);
  expect(await bothOf(name)).toEqual([404, 404]);
  expect(await desk.drafts.get(admin, name, version)).toMatchObject({
    commitsAt: null,
    files: [
      { filename: `${id}.${version}.nupkg`, kind: 'nupkg', sizeBytes: expect.any(Number) },
      { filename: `${id}.${version}.snupkg`, kind: 'snupkg' },
    ],
  });

  const receipt = await desk.drafts.commit(admin, name, version);

  expect(receipt.status).toBe('published');
  expect(await bothOf(name)).toEqual([200, 200]);
  expect(await rowsOf(name)).toMatchObject([
    { filename: `${id}.${version}.nupkg`, format: 'zip', extracted_from: null },
    { filename: `${id}.${version}.snupkg`, format: 'zip', extracted_from: null },
    { filename: `${id}.nuspec`, format: null, extracted_from: `${id}.${version}.nupkg` },
  ]);
  await expect(desk.drafts.get(admin, name, version)).rejects.toMatchObject({ code: 'not_found' });
  await expect(desk.send(admin, { name, version, kind: 'nupkg' })).rejects.toMatchObject({
    code: 'version_exists',
  });
});

test('a draft commits itself when nothing has come for a while', async () => {
  const name = fresh();
  await desk.send(admin, { name, version, kind: 'nupkg' }, { idleSeconds: 2 });
  await desk.send(admin, { name, version, kind: 'snupkg' });

  expect(await bothOf(name)).toEqual([404, 404]);
  await eventually(async () => expect(await bothOf(name)).toEqual([200, 200]), { withinMs: 20_000 });
});

test('a draft does not commit itself for a user who may not publish any more', async () => {
  const name = fresh();
  const { username } = await platform.createUser();
  const author = await desk.callerOf(username);
  await desk.send(author, { name, version, kind: 'nupkg' }, { idleSeconds: 3 });
  // by then the run has checked the author's rights once
  await eventually(async () =>
    expect(
      await query(platform.databaseUrl, 'select id from jobs where workflow_id = $1', [workflowOf(name)]),
    ).toHaveLength(1),
  );
  await query(platform.databaseUrl, 'update users set is_active = false where username = $1', [username]);

  const end = desk.client.workflow.getHandle(workflowOf(name)).result();

  await expect(end).rejects.toThrow('Workflow execution failed');
  expect(await bothOf(name)).toEqual([404, 404]);
  expect(await query(platform.databaseUrl, 'select id from packages where name = $1', [name])).toEqual([]);
});

test('one refused file keeps all others back, and leaves nothing', async () => {
  const name = fresh();
  await desk.send(admin, { name, version, kind: 'nupkg' });
  const body = packageOf('Another.Id', version, 'snupkg');
  await desk.send(admin, { name, version, kind: 'snupkg', body });

  const committed = desk.drafts.commit(admin, name, version);

  await expect(committed).rejects.toMatchObject({ code: 'manifest_mismatch' });
  expect(await bothOf(name)).toEqual([404, 404]);
  expect(await rowsOf(name)).toEqual([]);
  await expect(desk.drafts.get(admin, name, version)).rejects.toMatchObject({ code: 'not_found' });
  // name and version are available again
  await desk.send(admin, { name, version, kind: 'nupkg' });
  expect(await desk.drafts.commit(admin, name, version)).toMatchObject({ status: 'published' });
});

test('files are taken back, replaced and recognised while the draft is open', async () => {
  const name = fresh();
  const filename = `${name.toLowerCase()}.${version}.snupkg`;
  const put = async (body: Buffer, options?: { keeps: boolean }) =>
    (await desk.send(admin, { name, version, kind: 'snupkg', body }, options)).outcome;
  const [one, other] = [packageOf(name, version, 'one'), packageOf(name, version, 'other')];

  const outcomes = [await put(one), await put(one), await put(other)];

  expect(outcomes).toEqual(['added', 'present', 'replaced']);
  await expect(put(one, { keeps: true })).rejects.toMatchObject({ code: 'digest_conflict' });
  await desk.drafts.remove(admin, name, version, filename);
  expect((await desk.drafts.get(admin, name, version)).files).toEqual([]);
  await expect(desk.drafts.commit(admin, name, version)).rejects.toMatchObject({ code: 'invalid_state' });
});

test('a draft that is thrown away is gone with its bytes', async () => {
  const name = fresh();
  await desk.send(admin, { name, version, kind: 'nupkg' });
  const [upload] = await query<{ id: string }>(
    platform.databaseUrl,
    `select upload_id as id from staged_files order by staged_at desc limit 1`,
  );
  const key = stagingKey(upload?.id ?? '');
  expect(await exists(key)).toBe(true);

  await desk.drafts.discard(admin, name, version);

  expect(await exists(key)).toBe(false);
  await expect(desk.drafts.get(admin, name, version)).rejects.toMatchObject({ code: 'not_found' });
  expect(await query(platform.databaseUrl, 'select id from packages where name = $1', [name])).toEqual([]);
});

test('for strangers there is no draft, and others add no files to one', async () => {
  const name = fresh();
  await desk.send(admin, { name, version, kind: 'nupkg' });
  const { username } = await platform.createUser();
  const stranger = await desk.callerOf(username);

  for (const attempt of [
    () => desk.drafts.get(stranger, name, version),
    () => desk.drafts.commit(stranger, name, version),
    () => desk.drafts.discard(stranger, name, version),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
  }
  const brought = desk.send(stranger, { name, version, kind: 'snupkg' });
  await expect(brought).rejects.toMatchObject({ code: 'forbidden' });
});

test('what one process began another one goes on with, also without its workflow', async () => {
  const name = fresh();
  await desk.send(admin, { name, version, kind: 'nupkg' });
  await desk.client.workflow.getHandle(workflowOf(name)).terminate('lost');
  await using other = await openDrafts(platform);

  await other.send(admin, { name, version, kind: 'snupkg' });
  const receipt = await other.drafts.commit(admin, name, version);

  expect(receipt.status).toBe('published');
  expect(await bothOf(name)).toEqual([200, 200]);
  expect((await describeRuns(platform.temporal, workflowOf(name))).runs).toBe(2);
});

test('a finding is of one file: what was resolved in one stands in the other', async () => {
  const name = fresh();
  const files = [{ path: 'content/key.pem', body: pem }];
  const library = { path: 'lib/net8.0/a.dll', body: 'other bytes' };
  await desk.send(admin, { name, version, kind: 'nupkg', body: buildNupkg({ id: name, version, files }) });
  const body = buildNupkg({ id: name, version, files: [...files, library] });
  await desk.send(admin, { name, version, kind: 'snupkg', body });

  const receipt = await desk.drafts.commit(admin, name, version);

  expect(receipt.status).toBe('held');
  const found = await query<{ artifact_filename: string; fingerprint: string }>(
    platform.databaseUrl,
    `select findings.artifact_filename, findings.fingerprint from findings
     join packages on packages.id = findings.package_id
     where packages.name = $1 and findings.title = 'Private key' order by 1`,
    [name],
  );
  const id = name.toLowerCase();
  expect(found.map((finding) => finding.artifact_filename)).toEqual([
    `${id}.${version}.nupkg`,
    `${id}.${version}.snupkg`,
  ]);
  expect(new Set(found.map((finding) => finding.fingerprint)).size).toBe(2);
});

test('every file of a published draft is at its content address, and nowhere else', async () => {
  const name = fresh();
  await desk.send(admin, { name, version, kind: 'nupkg' });
  await desk.drafts.commit(admin, name, version);

  const [artifact] = await rowsOf(name);

  expect(await exists(contentKey(artifact?.sha256 ?? ''))).toBe(true);
  const left = await query(platform.databaseUrl, 'select id from uploads where declared ->> $1 = $2', [
    'name',
    name,
  ]);
  expect(left).toEqual([]);
});
