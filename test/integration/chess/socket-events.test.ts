import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { render } from '../../../chess/messages.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { connect, type Message, type SocketClient } from './socket-client.ts';
import { type Servers, type SocketServer, startServers } from './socket-server.ts';

let servers: Servers;
let server: SocketServer;
let other: SocketServer;
/** The client that plays. */
let player: SocketClient;
beforeAll(async () => {
  servers = await startServers();
  server = await servers.start();
  other = await servers.start();
  player = await connect(server.url);
});
afterAll(async () => {
  await player.close();
  await servers.stop();
});

async function watching<T>(run: (client: SocketClient) => Promise<T>, url = other.url): Promise<T> {
  const client = await connect(url);
  try {
    return await run(client);
  } finally {
    await client.close();
  }
}

/** Games that the running test created. */
const present = new Set<string>();
beforeEach(() => present.clear());

async function create(): Promise<string> {
  const id = String((await player.get('create_game'))['game_id']);
  present.add(id);
  return id;
}
const move = (id: string, text: string) =>
  player.get('submit_move', { game_id: id, from: text.slice(0, 2), to: text.slice(2) });
const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];

async function eventsOf(client: SocketClient, count: number): Promise<Message[]> {
  const events: Message[] = [];
  while (events.length < count) events.push(await client.event());
  return events;
}

/** A client that follows all games may still receive late events of an earlier test: skips those. */
async function presentEvents(client: SocketClient, count: number): Promise<Message[]> {
  const events: Message[] = [];
  while (events.length < count) {
    const event = await client.event();
    if (isPresent(event)) events.push(event);
  }
  return events;
}

const isPresent = (event: Message) => present.has(event['game_id']);

/** Plays a move and waits until this server has its notice. `client` must not receive an event. */
async function expectUnheard(client: SocketClient, id: string, text: string): Promise<void> {
  await watching(async (witness) => {
    await witness.get('subscribe', { game_id: id });
    await move(id, text);
    expect(await witness.event()).toMatchObject({ event: 'game_updated' });
    await expectNoMore(client);
  });
}

describe('events of a game', () => {
  it('cross servers: every change, numbered, with the position', async () => {
    const id = await create();
    await watching(async (client) => {
      const subscribed = await client.get('subscribe', { game_id: id });
      await move(id, 'e2e4');
      await player.get('submit_action', { game_id: id, action_type: 'offer_draw', side: 'black' });
      const events = await eventsOf(client, 2);
      await player.get('delete_game', { game_id: id });
      events.push(await client.event());

      expect(subscribed).toEqual({ message: 'Subscribed', game_id: id, seq: 1 });
      expect(events).toMatchObject([
        {
          type: 'event',
          event: 'game_updated',
          game_id: id,
          seq: 2,
          data: {
            success: true,
            message: 'White played e4',
            san: 'e4',
            status: 'in_progress',
            is_over: false,
            last_move: { from: 'e2', to: 'e4', promotion: null },
            state: { turn: 'black', move_history: [{ san: 'e4' }] },
          },
        },
        {
          event: 'game_updated',
          seq: 3,
          data: { san: null, last_move: null, state: { draw_offer: 'black' } },
        },
        { type: 'event', event: 'game_deleted', game_id: id, seq: 4, data: { game_id: id } },
      ]);
      expect(await client.ask('subscribe', { game_id: id })).toMatchObject({ code: 'game_not_found' });
    });
  });

  it('tell of a change what is known when the game is gone before it is told', async () => {
    const id = await create();
    await move(id, 'e2e4');
    await player.get('delete_game', { game_id: id });
    await watching(async (client) => {
      await client.get('subscribe', { game_id: id, since_seq: 1 });

      expect(await eventsOf(client, 2)).toMatchObject([
        {
          event: 'game_updated',
          seq: 2,
          data: {
            game_id: id,
            message: 'White played e4',
            san: 'e4',
            status: 'in_progress',
            is_over: false,
            is_check: false,
            last_move: { from: 'e2', to: 'e4' },
            state: null,
          },
        },
        { event: 'game_deleted', seq: 3 },
      ]);
    });
  });

  it('tell each subscriber in its language', async () => {
    const id = await create();
    await watching((german) =>
      watching(async (french) => {
        await german.get('subscribe', { game_id: id, lang: 'de' });
        await french.get('subscribe', { game_id: id, lang: 'fr' });
        await move(id, 'e2e4');
        const params = { side: { text: 'side.white' }, san: 'e4' } as const;

        expect((await german.event())['data'].message).toBe(render('de', 'move_made', params));
        expect((await french.event())['data'].message).toBe(render('fr', 'move_made', params));
      }),
    );
  });

  it('end with the subscription', async () => {
    const id = await create();
    await watching(async (client) => {
      await client.get('subscribe', { game_id: id });
      expect(await client.get('unsubscribe', { game_id: id })).toEqual({
        message: 'Unsubscribed',
        game_id: id,
      });
      expect(await client.ask('unsubscribe', { game_id: id })).toMatchObject({ success: true });

      await expectUnheard(client, id, 'e2e4');
    });
  });

  it('reach all followers of all games, also those of finished ones and imports', async () => {
    await watching(async (client) => {
      expect(await client.get('subscribe', { game_id: '*' })).toEqual({
        message: 'Subscribed',
        game_id: '*',
      });
      const id = await create();
      for (const text of ['f2f3', 'e7e5', 'g2g4', 'd8h4']) await move(id, text);
      const imported = await fetch(`${server.url}/api/games/pgn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pgn: '1. e4 e5 2. Nf3 *' }),
      });
      const { game_id: importedId } = (await imported.json()) as { game_id: string };
      present.add(importedId);

      const events = await presentEvents(client, 6);

      // the order is guaranteed within each game only
      const ofGame = (wanted: string) => events.filter(({ game_id }) => game_id === wanted);
      expect(ofGame(id).map(({ event, seq }) => [event, seq])).toEqual([
        ['game_created', 1],
        ['game_updated', 2],
        ['game_updated', 3],
        ['game_updated', 4],
        ['game_updated', 5],
      ]);
      expect(ofGame(importedId)).toMatchObject([{ event: 'game_created', seq: 1 }]);
      expect(ofGame(id)[0]?.['data']).toEqual({ game_id: id });
      expect(ofGame(id)[4]?.['data']).toMatchObject({
        is_over: true,
        result: 'BlackWins',
        end_reason: 'Checkmate',
      });
      expect(await client.get('unsubscribe', { game_id: '*' })).toMatchObject({ game_id: '*' });
    });
  });

  it('come once to who follows a game and all games', async () => {
    await watching(async (client) => {
      await client.get('subscribe', { game_id: '*' });
      const id = await create();
      await presentEvents(client, 1);
      await client.get('subscribe', { game_id: id });
      await move(id, 'e2e4');
      const later = await create();
      await player.get('delete_game', { game_id: id });
      const last = await create();
      await eventually(() =>
        expect(client.unread()).toContainEqual(expect.objectContaining({ game_id: last })),
      );

      const events = client.unread().filter(isPresent);
      const ofGame = (wanted: string) => events.filter(({ game_id }) => game_id === wanted);
      expect(ofGame(id)).toMatchObject([{ event: 'game_updated' }, { event: 'game_deleted' }]);
      expect(ofGame(later)).toMatchObject([{ event: 'game_created' }]);
      expect(events).toHaveLength(4);
    });
  });
});

describe('coming back', () => {
  it('tells what was missed, in order, and goes on', async () => {
    const id = await create();
    for (const text of ['e2e4', 'e7e5', 'g1f3']) await move(id, text);
    await watching(async (client) => {
      const subscribed = await client.get('subscribe', { game_id: id, since_seq: 2 });
      await move(id, 'b8c6');

      const events = await eventsOf(client, 3);

      expect(subscribed).toEqual({ message: 'Subscribed', game_id: id, seq: 4 });
      expect(events.map(({ seq, data }) => [seq, data.san])).toEqual([
        [3, 'e5'],
        [4, 'Nf3'],
        [5, 'Nc6'],
      ]);
      // the state at the time of the event, not the current one
      expect(events[0]?.['data'].state.move_history).toHaveLength(2);
    });
  });

  it('says when what was missed is not kept any more, or never was', async () => {
    const id = await create();
    for (const text of walk.slice(0, 64)) await move(id, text);
    await watching(async (client) => {
      expect(await client.get('subscribe', { game_id: id, since_seq: 0 })).toEqual({
        message: 'Subscribed',
        game_id: id,
        seq: 65,
        missed: true,
      });
      expect(await client.get('subscribe', { game_id: id, since_seq: 99 })).toMatchObject({ missed: true });
      expect(await client.get('subscribe', { game_id: id, since_seq: 1 })).toEqual({
        message: 'Subscribed',
        game_id: id,
        seq: 65,
      });
      expect((await eventsOf(client, 64)).map(({ seq }) => seq)).toEqual(
        Array.from({ length: 64 }, (_, index) => index + 2),
      );
      expect(await client.get('subscribe', { game_id: '*', since_seq: 3 })).toMatchObject({ missed: true });
    });
  });

  it('after the end tells that the game is gone', async () => {
    const id = await create();
    await player.get('delete_game', { game_id: id });
    await watching(async (client) => {
      expect(await client.get('subscribe', { game_id: id, since_seq: 1 })).toMatchObject({ seq: 2 });
      expect(await client.event()).toMatchObject({ event: 'game_deleted', seq: 2 });
    });
  });

  it('leaves no gap and tells nothing twice while moves happen', async () => {
    const id = await create();
    const moves = walk.slice(0, 40);
    const playing = (async () => {
      for (const text of moves) await move(id, text);
    })();

    const told = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        watching(
          async (client) => {
            if (index % 2 === 0) await client.get('subscribe', { game_id: '*' });
            const { seq } = await client.get('subscribe', { game_id: id });
            const events: number[] = [];
            while ((events.at(-1) ?? seq) < moves.length + 1)
              events.push((await presentEvents(client, 1))[0]?.['seq']);
            return { from: Number(seq), events: events.filter((each) => each > seq) };
          },
          index < 4 ? server.url : other.url,
        ),
      ),
    );
    await playing;

    for (const { from, events } of told) {
      expect(events).toEqual(Array.from({ length: moves.length + 1 - from }, (_, index) => from + index + 1));
    }
  });

  it('works for two moves at once: one of them happens, and is told once', async () => {
    const id = await create();
    const second = await connect(other.url);
    await watching(async (client) => {
      await client.get('subscribe', { game_id: id });

      const answers = await Promise.all([
        player.ask('submit_move', { game_id: id, from: 'e2', to: 'e4' }),
        second.ask('submit_move', { game_id: id, from: 'd2', to: 'd4' }),
      ]);

      const [won] = answers.filter(({ success }) => success === true);
      const [lost] = answers.filter(({ success }) => success === false);
      expect(lost).toMatchObject({ code: expect.stringMatching(/wrong_side|illegal_move/) });
      expect(await client.event()).toMatchObject({ seq: 2, data: { san: won?.['data'].san } });
      await expectNoMore(client);
    });
    await second.close();
  });

  it('is made good by the server when notices are lost', async () => {
    await watching((all) =>
      watching(async (one) => {
        await all.get('subscribe', { game_id: '*' });
        const id = await create();
        await presentEvents(all, 1);
        await one.get('subscribe', { game_id: id });

        // the listener's connection breaks, and changes happen before it reconnects
        await query(
          servers.databaseUrl,
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rookery-changes'`,
        );
        await move(id, 'e2e4');
        const unheard = await create();
        await move(id, 'e7e5');

        expect((await eventsOf(one, 2)).map(({ seq }) => seq)).toEqual([2, 3]);
        const events = await presentEvents(all, 3);
        expect(events.filter(({ game_id }) => game_id === id).map(({ seq }) => seq)).toEqual([2, 3]);
        expect(events.filter(({ game_id }) => game_id === unheard)).toMatchObject([
          { event: 'game_created' },
        ]);
      }),
    );
  });
});

/** An endless walk of half-moves: pawns step, and between two steps knights go out and come back. */
const walk = [
  ['2', '3', '7', '6'],
  ['3', '4', '6', '5'],
].flatMap(([white, next, black, then]) =>
  Array.from('abcdegh', (file) => [
    `${file}${white}${file}${next}`,
    `${file}${black}${file}${then}`,
    ...shuffle,
  ]).flat(),
);

async function expectNoMore(client: SocketClient): Promise<void> {
  // answers and events share one queue: events before this answer have already arrived
  await client.get('get_storage_stats');
  expect(client.unread()).toEqual([]);
}
