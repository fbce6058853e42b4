import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate } from '../support/crates.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  expectInvisible,
  expectNothingStaged,
  expectWhollyAbsent,
  expectWhollyVisible,
  publishWholly,
} from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';

/** How long the workflow service is unreachable. */
const awayMs = Number(process.env['FAULT_SECONDS'] ?? 30) * 1_000;

let platform: PackagePlatform;
let running: Crate;
let refused: Crate;
let answers: { running: Answer; refused: Answer; health: number };

beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '3000' }, { ownTemporal: true });
  [running, refused] = [await makeCrate(), await makeCrate()];
  const scan = await holdLock(platform.databaseUrl, 'lock table release_metadata in exclusive mode');
  const answer = publishCrate(platform, running);
  await eventually(async () => expect(await scan.waiting()).toBe(1));

  await platform.temporal.kill();
  const back = pause(awayMs);
  await scan.release();
  answers = {
    running: await answer,
    refused: await publishCrate(platform, refused),
    health: (await fetch(`${platform.url}/health`)).status,
  };
  await back;
  await platform.temporal.restart();
});
afterAll(() => platform?.stop());

test('a publish that cannot be started is not promised to the client', async () => {
  expect(answers.refused.status).toBe(503);
  await expectWhollyAbsent(platform, refused);
});

test('the api lives on', () => {
  expect(answers.health).toBe(200);
});

test('the publish that was on its way when the service went away ends by itself', async () => {
  expect([202, 503]).toContain(answers.running.status);
  await expectWhollyVisible(platform, running);
});

test('the refused client succeeds with its next try', async () => {
  await expectInvisible(platform, refused);

  await publishWholly(platform, refused);
});

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
