import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { type OwnPlatform, startOwnPlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { startFen } from '../support/reviews.ts';

let platform: OwnPlatform;
let metricsUrl: string;
beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  platform = await startOwnPlatform({ ANALYSIS_MAX_CONCURRENT_POSITIONS: '1' });
  await platform.roles.engine.stop();
  platform.roles.engine = await platform.roles.engine.restart({ METRICS_PORT: String(port - 3) });
});
afterAll(() => platform?.stop());

async function analyse(limits: object, signal?: AbortSignal): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${platform.url}/api/analysis/position`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fen: startFen, ...limits }),
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, body: await response.json() };
}

async function untilBusy(count: number): Promise<void> {
  await eventually(async () => {
    const text = await (await fetch(metricsUrl)).text();
    expect(text).toMatch(
      new RegExp(`^rookery_engine_busy_threads\\{.*kind="interactive".*\\} ${count}$`, 'm'),
    );
  });
}

test('an engine that is killed while a client waits: another one searches', async () => {
  const answer = analyse({ movetime_ms: 9_000 });
  await untilBusy(1);

  // in the middle of the search: the next engine has only the remaining time
  await new Promise<void>((resolve) => void setTimeout(resolve, 4_000));
  await platform.roles.engine.kill();
  platform.roles.engine = await platform.roles.engine.restart();

  expect(await answer).toMatchObject({ status: 200, body: { source: 'search' } });
});

test('without any engine it is said soon, and the slot is free again', async () => {
  await platform.roles.engine.stop();

  const asked = Date.now();
  const answer = await analyse({ movetime_ms: 100 });

  expect(answer).toMatchObject({ status: 503, body: { code: 'not_ready', error: expect.any(String) } });
  expect(Date.now() - asked).toBeLessThan(8_000);
  platform.roles.engine = await platform.roles.engine.restart();
  expect(await analyse({ depth: 3 })).toMatchObject({ status: 200 });
});

test('a client that goes away stops its search within a second', async () => {
  const client = new AbortController();
  const asking = analyse({ movetime_ms: 10_000 }, client.signal).catch(() => 'gone');
  await untilBusy(1);

  const left = Date.now();
  client.abort();
  await untilBusy(0);

  expect(Date.now() - left).toBeLessThan(1_000);
  expect(await asking).toBe('gone');
  await eventually(async () => expect(await analyse({ depth: 3 })).toMatchObject({ status: 200 }));
});

test('an api that is killed: its search ends by itself, its slot expires', async () => {
  const asking = analyse({ movetime_ms: 1_000 }).catch(() => 'gone');
  await untilBusy(1);

  await platform.roles.api.kill();
  expect(await asking).toBe('gone');
  platform.roles.api = await platform.roles.api.restart();
  await untilBusy(0);

  await query(
    platform.databaseUrl,
    "update analysis_slots set expires_at = least(expires_at, now() + interval '1 second')",
  );
  await eventually(async () => expect(await analyse({ depth: 3 })).toMatchObject({ status: 200 }));
});

test('every history replays', () => assertReplays(platform.temporal));
