import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type OwnPlatform, startOwnPlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import {
  operaGame,
  type PositionFacts,
  readPositions,
  submitReview,
  untilReview,
  untilSearched,
} from '../support/reviews.ts';
import { runNow } from '../support/workflows.ts';
import { query } from '../support/database.ts';

/** Deep enough that a process can be killed in the middle of a search. */
const wanted = { moves: operaGame.slice(0, 16), depth: 11 };

let platform: OwnPlatform;
let undisturbed: { positions: PositionFacts['analysis'][]; result: unknown };
beforeAll(async () => {
  platform = await startOwnPlatform({ ENGINE_THREADS: '1' }, { ownPostgres: true, ownTemporal: true });
  const { id } = await submitReview(platform, wanted);
  const { result } = await untilReview(platform, id, 'completed');
  undisturbed = { positions: analysesOf(await readPositions(platform, id)), result };
});
afterAll(() => platform?.stop());

function analysesOf(positions: PositionFacts[]): PositionFacts['analysis'][] {
  return positions.map(({ analysis }) => analysis);
}

/** Disturbs a review after a few positions: stored results stay, and the review finds the rest. */
async function expectSameDespite(disturb: (reviewId: string) => Promise<void>): Promise<void> {
  const { id } = await submitReview(platform, wanted);
  await untilSearched(platform, id, 3);

  const before = await readPositions(platform, id);
  expect(before.length).toBeLessThan(wanted.moves.length);
  await disturb(id);
  const { result } = await untilReview(platform, id, 'completed', 120_000);

  const positions = await readPositions(platform, id);
  expect(positions.slice(-before.length)).toEqual(before);
  expect(analysesOf(positions)).toEqual(undisturbed.positions);
  expect(result).toEqual(undisturbed.result);
}

test('the review that nothing happens to has looked at every position', () => {
  expect(undisturbed.positions).toHaveLength(wanted.moves.length + 1);
  expect(undisturbed.positions.every(({ depth }) => depth === wanted.depth)).toBe(true);
});

test('an engine that is killed costs the position in work', () =>
  expectSameDespite(async () => {
    await platform.roles.engine.kill();
    platform.roles.engine = await platform.roles.engine.restart();
  }));

test('an engine that is stopped hands its position to the next', () =>
  expectSameDespite(async () => {
    const asked = Date.now();
    await platform.roles.engine.stop();
    expect(Date.now() - asked).toBeLessThan(5_000);
    platform.roles.engine = await platform.roles.engine.restart();
  }));

test('a worker that is killed', () =>
  expectSameDespite(async () => {
    await platform.roles.worker.kill();
    platform.roles.worker = await platform.roles.worker.restart();
  }));

test('an api that is killed', () =>
  expectSameDespite(async () => {
    await platform.roles.api.kill();
    platform.roles.api = await platform.roles.api.restart();
  }));

test('a workflow service that is killed', () =>
  expectSameDespite(async () => {
    await platform.temporal.kill();
    await platform.temporal.restart();
  }));

test('a workflow service that loses everything', () =>
  expectSameDespite(async (id) => {
    await platform.temporal.restartEmpty();
    const age = "update reviews set created_at = created_at - interval '1 minute' where id = $1";
    await query(platform.databaseUrl, age, [id]);
    await eventually(() => runNow(platform.temporal, 'reconcileReleases'), { withinMs: 30_000 });
  }));

test('a database that is killed', () =>
  expectSameDespite(async () => {
    await platform.postgres.kill();
    await platform.postgres.restart();
  }));

test('a game that can not have been played fails its review in words', async () => {
  const { id } = await submitReview(platform, { moves: ['e2e5'], depth: 5 });

  const { error } = await untilReview(platform, id, 'failed');

  expect(error).toMatch(/^\w.*legal move/);
  expect(await readPositions(platform, id)).toEqual([]);
});

test('every history replays', () => assertReplays(platform.temporal));
