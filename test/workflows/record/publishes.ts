import { publishCrate } from '../../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate } from '../../support/crates.ts';
import { holdLock } from '../../support/database.ts';
import { decide, resolveFindings } from '../../support/decide.ts';
import { openDrafts } from '../../support/drafts.ts';
import { eventually } from '../../support/eventually.ts';
import { manage } from '../../support/held-release.ts';
import type { OwnPlatform } from '../../support/platform.ts';
import { approval } from '../../support/reviewing.ts';
import { openWorkflows, publishId, untilAtRest } from '../../support/workflows.ts';
import { save, untilClosed } from './history.ts';

export async function publish(platform: OwnPlatform, crate: Crate, wanted = 200): Promise<void> {
  const { status, text } = await publishCrate(platform, crate);
  if (status !== wanted) throw new Error(`${crate.name}: ${status} ${text}`);
}

async function hold(platform: OwnPlatform, name: string): Promise<Crate> {
  const crate = await makeSuspiciousCrate({ name });
  await publish(platform, crate, 202);
  return crate;
}

/** Records two requests with the same bytes, and the yank of their release, which the search index follows. */
export async function recordPublished(platform: OwnPlatform): Promise<void> {
  const crate = await makeCrate({ name: 'demo-published' });
  const lock = await holdLock(platform.databaseUrl, 'lock table release_metadata in exclusive mode');
  const answers = [publish(platform, crate), publish(platform, crate)];
  await using client = openWorkflows(platform.temporal);
  await eventually(async () => {
    const { events } = await client.workflow.getHandle(publishId(crate)).fetchHistory();
    const accepted = events?.filter((event) => event.workflowExecutionUpdateAcceptedEventAttributes) ?? [];
    if (accepted.length < 2) throw new Error(`${accepted.length} requests wait for the run`);
  });
  await lock.release();
  await Promise.all(answers);
  await save(platform, 'publish-published', publishId(crate));

  const response = await fetch(`${platform.url}/cargo/api/v1/crates/${crate.name}/${crate.version}/yank`, {
    method: 'DELETE',
    headers: { authorization: platform.adminToken },
  });
  if (!response.ok) throw new Error(`yank: ${response.status}`);
  await eventually(() => save(platform, 'project-package', 'search:cargo:demo_published'));
}

/** Records a refusal by the first step, and one by the scanner. */
export async function recordRefused(platform: OwnPlatform): Promise<void> {
  await publish(platform, await makeCrate({ name: 'demo-spelling' }));
  const respelled = await makeCrate({ name: 'demo_spelling', version: '1.1.0' });
  await publish(platform, respelled, 400);
  await save(platform, 'publish-refused-name', publishId(respelled));

  const crate = await makeCrate({ name: 'demo-mismatch' });
  const other = await makeCrate({ name: 'demo-matching' });
  const frame = crate.body.subarray(0, crate.body.length - crate.file.length - 4);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(other.file.length);
  const mismatch = { ...crate, body: Buffer.concat([frame, length, other.file]) };
  await publish(platform, mismatch, 400);
  await save(platform, 'publish-refused-archive', publishId(mismatch));
}

/** Records releases that are approved after an unchanged recheck, rejected, cancelled, and scanned again. */
export async function recordHeld(platform: OwnPlatform): Promise<void> {
  const approved = await hold(platform, 'demo-approved');
  await decide(platform, approved, 'recheck');
  await untilAtRest(platform.temporal, publishId(approved));
  await resolveFindings(platform, approved);
  await decide(platform, approved, 'approve');
  await save(platform, 'publish-held-approved', publishId(approved));

  const rejected = await hold(platform, 'demo-rejected');
  await decide(platform, rejected, 'reject');
  await save(platform, 'publish-held-rejected', publishId(rejected));

  const cancelled = await hold(platform, 'demo-cancelled');
  await using client = openWorkflows(platform.temporal);
  await client.workflow.getHandle(publishId(cancelled)).cancel();
  await save(platform, 'publish-held-cancelled', publishId(cancelled));

  const crate = await makeCrate({ name: 'demo-scan-failed' });
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '1' });
  await publish(platform, crate, 202);
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '60000' });
  await decide(platform, crate, 'recheck');
  await save(platform, 'publish-scan-failed', publishId(crate));
}

/** Records drafts that are committed by a person, committed by time, and discarded. */
export async function recordDrafts(platform: OwnPlatform): Promise<void> {
  await using desk = await openDrafts(platform);
  const admin = await desk.callerOf('admin');
  const draft = async (name: string, idle?: { idleSeconds: number }) => {
    await desk.send(admin, { name, version: '1.0.0', kind: 'nupkg' }, idle);
    return `publish:nuget:${name.toLowerCase()}@1.0.0`;
  };
  const committed = await draft('Demo.Committed');
  await untilAtRest(platform.temporal, committed);
  await desk.drafts.commit(admin, 'Demo.Committed', '1.0.0');
  await save(platform, 'draft-committed', committed);

  await save(platform, 'draft-committed-by-time', await draft('Demo.Idle', { idleSeconds: 2 }));

  const discarded = await draft('Demo.Discarded');
  await untilAtRest(platform.temporal, discarded);
  await desk.drafts.discard(admin, 'Demo.Discarded', '1.0.0');
  await save(platform, 'draft-discarded', discarded);
}

/** Records hidden releases that were visible: one is approved again, one is rejected. */
export async function recordHidden(platform: OwnPlatform): Promise<void> {
  for (const [name, verb] of Object.entries({ 'hold-returned': 'approve', 'hold-rejected': 'reject' })) {
    const crate = await makeCrate({ name: `demo-${name}` });
    await publish(platform, crate);
    await untilClosed(platform.temporal, publishId(crate));
    const path = `/packages/cargo/${crate.name}/releases/${crate.version}`;
    const say = async (word: string, body: object = { reason: 'looked at' }) => {
      const { status } = await manage(platform, platform.adminToken, `${path}/${word}`, body);
      if (status !== 200) throw new Error(`${name}: ${word}: ${status}`);
    };
    await say('hold');
    await untilAtRest(platform.temporal, publishId(crate));
    const reviewed = await approval(`${platform.url}/v1${path}`, platform.adminToken, {
      reason: 'looked at',
    });
    await say(verb, verb === 'approve' ? reviewed : undefined);
    await save(platform, name, publishId(crate));
  }
}
