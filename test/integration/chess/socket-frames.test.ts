import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from './socket-client.ts';
import { type Servers, type SocketServer, startServers } from './socket-server.ts';

let servers: Servers;
let server: SocketServer;
beforeAll(async () => {
  servers = await startServers();
  server = await servers.start();
});
afterAll(() => servers.stop());

describe('hostile frames', () => {
  const id = crypto.randomUUID();

  it.each([
    ['no JSON', '{"action":', 'unknown', 'invalid_json'],
    ['nothing', '', 'unknown', 'invalid_json'],
    ['a list', '[{"action":"list_games"}]', 'unknown', 'invalid_json'],
    ['depth', '['.repeat(65_000), 'unknown', 'invalid_json'],
    [
      'a deep member',
      // the parser stops at the depth limit, so the answer has no action
      `{"action":"get_game","game_id":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      'unknown',
      'invalid_json',
    ],
    ['an unknown action', '{"action":"castle"}', 'castle', 'unknown_action'],
    ['an inherited action', '{"action":"constructor"}', 'constructor', 'unknown_action'],
    ['another inherited action', '{"action":"__proto__"}', '__proto__', 'unknown_action'],
    ['a prototype with an action', '{"__proto__":{"action":"list_games"}}', 'unknown', 'missing_field'],
    [
      'a prototype with an id',
      `{"action":"get_game","__proto__":{"game_id":"${id}"}}`,
      'get_game',
      'missing_field',
    ],
    ['an action of another type', '{"action":7}', 'unknown', 'invalid_field'],
    [
      'a request id of another type',
      '{"action":"list_games","request_id":{"a":1}}',
      'list_games',
      'invalid_field',
    ],
    ['a language of another type', '{"action":"list_games","lang":5}', 'list_games', 'invalid_field'],
    ['an id of another type', '{"action":"get_game","game_id":{"toString":1}}', 'get_game', 'invalid_field'],
    ['no id', '{"action":"get_board"}', 'get_board', 'missing_field'],
    ['a broken id', '{"action":"get_game","game_id":"\\u0000"}', 'get_game', 'invalid_id'],
    [
      'a broken square',
      `{"action":"submit_move","game_id":"${id}","from":"e9","to":"e4"}`,
      'submit_move',
      'invalid_field',
    ],
    [
      'a broken promotion',
      `{"action":"submit_move","game_id":"${id}","from":"e7","to":"e8","promotion":"K"}`,
      'submit_move',
      'invalid_field',
    ],
    [
      'a token of another type',
      `{"action":"delete_game","game_id":"${id}","token":[]}`,
      'delete_game',
      'invalid_field',
    ],
    [
      'a half move',
      `{"action":"replay_archived","game_id":"${id}","move_number":0.5}`,
      'replay_archived',
      'invalid_field',
    ],
    [
      'no number',
      `{"action":"replay_archived","game_id":"${id}","move_number":"2"}`,
      'replay_archived',
      'invalid_field',
    ],
    [
      'an endless number',
      `{"action":"subscribe","game_id":"${id}","since_seq":1e999}`,
      'subscribe',
      'invalid_field',
    ],
    [
      'a number before the first',
      `{"action":"subscribe","game_id":"${id}","since_seq":-1}`,
      'subscribe',
      'out_of_range',
    ],
    ['a page beyond', '{"action":"list_games","per_page":501}', 'list_games', 'out_of_range'],
    ['a subject of another type', '{"action":"subscribe","game_id":["*"]}', 'subscribe', 'invalid_field'],
    ['a name with a NUL', '{"action":"create_game","white":"a\\u0000b"}', 'create_game', 'invalid_field'],
    ['a lone surrogate', '{"action":"create_game","white":"\\ud800"}', 'create_game', 'invalid_field'],
    ['a position that is none', '{"action":"create_game","fen":"\\u0000"}', 'create_game', 'invalid_fen'],
  ])('%s gets an error, and the connection goes on', async (_what, text, action, code) => {
    const client = await connect(server.url);
    client.send(text);

    const answer = await client.answer();

    expect(answer).toMatchObject({ type: 'response', action, success: false, code });
    expect(answer['error']).toEqual(expect.any(String));
    expect(answer).toHaveProperty('request_id');
    expect(await client.ask('get_storage_stats')).toMatchObject({ success: true });
    await client.close();
  });

  it('that are not text are named so', async () => {
    const client = await connect(server.url);
    client.socket.send(Buffer.from('{"action":"list_games"}'));

    expect(await client.answer()).toMatchObject({
      action: 'binary',
      request_id: null,
      success: false,
      code: 'unsupported_media_type',
      error: 'Only text frames are understood',
    });
    await client.close();
  });

  it('beyond 64 KiB close the connection', async () => {
    const fits = await connect(server.url);
    const frame = (size: number) => {
      const empty = JSON.stringify({ action: 'get_storage_stats', pad: '' });
      return JSON.stringify({ action: 'get_storage_stats', pad: 'x'.repeat(size - empty.length) });
    };
    fits.send(frame(64 * 1024));
    expect(await fits.answer()).toMatchObject({ success: true });
    fits.send(frame(64 * 1024 + 1));

    expect((await fits.closed).code).toBe(1009);
  });

  it('that are no frames close the connection', async () => {
    const client = await connect(server.url);
    // reserved bits that no extension has negotiated
    // oxlint-disable-next-line no-underscore-dangle -- the client sends only correct frames by itself
    (client.socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(
      Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    );

    expect((await client.closed).code).toBe(1002);
  });
});
