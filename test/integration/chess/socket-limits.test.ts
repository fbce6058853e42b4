import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { holdLock } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { connect, type SocketClient } from './socket-client.ts';
import { type Servers, type SocketServer, startServers } from './socket-server.ts';

let servers: Servers;
let server: SocketServer;
beforeAll(async () => {
  servers = await startServers();
  server = await servers.start();
});
afterAll(() => servers.stop());

type Options = NonNullable<Parameters<Servers['start']>[0]>;

/** Runs with a server that has its own limits, and stops it. */
async function limited(options: Options, run: (own: SocketServer) => Promise<void>): Promise<void> {
  const own = await servers.start(options);
  try {
    await run(own);
  } finally {
    await own.stop();
  }
}

/** Games that this file created. */
const created = new Set<string>();

async function create(client: SocketClient): Promise<string> {
  const id = String((await client.get('create_game'))['game_id']);
  created.add(id);
  return id;
}

describe('a connection', () => {
  it('is pinged, and closed when it stays silent', async () => {
    await limited({ limits: { pingEveryMs: 20, silenceMs: 150 } }, async ({ url }) => {
      const alive = await connect(url);
      const silent = await connect(url, { autoPong: false });

      expect(await silent.closed).toEqual({ code: 1001, reason: 'silent' });

      expect(await alive.ask('get_storage_stats')).toMatchObject({ success: true });
      await alive.close();
    });
  });

  it('that does not answer its close either is cut', async () => {
    await limited({ limits: { pingEveryMs: 20, silenceMs: 60, closeWithinMs: 100 } }, async ({ url }) => {
      const raw = await rawUpgrade(url);
      const startedAt = Date.now();

      await once(raw, 'close');

      expect(Date.now() - startedAt).toBeLessThan(5_000);
    });
  });

  it('that does not take what it is sent is closed, and others go on', async () => {
    await limited(
      { limits: { maxUnsentBytes: 32 * 1024, takeWithinMs: 100, closeWithinMs: 30_000 } },
      async ({ url, said }) => {
        const player = await connect(url);
        const id = await create(player);
        const slow = await connect(url);
        const other = await connect(url);
        await other.get('subscribe', { game_id: id });
        slow.socket.pause();
        for (let index = 0; index < 100; index += 1) await create(player);
        // its unread answers fill every buffer between server and client
        for (let index = 0; index < 800; index += 1) slow.send({ action: 'list_games' });
        await eventually(() => expect(said.join('')).toMatch(/does not take what it is sent/), {
          withinMs: 40_000,
        });
        await player.get('submit_move', { game_id: id, from: 'e2', to: 'e4' });

        expect(await other.event()).toMatchObject({ seq: 2 });
        slow.socket.resume();
        expect(await slow.closed).toEqual({ code: 1013, reason: 'too slow' });
        await Promise.all([player.close(), other.close()]);
      },
    );
  });

  it('may follow a hundred things', async () => {
    await limited({ limits: { maxSubscriptions: 2 } }, async ({ url }) => {
      const client = await connect(url);
      const [first, second] = [await create(client), await create(client)];
      await client.get('subscribe', { game_id: '*' });
      await client.get('subscribe', { game_id: first });

      expect(await client.ask('subscribe', { game_id: second })).toMatchObject({
        code: 'out_of_range',
        error: 'No more than 2 subscriptions per connection',
      });
      expect(await client.ask('subscribe', { game_id: first })).toMatchObject({ success: true });
      expect(await client.ask('subscribe', { game_id: '*' })).toMatchObject({ success: true });
      await client.get('unsubscribe', { game_id: '*' });
      expect(await client.ask('subscribe', { game_id: second })).toMatchObject({ success: true });
      // a subscription to a deleted game does not count
      await client.get('delete_game', { game_id: second });
      // skips the starts of games that arrived while the client followed all games
      let event;
      do event = await client.event();
      while (event['event'] === 'game_created' && created.has(event['game_id']));
      expect(event).toMatchObject({ event: 'game_deleted', game_id: second });
      expect(await client.ask('subscribe', { game_id: '*' })).toMatchObject({ success: true });
      await client.close();
    });
  });

  it('has thirty messages a second; what is beyond is refused, not punished', async () => {
    await limited({ environment: { RATE_LIMITS: 'on' } }, async ({ url }) => {
      const client = await connect(url);
      for (let index = 0; index < 60; index += 1)
        client.send({ action: 'get_storage_stats', request_id: index });
      const answers = [];
      while (answers.length < 60) answers.push(await client.answer());

      const refused = answers.filter(({ success }) => success === false);
      expect(answers.slice(0, 30).every(({ success }) => success === true)).toBe(true);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]).toMatchObject({
        code: 'rate_limited',
        action: 'get_storage_stats',
        request_id: expect.any(Number),
        retry_after_seconds: 1,
      });
      await eventually(async () =>
        expect(await client.ask('get_storage_stats')).toMatchObject({ success: true }),
      );
      await client.close();
    });
  });

  it('that goes on although it is refused is cut off', async () => {
    await limited({ environment: { RATE_LIMITS: 'on' } }, async ({ url }) => {
      const client = await connect(url);
      for (let index = 0; index < 2_000; index += 1) client.send({ action: 'get_storage_stats' });

      expect(await client.closed).toEqual({ code: 1013, reason: 'too many messages' });
    });
  });

  it('is not read from while its messages wait, and loses none of them', async () => {
    const client = await connect(server.url);
    const id = await create(client);
    const lock = await holdLock(servers.databaseUrl, 'select from games where id = $1 for update', [id]);
    client.send({ action: 'submit_move', request_id: 0, game_id: id, from: 'e2', to: 'e4' });
    for (let index = 1; index <= 400; index += 1)
      client.send({ action: 'get_board', request_id: index, game_id: id });
    await eventually(async () => expect(await lock.waiting()).toBe(1));
    await lock.release();
    const answers = [];
    while (answers.length <= 400) answers.push(await client.answer());

    expect(answers.map((answer) => answer['request_id'])).toEqual(
      Array.from({ length: 401 }, (_, index) => index),
    );
    expect(answers.every(({ success }) => success === true)).toBe(true);
    await client.close();
  });

  it('that breaks amid its message harms no other client', async () => {
    const broken = await connect(server.url);
    const id = await create(broken);
    const lock = await holdLock(servers.databaseUrl, 'select from games where id = $1 for update', [id]);
    broken.send({ action: 'submit_move', game_id: id, from: 'e2', to: 'e4' });
    await eventually(async () => expect(await lock.waiting()).toBe(1));
    broken.socket.terminate();
    await lock.release();
    const client = await connect(server.url);

    await eventually(async () =>
      expect(await client.get('get_game', { game_id: id })).toMatchObject({ turn: 'black' }),
    );
    await client.close();
  });
});

describe('connecting', () => {
  it('is counted as long as it lasts', async () => {
    await limited({}, async ({ url, metrics }) => {
      const count = async () => /^rookery_websocket_connections\S* (\d+)$/m.exec(await metrics())?.[1];
      const client = await connect(url);
      expect(await count()).toBe('1');
      await client.close();

      await eventually(async () => expect(await count()).toBe('0'));
    });
  });

  it('is open to every origin: nothing ambient counts here', async () => {
    const client = await connect(server.url, { origin: 'https://elsewhere.example' });

    expect(await client.ask('get_storage_stats')).toMatchObject({ success: true });
    await client.close();
  });

  it('ends where there are too many', async () => {
    await limited({ limits: { maxConnections: 2 } }, async ({ url }) => {
      const [first, second] = [await connect(url), await connect(url)];

      const { status, body } = await refusedUpgrade(url);

      expect(status).toBe(503);
      expect(JSON.parse(body)).toMatchObject({ code: 'overloaded', error: expect.any(String) });
      await second?.close();
      await eventually(async () => (await connect(url)).close());
      await first?.close();
    });
  });

  it('ends where too many come from one address', async () => {
    await limited({ limits: { maxPerAddress: 1 } }, async ({ url }) => {
      const only = await connect(url);

      const { status, body } = await refusedUpgrade(url);

      expect(status).toBe(429);
      expect(JSON.parse(body)).toMatchObject({
        code: 'busy',
        error: 'No more than 1 connections per address',
        retry_after_seconds: expect.any(Number),
      });
      await only.close();
    });
  });

  it('without the protocol is told to upgrade', async () => {
    const answer = await fetch(`${server.url}/ws?lang=de`);

    expect(answer.status).toBe(426);
    expect(answer.headers.get('upgrade')).toBe('websocket');
    expect(await answer.json()).toMatchObject({ code: 'upgrade_required', error: expect.any(String) });
  });

  it('elsewhere is answered as if nothing had been asked', async () => {
    const { port } = new URL(server.url);
    for (const protocol of ['websocket', 'h2c']) {
      const socket = connectTcp(Number(port), '127.0.0.1');
      socket.write(
        `GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
      );
      let text = '';
      for await (const chunk of socket) text += String(chunk);

      expect(text).toMatch(/^HTTP\/1.1 200/);
    }
  });
});

describe('a server that stops', () => {
  it('answers what is in work and says good-bye', async () => {
    const own = await servers.start();
    const client = await connect(own.url);
    const id = await create(client);
    const idle = await connect(own.url);
    await idle.get('subscribe', { game_id: '*' });
    const lock = await holdLock(servers.databaseUrl, 'select from games where id = $1 for update', [id]);
    const answer = client.ask('submit_move', { game_id: id, from: 'e2', to: 'e4' });
    await eventually(async () => expect(await lock.waiting()).toBe(1));

    const stopped = own.stop();
    expect(await idle.closed).toEqual({ code: 1001, reason: 'the server is stopping' });
    await lock.release();

    expect(await answer).toMatchObject({ success: true });
    expect(await client.closed).toMatchObject({ code: 1001 });
    await stopped;
  });

  it('does not wait for clients that do not answer', async () => {
    const own = await servers.start({ limits: { closeWithinMs: 100 } });
    const raw = await rawUpgrade(own.url);
    const closed = once(raw, 'close');

    await own.stop();

    expect(await closed).toBeDefined();
  });
});

/** A client that sends only the handshake. */
async function rawUpgrade(url: string) {
  const socket = connectTcp(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(socket, 'data');
  socket.resume();
  return socket;
}

async function refusedUpgrade(url: string): Promise<{ status: number; body: string }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  socket.on('error', () => undefined);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  socket.once('open', () => reject(new Error('it was let in')));
  socket.once('unexpected-response', (_request, response) => {
    let body = '';
    response.on('data', (chunk) => (body += String(chunk)));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
  });
  return promise;
}
