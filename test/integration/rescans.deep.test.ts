import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentKey } from '../../store/blobs/blobs.ts';
import { queues, workflowNames } from '../../workflows/definitions.ts';
import { credential } from '../security/publish.ts';
import { importAdvisories, osvArchive } from '../support/advisories.ts';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate, uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { layerClient } from '../support/layers.ts';
import { publishNpm } from '../support/npm.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { openWorkflows } from '../support/workflows.ts';
import { genericRequests } from './generic/requests.ts';

let platform: CombinedPlatform;
let owner: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  platform = await startCombinedPlatform();
  [owner, stranger] = [await platform.createUser(), await platform.createUser()];
});
afterAll(() => platform?.stop());

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function call(method: string, path: string, bearer?: string, body?: object): Promise<Answer> {
  const response = await fetch(`${platform.url}/v1${path}`, {
    method,
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

interface Finding {
  id: string;
  kind: string;
  severity: string;
  title: string;
  advisory_id: string | null;
  is_resolved: boolean;
  resolution: string | null;
  resolved_by: string | null;
}

async function findingsOf(purl: string): Promise<Finding[]> {
  const path = `/packages/${purl}/security-findings?include_resolved=true`;
  return (await call('GET', path, owner.session)).body['findings'] as Finding[];
}

const rescan = (purl: string, bearer = owner.session, version = '1.0.0') =>
  call('POST', `/packages/${purl}/releases/${version}/rescan`, bearer);
const stateOf = async (purl: string, version = '1.0.0') => {
  const { body } = await call('GET', `/packages/${purl}/releases/${version}`, owner.session);
  return [body['status'], body['status_reason']];
};
const jobOf = async ({ body }: Answer) =>
  (await call('GET', `/admin/jobs/${String(body['job_id'])}`, platform.adminToken)).body;

/** Requests a rescan and waits for its end. */
async function rescanned(purl: string, version?: string): Promise<Record<string, unknown>> {
  const asked = await rescan(purl, owner.session, version);
  expect(asked).toMatchObject({ status: 202, body: { job_id: expect.any(String) } });
  return eventually(async () => {
    const job = await jobOf(asked);
    expect(job['completed_at']).not.toBeNull();
    return job;
  });
}

const settle = (purl: string, id: string, body: object) =>
  call('PATCH', `/packages/${purl}/security-findings/${id}`, owner.session, body);

/** Removes the findings, as if the scanners had known no rule for them at the publish. */
async function forgetFindings(name: string): Promise<void> {
  for (const statement of [
    `delete from findings using packages where packages.id = findings.package_id and packages.name = $1`,
    `delete from release_scans using releases, packages where releases.id = release_scans.release_id
       and packages.id = releases.package_id and packages.name = $1`,
  ]) {
    await query(platform.databaseUrl, statement, [name]);
  }
}

const countAudit = async (purl: string, action: string) => {
  const [, name] = purl.split('/');
  const rows = await query(
    platform.databaseUrl,
    `select from audit_log join packages on packages.id = audit_log.target_package_id
     where packages.name = $1 and audit_log.action = $2`,
    [decodeURIComponent(name ?? ''), action],
  );
  return rows.length;
};

const npmName = () => uniqueName('probe');
const npmStatus = async (name: string) => (await fetch(`${platform.url}/npm/${name}`)).status;
async function publishProbe(name: string, version = '1.0.0'): Promise<void> {
  const { status } = await publishNpm(`${platform.url}/npm`, { name, version }, owner.token);
  expect(status).toBe(200);
}

const aboutNpm = (id: string, name: string, more: object = {}) => ({
  id,
  affected: [{ name, ecosystem: 'npm', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
  ...more,
});
const importNpm = async (...records: Parameters<typeof osvArchive>[0]) =>
  expect(await importAdvisories(platform, 'npm', osvArchive(records))).toMatchObject({ code: 0 });

describe('advisories', () => {
  test('a critical one hides what it is about as soon as it is imported; resolved, it is visible again and stays so', async () => {
    const name = npmName();
    await publishProbe(name);
    await publishProbe(name, '2.0.0');
    const purl = `npm/${name}`;

    await importNpm(aboutNpm(`GHSA-${name}`, name, { severity: 'CRITICAL' }));

    await eventually(async () => expect(await stateOf(purl)).toEqual(['quarantine', 'blocked_by_findings']));
    const document = (await (await fetch(`${platform.url}/npm/${name}`)).json()) as { versions: object };
    expect(Object.keys(document.versions)).toEqual(['2.0.0']);
    const [finding] = await findingsOf(purl);
    expect(finding).toMatchObject({
      kind: 'vulnerability',
      severity: 'critical',
      advisory_id: `GHSA-${name}`,
      is_resolved: false,
      release_version: '1.0.0',
    });
    expect(await countAudit(purl, 'release_hold')).toBe(1);

    const resolution = { is_resolved: true, resolution: 'accepted_risk' };
    expect(await settle(purl, finding?.id ?? '', resolution)).toMatchObject({ status: 200 });
    await eventually(async () => expect(await stateOf(purl)).toEqual(['published', null]));

    expect(await rescanned(purl)).toMatchObject({ status: 'completed', kind: 'rescan_findings' });
    expect(await findingsOf(purl)).toMatchObject([
      { id: finding?.id, ...resolution, resolved_by: owner.username },
    ]);
    expect(await stateOf(purl)).toEqual(['published', null]);
  });

  test('one that is withdrawn lets its release come back, and says so', async () => {
    const name = npmName();
    await publishProbe(name);
    const purl = `npm/${name}`;
    await importNpm(aboutNpm(`MAL-${name}`, name));
    await eventually(async () => expect(await npmStatus(name)).toBe(404));
    expect(await findingsOf(purl)).toMatchObject([{ kind: 'malware', severity: 'critical' }]);

    const withdrawn = { modified: '2026-05-01T00:00:00Z', withdrawn: '2026-05-01T00:00:00Z' };
    await importNpm(aboutNpm(`MAL-${name}`, name, withdrawn));

    await eventually(async () => expect(await npmStatus(name)).toBe(200));
    expect(await findingsOf(purl)).toMatchObject([
      { is_resolved: true, resolution: 'not_applicable', resolved_by: null },
    ]);
    expect(await countAudit(purl, 'security_finding_resolve')).toBe(1);
  });

  test('a lesser one is on record and hides nothing; told to be critical, it does', async () => {
    const name = npmName();
    await publishProbe(name);
    const purl = `npm/${name}`;

    await importNpm(aboutNpm(`GHSA-${name}`, name, { severity: 'LOW' }));

    await eventually(async () => expect(await findingsOf(purl)).toMatchObject([{ severity: 'low' }]));
    expect(await npmStatus(name)).toBe(200);

    await importNpm(
      aboutNpm(`GHSA-${name}`, name, { severity: 'CRITICAL', modified: '2026-06-01T00:00:00Z' }),
    );

    await eventually(async () => expect(await npmStatus(name)).toBe(404));
    expect(await findingsOf(purl)).toMatchObject([{ severity: 'critical', is_resolved: false }]);
  });

  test('what is published after the import is held by it at once', async () => {
    const name = npmName();
    await importNpm(aboutNpm(`GHSA-${name}`, name, { severity: 'CRITICAL' }));

    await publishProbe(name);

    expect(await stateOf(`npm/${name}`)).toEqual(['quarantine', 'blocked_by_findings']);
    expect(await findingsOf(`npm/${name}`)).toMatchObject([{ advisory_id: `GHSA-${name}` }]);
    await publishProbe(name, '2.0.0');
  });
});

/** A crate with a credential that its owner approved. */
async function publishForgotten(): Promise<Crate> {
  const crate = await makeSuspiciousCrate();
  expect((await publishCrate(platform, crate, owner.token)).status).toBe(202);
  const purl = `cargo/${crate.name}`;
  for (const { id } of await findingsOf(purl)) {
    await settle(purl, id, { is_resolved: true, resolution: 'false_positive' });
  }
  await eventually(async () => expect(await stateOf(purl)).toEqual(['published', null]));
  await forgetFindings(crate.name);
  return crate;
}

describe('files', () => {
  test('what scanners find today hides a visible release, and is told', async () => {
    const crate = await publishForgotten();
    const purl = `cargo/${crate.name}`;

    expect(await rescanned(purl)).toMatchObject({ status: 'completed', last_error: null });

    expect(await stateOf(purl)).toEqual(['quarantine', 'blocked_by_findings']);
    expect(await findingsOf(purl)).toMatchObject([{ kind: 'secrets_exposed', severity: 'critical' }]);
    const download = await fetch(`${platform.url}/cargo/api/v1/crates/${crate.name}/1.0.0/download`);
    expect(download.status).toBe(404);
    expect(await countAudit(purl, 'release_rescan')).toBe(1);
    // a held release can be scanned again, without duplicate findings
    expect(await rescanned(purl)).toMatchObject({ status: 'completed' });
    expect(await findingsOf(purl)).toHaveLength(1);
  });

  test('what they do not find any more is closed, unless it blocks; what a person closed stays closed', async () => {
    const crate = await makeCrate();
    expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
    await query(
      platform.databaseUrl,
      `insert into findings (id, package_id, release_id, artifact_filename, fingerprint, kind, severity, title,
         description, scanner)
       select gen_random_uuid(), releases.package_id, releases.id, artifacts.filename, told.title, 'secrets_exposed',
         'medium', told.title, '', told.scanner
       from releases join packages on packages.id = releases.package_id
       join artifacts on artifacts.release_id = releases.id
       cross join (values ('of old', 'secrets/0'), ('of another', 'names/1')) as told (title, scanner)
       where packages.name = $1`,
      [crate.name],
    );
    const purl = `cargo/${crate.name}`;

    await rescanned(purl);

    const byTitle = Object.fromEntries((await findingsOf(purl)).map((finding) => [finding.title, finding]));
    expect(byTitle).toMatchObject({
      'of old': { is_resolved: true, resolution: 'false_positive', resolved_by: null },
      'of another': { is_resolved: false },
    });
  });

  test('of a release of several files all are looked through', async () => {
    const files = genericRequests(platform);
    const name = uniqueName('files');
    const purl = `generic/${name}`;
    const send = async (path: string, body: string) =>
      expect((await files.put(`${name}/1.0.0/${path}`, owner.token, body)).status).toBe(201);
    await send('readme.txt', 'nothing here');
    await send('settings.txt', 'nothing either');
    // as if scanners had not detected the secret in these bytes before
    await replaceBytes(name, 'settings.txt', `key = "${credential()}"`);

    await rescanned(purl);

    expect(await stateOf(purl)).toEqual(['quarantine', 'blocked_by_findings']);
    expect(await findingsOf(purl)).toMatchObject([{ artifact_filename: 'settings.txt' }]);
    expect((await files.ask(`${name}/1.0.0/readme.txt`)).status).toBe(404);
  });

  test('of an image its layers are', async () => {
    const client = layerClient(platform, owner);
    const tar = pack();
    const packed = buffer(tar);
    tar.entry({ name: 'app/.env' }, `TOKEN=${credential()}\n`);
    tar.finalize();
    const layer = { bytes: gzipSync(await packed), mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip' };
    const pushed = await client.pushImage([layer], 'v1');
    const purl = `oci/${encodeURIComponent(client.name)}`;
    const version = pushed.headers.get('docker-content-digest') ?? '';
    await eventually(async () => {
      const [finding] = await findingsOf(purl);
      await settle(purl, finding?.id ?? '', { is_resolved: true, resolution: 'false_positive' });
      expect(await stateOf(purl, version)).toEqual(['published', null]);
    });
    await forgetFindings(client.name);

    await rescanned(purl, version);

    expect(await findingsOf(purl)).toMatchObject([{ kind: 'secrets_exposed', severity: 'critical' }]);
    expect(await stateOf(purl, version)).toEqual(['quarantine', 'blocked_by_findings']);
    const reader = layerClient(platform, stranger);
    expect((await reader.call('GET', `/v2/${client.name}/manifests/v1`)).status).toBe(404);
  });
});

/** Replaces the stored bytes, which scanners read. */
async function replaceBytes(name: string, filename: string, body: string): Promise<void> {
  const [file] = await query<{ sha256: string }>(
    platform.databaseUrl,
    `select artifacts.sha256 from artifacts join releases on releases.id = artifacts.release_id
     join packages on packages.id = releases.package_id where packages.name = $1 and artifacts.filename = $2`,
    [name, filename],
  );
  const path = join(platform.dataDir, 'blobs', contentKey(file?.sha256 ?? ''));
  await rm(path);
  await writeFile(path, body);
}

test('the daily round looks at every release that today’s scanners have not seen, and at all advisories', async () => {
  const crate = await publishForgotten();
  const seen = await makeCrate();
  expect((await publishCrate(platform, seen, owner.token)).status).toBe(200);
  await using client = openWorkflows(platform.temporal);

  await client.workflow.execute(workflowNames.rescanReleases, {
    workflowId: 'round-by-test',
    taskQueue: queues.publish,
    args: [],
  });

  expect(await stateOf(`cargo/${crate.name}`)).toEqual(['quarantine', 'blocked_by_findings']);
  expect(await stateOf(`cargo/${seen.name}`)).toEqual(['published', null]);
  const { body } = await call('GET', '/admin/jobs?kind=rescan_findings&per_page=100', platform.adminToken);
  const round = (body['jobs'] as { workflow_id: string }[]).find(
    (job) => job.workflow_id === 'round-by-test',
  );
  expect(round).toMatchObject({ status: 'completed', payload: { scope: 'all', result: { rescanned: 1 } } });
  const schedule = await client.schedule.getHandle('rescan-findings').describe();
  expect(schedule.policies.overlap).toBe('BUFFER_ONE');
});

describe('who may ask', () => {
  test('those who triage; a token without the scope, strangers and anonymous callers may not', async () => {
    const crate = await makeCrate();
    expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
    const purl = `cargo/${crate.name}`;

    expect(await rescan(purl, stranger.session)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await rescan(purl, owner.token)).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
    expect((await call('POST', `/packages/${purl}/releases/1.0.0/rescan`)).status).toBe(401);
    expect((await rescan(purl, owner.session, '9.0.0')).status).toBe(404);
    expect((await rescan(`cargo/${uniqueName()}`)).status).toBe(404);
    await call('PATCH', `/packages/${purl}`, owner.session, { visibility: 'private' });
    expect((await rescan(purl, stranger.session)).status).toBe(404);
  });

  test('of a release that was rejected nothing is left to look at', async () => {
    const crate = await makeCrate();
    expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
    const purl = `cargo/${crate.name}`;
    const reason = { reason: 'looked at' };
    await call('POST', `/packages/${purl}/releases/1.0.0/hold`, owner.session, reason);
    await call('POST', `/packages/${purl}/releases/1.0.0/reject`, owner.session, reason);

    expect(await rescan(purl)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
  });
});

test('every history replays', () => assertReplays(platform.temporal));
