import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { connect } from './socket-client.ts';
import { type Servers, startServers } from './socket-server.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.stop());

it('connections outlive the database, and go on when it is back', async () => {
  const server = await servers.start();
  const player = await connect(server.url);
  const watcher = await connect(server.url);
  const { game_id: id } = await player.get('create_game');
  await watcher.get('subscribe', { game_id: id });
  const move = { game_id: id, from: 'e2', to: 'e4' };

  await servers.postgres.kill();
  const refused = await player.ask('submit_move', move);
  await servers.postgres.restart();
  await eventually(
    async () => expect(await player.ask('submit_move', move)).toMatchObject({ success: true }),
    {
      withinMs: 30_000,
    },
  );

  expect(refused).toMatchObject({ success: false, code: 'not_ready', retry_after_seconds: 5 });
  expect(await watcher.event()).toMatchObject({ seq: 2, data: { san: 'e4' } });
  expect(await watcher.get('subscribe', { game_id: '*' })).toMatchObject({ game_id: '*' });
  expect(watcher.unread()).toEqual([]);
  await Promise.all([player.close(), watcher.close()]);
});
