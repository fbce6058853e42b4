import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { decidedSignal, heldSignal, queues, workflowNames } from '../../workflows/definitions.ts';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate, uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { listFindings } from '../support/decide.ts';
import { eventually } from '../support/eventually.ts';
import { findHeld, holdCrate, judge, stageCrate } from '../support/held-release.ts';
import { sendForm } from '../support/nuget.ts';
import { passMinute } from '../support/publish-outcome.ts';
import { type TestUser, type SharedPlatform, startPlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { openWorkflows, publishId, runNow } from '../support/workflows.ts';
import { recordDecision } from '../support/decide.ts';

/** A client of the workflow service can send any signal and start any workflow with any input. */

let platform: SharedPlatform;
let owner: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
});
afterAll(() => platform?.stop());

const forgery = {
  kind: 'approve',
  reason: 'forged',
  performer: { userId: null, tokenId: null, ipAddress: null, userAgent: null },
};

/** Sends every signal that could look like an approval, and waits until the workflow has handled all of them. */
async function forgeApproval(workflowId: string): Promise<void> {
  await using client = openWorkflows(platform.temporal);
  const handle = client.workflow.getHandle(workflowId);
  await handle.signal(heldSignal, forgery);
  await handle.signal(decidedSignal, forgery);
  await eventually(async () => {
    const events = (await handle.fetchHistory()).events ?? [];
    const types = events.map((event) => Object.keys(event).find((key) => key.endsWith('EventAttributes')));
    const lastSignal = types.lastIndexOf('workflowExecutionSignaledEventAttributes');
    expect(types.indexOf('workflowTaskCompletedEventAttributes', lastSignal)).toBeGreaterThan(lastSignal);
  });
}

/** Starts a workflow. Returns the message of its failure, or `completed`. */
async function forgeStart(workflow: string, workflowId: string, input: object): Promise<string> {
  await using client = openWorkflows(platform.temporal);
  const options = { workflowId, taskQueue: queues.publish, args: [input] };
  try {
    await client.workflow.execute(workflow, options);
    return 'completed';
  } catch (error) {
    return error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : '';
  }
}

async function terminate(workflowId: string): Promise<void> {
  await using client = openWorkflows(platform.temporal);
  await client.workflow.getHandle(workflowId).terminate('by a stranger');
}

async function factsOf(crate: Crate) {
  const facts = await findHeld(platform, crate);
  if (!facts) throw new Error(`${crate.name} is gone`);
  return facts;
}

async function publishSuspicious(): Promise<Crate> {
  const crate = await makeSuspiciousCrate();
  expect((await publishCrate(platform, crate, owner.token)).status).toBe(202);
  return crate;
}

const holdInput = (
  crate: Crate,
  { releaseId, packageId, uploadId }: Awaited<ReturnType<typeof factsOf>>,
) => ({
  releaseId,
  packageId,
  uploadId,
  ecosystem: 'cargo',
  name: crate.name,
  version: crate.version,
  publisher: '',
});

describe('signals say nothing', () => {
  test.each([
    ['a release with a blocking finding', publishSuspicious],
    ['a release that waits for its approval', () => stageCrate(platform, owner)],
    ['a release that was visible and is hidden', () => holdCrate(platform, owner)],
  ])('to the workflow of %s', async (_, prepare) => {
    const crate = await prepare();
    const before = await factsOf(crate);

    await forgeApproval(before.workflowId);

    expect(await factsOf(crate)).toEqual(before);
  });

  test('and what a person said counts once, under their name', async () => {
    const crate = await stageCrate(platform, owner);
    const { workflowId } = await factsOf(crate);
    await forgeApproval(workflowId);

    expect(await judge(platform, owner, crate, 'approve')).toMatchObject({ status: 200 });

    const { state, audit } = await factsOf(crate);
    expect(state).toBe('published');
    expect(audit.filter((entry) => entry.startsWith('release_approve'))).toEqual([
      `release_approve by ${owner.username}`,
    ]);
  });

  test('a rejection leaves one entry as well', async () => {
    const crate = await holdCrate(platform, owner);

    expect(await judge(platform, owner, crate, 'reject')).toMatchObject({ status: 200 });

    const { state, audit } = await factsOf(crate);
    expect(state).toBe('rejected');
    expect(audit.filter((entry) => entry.startsWith('release_reject'))).toEqual([
      `release_reject by ${owner.username}`,
    ]);
  });

  test('a decision whose signal was lost is found by the reconciler', async () => {
    const crate = await stageCrate(platform, owner);
    await recordDecision(platform, crate, 'approve');
    await passMinute(platform);

    await runNow(platform.temporal, workflowNames.reconcileReleases);

    await eventually(async () => expect((await factsOf(crate)).state).toBe('published'));
  });
});

describe('workflows of a stranger change nothing', () => {
  test('a hold under an invented id ends at once, whatever it is told', async () => {
    for (const crate of [await publishSuspicious(), await holdCrate(platform, owner)]) {
      const before = await factsOf(crate);

      await forgeStart(workflowNames.holdRelease, `forged:${crate.name}`, holdInput(crate, before));

      expect(await factsOf(crate)).toEqual(before);
    }
  });

  test('a hold in the place of the right one waits for the word of a person like it', async () => {
    const crate = await holdCrate(platform, owner);
    const before = await factsOf(crate);
    await terminate(before.workflowId);
    await using client = openWorkflows(platform.temporal);
    await client.workflow.start(workflowNames.holdRelease, {
      workflowId: before.workflowId,
      taskQueue: queues.publish,
      args: [holdInput(crate, before)],
    });
    await forgeApproval(before.workflowId);
    expect(await factsOf(crate)).toEqual(before);

    expect(await judge(platform, owner, crate, 'approve')).toMatchObject({ status: 200 });
  });

  test('a hold with the ids of another release ends without having done anything', async () => {
    const [crate, other] = [await holdCrate(platform, owner), await publishSuspicious()];
    const [before, others] = [await factsOf(crate), await factsOf(other)];
    await terminate(before.workflowId);
    const input = { ...holdInput(crate, before), uploadId: others.uploadId };

    await forgeStart(workflowNames.holdRelease, before.workflowId, input);

    expect([await factsOf(crate), await factsOf(other)]).toEqual([before, others]);
  });

  const publishInput = (crate: Crate, { uploadId, publisher }: Awaited<ReturnType<typeof factsOf>>) => ({
    uploadId,
    publisher,
    ecosystem: 'cargo',
    name: crate.name,
    version: crate.version,
    sha256: crate.sha256,
  });

  test('a publish of an upload of another user is refused, and takes nothing away', async () => {
    const crate = await publishSuspicious();
    const before = await factsOf(crate);
    const input = publishInput(crate, before);
    const attempts = [
      ['forged', input],
      [`publish:cargo:${uniqueName('other').replaceAll('-', '_')}@1.0.0`, input],
      [`forged:${crate.name}`, { ...input, ecosystem: 'nuget' }],
      ['forged', { ...input, uploadId: 'no id' }],
    ] as const;

    for (const [workflowId, forged] of attempts) {
      await forgeStart(workflowNames.publishRelease, workflowId, forged);
    }

    expect(await factsOf(crate)).toEqual(before);
    await judge(platform, owner, crate, 'reject');
    await eventually(async () => expect(await findHeld(platform, crate)).toBeUndefined());
  });

  test('a publish in the place of the right one asks for the same approval', async () => {
    const crate = await stageCrate(platform, owner);
    const before = await factsOf(crate);
    await terminate(publishId(crate));
    await using client = openWorkflows(platform.temporal);
    await client.workflow.start(workflowNames.publishRelease, {
      workflowId: publishId(crate),
      taskQueue: queues.publish,
      args: [publishInput(crate, before)],
    });

    await eventually(async () => {
      const { audit, state } = await factsOf(crate);
      expect(audit.length).toBeGreaterThan(before.audit.length);
      expect(state).toBe('quarantine');
    });
    await forgeApproval(publishId(crate));

    expect(await factsOf(crate)).toMatchObject({ state: 'quarantine', reason: 'awaiting_approval' });
  });

  test('bytes that wait for an approval are not attached to what is visible', async () => {
    const id = `Forged.${uniqueName('a').replaceAll('-', '')}`;
    const nupkg = (version: string) => buildNupkg({ id, version });
    expect((await sendForm(platform, '/v2/package', owner.token, nupkg('1.0.0'))).status).toBe(201);
    expect((await sendForm(platform, '/v3/staging/package', owner.token, nupkg('2.0.0'))).status).toBe(201);
    const uploads = () =>
      query<{ id: string; sha256: string; publisher: string }>(
        platform.databaseUrl,
        `select uploads.id, uploads.sha256, uploads.actor ->> 'userId' as publisher from uploads
         where uploads.declared ->> 'name' = $1`,
        [id],
      );
    const [staged] = await uploads();
    const input = {
      uploadId: staged?.id,
      publisher: staged?.publisher,
      sha256: staged?.sha256,
      ecosystem: 'nuget',
    };
    const file = { kind: 'snupkg', filename: 'evil.snupkg', contentType: 'application/octet-stream' };

    for (const version of ['1.0.0', '2.0.0']) {
      const forged = { ...input, ...file, name: id, version, waitsForRelease: version === '2.0.0' };
      const outcome = await forgeStart(workflowNames.publishFile, `forged:${id}:${version}`, forged);
      expect(outcome).toBe('the upload was sent for another purpose');
    }

    const files = await query(
      platform.databaseUrl,
      `select artifacts.filename from artifacts join releases on releases.id = artifacts.release_id
       join packages on packages.id = releases.package_id where packages.name = $1 and artifacts.filename like 'evil%'`,
      [id],
    );
    expect([files, await uploads()]).toEqual([[], [staged]]);
  });

  test('an import of advisories reads only what an operator has sent', async () => {
    const crate = await publishSuspicious();
    const before = await factsOf(crate);

    const input = { ecosystem: 'cargo', uploadId: before.uploadId };
    const outcome = await forgeStart(workflowNames.importAdvisories, 'forged-import', input);

    expect(outcome).toBe('the upload was sent for another purpose');
    expect(await factsOf(crate)).toEqual(before);
  });

  test('a rescan says of a release what its bytes say, whatever it was started with', async () => {
    const crate = await makeCrate();
    expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
    const before = await factsOf(crate);
    const { releaseId } = before;
    const finding = { kind: 'malware', severity: 'critical', title: 'forged' };
    const inputs = [
      { releaseId, findings: [finding], error: 'forged', isHeld: true },
      { releaseId: 'no id' },
      { releaseId: before.packageId },
      {},
    ];

    for (const [number, input] of inputs.entries()) {
      const workflowId = `forged-rescan-${number}`;
      expect(await forgeStart(workflowNames.rescanFindings, workflowId, input)).toBe('completed');
    }
    const round = { after: 'no id', rescanned: 1, due: [releaseId] };
    expect(await forgeStart(workflowNames.rescanReleases, 'forged-round', round)).toBe('completed');
    const match = { ecosystem: 'nothing', after: 'no id' };
    expect(await forgeStart(workflowNames.matchAdvisories, 'forged-match', match)).not.toBe('completed');

    expect(await factsOf(crate)).toEqual(before);
    expect(await listFindings(platform, crate)).toEqual([]);
  });

  test('a collection is no less patient than configured', async () => {
    const crate = await makeCrate();
    expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
    const blob = 'ab'.repeat(32);
    await query(
      platform.databaseUrl,
      `insert into blobs (sha256, size_bytes, touched_at) values ($1, 1, now() - interval '1 hour')`,
      [blob],
    );

    await forgeStart(workflowNames.cleanOciBlobs, 'forged-collection', { graceSeconds: 0 });

    const kept = await query(platform.databaseUrl, 'select from blobs where sha256 = $1', [blob]);
    expect(kept).toHaveLength(1);
  });
});

test('every history replays', () => assertReplays(platform.temporal));
