import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../../support/platform.ts';
import { connect, type Message, type SocketClient } from './socket-client.ts';

let platform: Platform;
let client: SocketClient;
beforeAll(async () => {
  platform = await startPlatform();
  client = await connect(platform.url);
});
afterAll(async () => {
  await client.close();
  await platform.stop();
});

it('follows a game and its review to the end', async () => {
  const { game_id: id } = await client.get('create_game');
  await client.get('subscribe', { game_id: id });
  const moves = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
  for (const move of moves) {
    const from = move.slice(0, 2);
    const to = move.slice(2);
    await fetch(`${platform.url}/api/games/${id}/move`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from, to, promotion: null }),
    });
  }
  const events = [await client.event(), await client.event(), await client.event(), await client.event()];
  const submitted = await fetch(`${platform.url}/api/analysis/game/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ movetime_ms: 20 }),
  });
  const { job_id: job } = (await submitted.json()) as { job_id: string };
  await client.get('subscribe', { job_id: job });
  const progress: Message[] = [];
  do progress.push(await client.event());
  while (progress.at(-1)?.['data'].status !== 'Completed');

  expect(events.map(({ seq, data }) => [seq, data.san])).toEqual([
    [2, 'f3'],
    [3, 'e5'],
    [4, 'g4'],
    [5, 'Qh4#'],
  ]);
  const numbers = progress.map(({ seq }) => Number(seq));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(progress.at(-1)?.['data']).toMatchObject({ job_id: job, moves_analyzed: 4, total_moves: 4 });
});
