import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { importAdvisories, osvArchive } from '../support/advisories.ts';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { decide, resolveFindings } from '../support/decide.ts';
import { sendForm } from '../support/nuget.ts';
import { openDrafts } from '../support/drafts.ts';
import { eventually } from '../support/eventually.ts';
import { type OwnPlatform, startOwnPlatform } from '../support/platform.ts';
import { operaGame, startFen, submitReview, untilReview, untilSearched } from '../support/reviews.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startReceiver } from '../support/receiver.ts';
import { openWorkflows, publishId, runNow, untilAtRest } from '../support/workflows.ts';
import { recordRescans } from './record-rescans.ts';
import { recordImports, recordZips } from './record-composer.ts';
import { recordGems, recordPython } from './record-uploads.ts';
import { recordDeploys } from './record-deploys.ts';
import { recordDeletedOrganization } from './record-deleted-organization.ts';
import { folder, save, untilClosed } from './save-history.ts';

/**
 * Records one history of every kind from a running platform into `histories/`:
 * `node test/workflows/record.ts`, or of some kinds only: `node test/workflows/record.ts holds`. Those of `test/faults/review-steps.test.ts`,
 * whose steps wait and fail as asked, are `review-waited` and `review-cancelled-failing`. Run it after an intended change of workflow code, never to silence a
 * failing replay of a release that users run. `attached`, `refused-attachment` and `staged-file` are of `attachFile`, as `publishFile`
 * was called. `held-*`, `hold-*`, `rejected`, `scan-failed` and `awaiting-approval` are of the time when signals said what was decided: they stay, as such runs may still be waiting. So do `draft-committed` and `draft-idle`,
 * which stored their files in a step of a minute.
 */

/** Those without the ending took each step by itself: such runs may still be waiting for a person. */
async function savePublish(platform: OwnPlatform, name: string, crate: Crate): Promise<void> {
  await untilClosed(platform, publishId(crate));
  await save(platform, `${name}-in-joined-steps`, publishId(crate));
}

async function publish(platform: OwnPlatform, crate: Crate, wanted: number): Promise<void> {
  const { status, text } = await publishCrate(platform, crate);
  if (status !== wanted) throw new Error(`${crate.name}: ${status} ${text}`);
}

async function hold(platform: OwnPlatform, name: string): Promise<Crate> {
  const crate = await makeSuspiciousCrate({ name });
  await publish(platform, crate, 202);
  return crate;
}

async function recordPublished(platform: OwnPlatform): Promise<void> {
  const crate = await makeCrate({ name: 'demo-published' });
  await publish(platform, crate, 200);
  await savePublish(platform, 'published', crate);
  const response = await fetch(`${platform.url}/cargo/api/v1/crates/${crate.name}/${crate.version}/yank`, {
    method: 'DELETE',
    headers: { authorization: platform.adminToken },
  });
  if (!response.ok) throw new Error(`yank: ${response.status}`);
  await eventually(() => save(platform, 'project-package', 'search:cargo:demo_published'));
  await untilClosed(platform, 'search:cargo:demo_published');
  await save(platform, 'project-package', 'search:cargo:demo_published');
}

async function recordDecisions(platform: OwnPlatform): Promise<void> {
  const approved = await hold(platform, 'demo-approved');
  await decide(platform, approved, 'recheck');
  await resolveFindings(platform, approved);
  await decide(platform, approved, 'approve');
  await savePublish(platform, 'decided-approved', approved);

  const rejected = await hold(platform, 'demo-rejected');
  await decide(platform, rejected, 'reject');
  await savePublish(platform, 'decided-rejected', rejected);

  const cancelled = await hold(platform, 'demo-cancelled');
  await using client = openWorkflows(platform.temporal);
  await client.workflow.getHandle(publishId(cancelled)).cancel();
  await savePublish(platform, 'decided-cancelled', cancelled);
}

async function recordRefusals(platform: OwnPlatform): Promise<void> {
  await publish(platform, await makeCrate({ name: 'demo-spelling' }), 200);
  const respelled = await makeCrate({ name: 'demo_spelling', version: '1.1.0' });
  await publish(platform, respelled, 400);
  await savePublish(platform, 'refused-name', respelled);

  const crate = await makeCrate({ name: 'demo-mismatch' });
  const other = await makeCrate({ name: 'demo-matching' });
  const frame = crate.body.subarray(0, crate.body.length - crate.file.length - 4);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(other.file.length);
  const mismatch = { ...crate, body: Buffer.concat([frame, length, other.file]) };
  await publish(platform, mismatch, 400);
  await savePublish(platform, 'refused-archive', mismatch);
}

async function recordJoined(platform: OwnPlatform): Promise<void> {
  const crate = await makeCrate({ name: 'demo-joined' });
  const lock = await holdLock(platform.databaseUrl, 'lock table release_metadata in exclusive mode');
  const answers = [publish(platform, crate, 200), publish(platform, crate, 200)];
  await using client = openWorkflows(platform.temporal);
  await eventually(async () => {
    const { events } = await client.workflow.getHandle(publishId(crate)).fetchHistory();
    const accepted = events?.filter((event) => event.workflowExecutionUpdateAcceptedEventAttributes) ?? [];
    if (accepted.length < 2) throw new Error(`${accepted.length} requests have joined`);
  });
  await lock.release();
  await Promise.all(answers);
  await savePublish(platform, 'joined', crate);
}

async function recordFailedScan(platform: OwnPlatform): Promise<void> {
  const crate = await makeCrate({ name: 'demo-scan-failed' });
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '1' });
  await publish(platform, crate, 202);
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '60000' });
  await decide(platform, crate, 'recheck');
  await savePublish(platform, 'decided-scan-failed', crate);
}

async function recordMaintenance(platform: OwnPlatform): Promise<void> {
  await using client = openWorkflows(platform.temporal);
  const types = {
    'clean-expired': 'cleanExpired',
    'clean-oci-blobs': 'cleanOciBlobs',
    reconcile: 'reconcileReleases',
    'render-documents': 'renderDocuments',
    'clean-tokens': 'cleanTokens',
    'reindex-search': 'reindexSearch',
  };
  for (const path of ['reindex', 'cleanup/expired_tokens']) {
    const headers = { authorization: `Bearer ${platform.adminToken}` };
    await fetch(`${platform.url}/v1/admin/${path}`, { method: 'POST', headers });
  }
  await runNow(platform.temporal, 'cleanExpired');
  await runNow(platform.temporal, 'cleanOciBlobs');
  for (const [name, type] of Object.entries(types)) {
    for await (const { workflowId } of client.workflow.list({ query: `WorkflowType = "${type}"` })) {
      await untilClosed(platform, workflowId);
      await save(platform, name, workflowId);
      break;
    }
  }
}

async function manage(platform: OwnPlatform, crate: Crate, verb: string): Promise<void> {
  const url = `${platform.url}/v1/packages/cargo/${crate.name}/releases/${crate.version}/${verb}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'looked at' }),
  });
  if (!response.ok) throw new Error(`${verb}: ${response.status} ${await response.text()}`);
}

async function recordHolds(platform: OwnPlatform): Promise<void> {
  for (const [name, verb] of Object.entries({ 'decided-returned': 'approve', 'decided-thrown': 'reject' })) {
    const crate = await makeCrate({ name: `demo-${name}` });
    await publish(platform, crate, 200);
    await untilClosed(platform, publishId(crate));
    await manage(platform, crate, 'hold');
    await decide(platform, crate, 'recheck');
    await manage(platform, crate, verb);
    await savePublish(platform, name, crate);
  }
}

async function recordApproval(platform: OwnPlatform): Promise<void> {
  const headers = { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ slug: 'demo-staging', name: 'Staging', kind: 'staging' });
  await fetch(`${platform.url}/v1/repositories`, { method: 'POST', headers, body });
  const crate = await makeSuspiciousCrate({ name: 'demo-staged' });
  const url = `${platform.url}/cargo/r/demo-staging/api/v1/crates/new`;
  const { status } = await fetch(url, {
    method: 'PUT',
    headers: { authorization: platform.adminToken },
    body: new Uint8Array(crate.body),
  });
  if (status !== 202) throw new Error(`${crate.name}: ${status}`);
  await resolveFindings(platform, crate);
  await decide(platform, crate, 'recheck');
  await manage(platform, crate, 'approve');
  await savePublish(platform, 'decided-staged', crate);
}

async function recordFiles(platform: OwnPlatform): Promise<void> {
  const nupkg = { id: 'Demo.Attached', version: '1.0.0' };
  const send = async (path: string, file: Buffer, wanted: number) => {
    const { status, text } = await sendForm(platform, path, platform.adminToken, file);
    if (status !== wanted) throw new Error(`${path}: ${status} ${text}`);
  };
  const symbols = (body: string) => buildNupkg({ ...nupkg, files: [{ path: 'lib/net8.0/demo.pdb', body }] });
  const workflowId = 'publish:nuget:demo.attached@1.0.0/demo.attached.1.0.0.snupkg';
  await send('/v2/package', buildNupkg(nupkg), 201);
  await send('/v2/symbolpackage', symbols('symbols'), 201);
  await untilClosed(platform, workflowId);
  await save(platform, 'file-added', workflowId);
  await send('/v2/symbolpackage', symbols('others'), 409);
  await untilClosed(platform, workflowId);
  await save(platform, 'file-refused', workflowId);
}

async function recordStagedFile(platform: OwnPlatform): Promise<void> {
  const nupkg = { id: 'Demo.Staged', version: '1.0.0' };
  const symbols = buildNupkg({ ...nupkg, files: [{ path: 'lib/net8.0/demo.pdb', body: 'symbols' }] });
  await sendForm(platform, '/v3/staging/package', platform.adminToken, buildNupkg(nupkg));
  const path = '/v3/staging/symbols';
  const { status, text } = await sendForm(platform, path, platform.adminToken, symbols, {}, 'symbols');
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
  const workflowId = 'publish:nuget:demo.staged@1.0.0/demo.staged.1.0.0.snupkg';
  await untilClosed(platform, workflowId);
  await save(platform, 'file-staged', workflowId);
}

async function recordDrafts(platform: OwnPlatform): Promise<void> {
  await using desk = await openDrafts(platform);
  const admin = await desk.callerOf('admin');
  const draft = async (name: string, idle?: { idleSeconds: number }) => {
    await desk.send(admin, { name, version: '1.0.0', kind: 'nupkg' }, idle);
    await desk.send(admin, { name, version: '1.0.0', kind: 'snupkg' });
    return `publish:nuget:${name.toLowerCase()}@1.0.0`;
  };
  const committed = await draft('Demo.Committed');
  await untilAtRest(platform.temporal, committed);
  await desk.drafts.commit(admin, 'Demo.Committed', '1.0.0');
  await untilClosed(platform, committed);
  await save(platform, 'draft-committed-with-time', committed);

  const idle = await draft('Demo.Idle', { idleSeconds: 2 });
  await untilClosed(platform, idle);
  await save(platform, 'draft-idle-with-time', idle);

  const discarded = await draft('Demo.Discarded');
  await untilAtRest(platform.temporal, discarded);
  await desk.drafts.discard(admin, 'Demo.Discarded', '1.0.0');
  await save(platform, 'draft-discarded', discarded);
}

async function recordAdvisories(platform: OwnPlatform): Promise<void> {
  const record = { id: 'OSV-1', affected: [{ name: 'Demo.Text', events: [{ introduced: '0' }] }] };
  await importAdvisories(platform, 'nuget', osvArchive([record]));
  await save(platform, 'advisories', 'import-advisories:nuget');
  await untilClosed(platform, 'match-advisories:nuget');
  await save(platform, 'advisories-matched', 'match-advisories:nuget');
  await importAdvisories(platform, 'nuget', Buffer.from('no archive'));
  await save(platform, 'advisories-refused', 'import-advisories:nuget');
}

/** Of an organization's member that was added: one receiver hears it, one answers 410 until the run is cancelled. */
async function recordWebhooks(platform: OwnPlatform): Promise<void> {
  const receiver = await startReceiver();
  const { username } = await platform.createUser();
  const call = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' };
    const answer = await fetch(`${platform.url}/v1/orgs${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  await call('', { name: 'Demo', slug: 'demo' });
  for (const path of ['heard', 'refused']) {
    await call('/demo/webhooks', { url: `${receiver.url}/${path}`, events: ['member.added'] });
  }
  await call('/demo/members', { username, role: 'viewer' });
  await using client = openWorkflows(platform.temporal);
  const messages = await eventually(async () => {
    if (receiver.messages.length < 2) throw new Error('not told yet');
    return receiver.messages;
  });
  for (const { path, delivery } of messages.slice(0, 2)) {
    const workflowId = `webhook:${delivery}`;
    if (path === '/refused') await client.workflow.getHandle(workflowId).cancel();
    await untilClosed(platform, workflowId);
    await save(platform, path === '/refused' ? 'webhook-cancelled' : 'webhook-delivered', workflowId);
  }
  await receiver.stop();
}

/** One that the server takes, and one that it never will. */
async function recordMails(platform: OwnPlatform): Promise<void> {
  for (const [name, answer] of [
    ['mail-delivered', null],
    ['mail-refused', { code: 550, text: 'no such mailbox' }],
  ] as const) {
    mailServer.answer = answer;
    const { username } = await platform.createUser(`demo-${name}`);
    const workflowId = await eventually(async () => {
      const [row] = await query<{ id: string }>(
        platform.databaseUrl,
        `select mails.id from mails join users on users.id = mails.user_id
        where users.username = $1 and mails.is_started order by mails.id limit 1`,
        [username],
      );
      if (!row) throw new Error('no mail yet');
      return `mail:${row.id}`;
    });
    await untilClosed(platform, workflowId);
    await save(platform, name, workflowId);
  }
}

async function recordAnalyses(platform: OwnPlatform): Promise<void> {
  await using client = openWorkflows(platform.temporal);
  const limits = { depth: 6, movetimeMs: 1_000, multiPv: 2, threads: 1 };
  for (const [name, moves] of Object.entries({ analysed: ['e2e4'], 'analysis-refused': ['e2e5'] })) {
    const workflowId = `analyse:demo-${name}`;
    await client.workflow.start('analysePosition', {
      workflowId,
      taskQueue: 'publish',
      args: [{ fen: startFen, moves, ...limits }],
    });
    await untilClosed(platform, workflowId);
    await save(platform, name, workflowId);
  }
}

async function recordReviews(platform: OwnPlatform): Promise<void> {
  const reviewed = await submitReview(platform, { moves: operaGame.slice(0, 8), depth: 4 });
  await untilReview(platform, reviewed.id, 'completed');
  await untilClosed(platform, reviewed.workflowId);
  await save(platform, 'reviewed', reviewed.workflowId);

  const slow = { moves: operaGame.slice(0, 6), depth: 128, movetimeMs: 1_000 };
  const cancelled = await submitReview(platform, slow);
  await untilSearched(platform, cancelled.id, 2);
  await using client = openWorkflows(platform.temporal);
  await client.workflow.getHandle(cancelled.workflowId).cancel();
  await untilClosed(platform, cancelled.workflowId);
  await save(platform, 'review-cancelled', cancelled.workflowId);

  const removed = await submitReview(platform, { ...slow, moves: operaGame.slice(0, 7) });
  await untilSearched(platform, removed.id, 1);
  await query(platform.databaseUrl, 'delete from reviews where id = $1', [removed.id]);
  await untilClosed(platform, removed.workflowId);
  await save(platform, 'review-gone', removed.workflowId);

  const impossible = await submitReview(platform, { moves: ['e2e5'], depth: 4 });
  await untilClosed(platform, impossible.workflowId);
  await save(platform, 'review-failed', impossible.workflowId);

  // knights come and go: longer than one run may be
  const endless = Array.from({ length: 126 }, () => ['g1f3', 'g8f6', 'f3g1', 'f6g8']).flat();
  const long = await submitReview(platform, { moves: endless, depth: 1 });
  await untilReview(platform, long.id, 'completed', 180_000);
  await untilClosed(platform, long.workflowId);
  await save(platform, 'review-continued', long.workflowId);
}

const kinds = {
  published: recordPublished,
  decisions: recordDecisions,
  refusals: recordRefusals,
  joined: recordJoined,
  'failed-scan': recordFailedScan,
  holds: recordHolds,
  approval: recordApproval,
  files: recordFiles,
  'staged-files': recordStagedFile,
  drafts: recordDrafts,
  python: recordPython,
  gems: recordGems,
  deploys: recordDeploys,
  advisories: recordAdvisories,
  rescans: recordRescans,
  'deleted-organization': recordDeletedOrganization,
  webhooks: recordWebhooks,
  mails: recordMails,
  analyses: recordAnalyses,
  reviews: recordReviews,
  maintenance: recordMaintenance,
  zips: recordZips,
  imports: recordImports,
};

const { positionals } = parseArgs({ allowPositionals: true });
await mkdir(folder, { recursive: true });
const mailServer = await startMailServer();
const platform = await startOwnPlatform({
  WEBHOOK_PRIVATE_TARGETS: 'allow',
  IMPORT_PRIVATE_TARGETS: 'allow',
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  MAIL_FROM: 'Rookery <registry@example.org>',
});
try {
  for (const [kind, record] of Object.entries(kinds)) {
    if (positionals.length === 0 || positionals.includes(kind)) await record(platform);
  }
} finally {
  await platform.stop();
  await mailServer.stop();
}
