import { expect, it } from 'vitest';
import { listEventsSince } from '../../../store/postgres/chess/game-events.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows({ before: '0012' });

const gameId = '01951111-1111-7111-8111-111111111111';

/** Stores a sentence of an older version as the game's next event. */
async function store(key: string, params: Record<string, string | number>): Promise<void> {
  const stood = { ply: 1, san: null, lastMove: null, drawOffer: null, outcome: null };
  await rows.pool.query(sql.typeAlias('void')`
    insert into game_events (game_id, seq, event, data)
    select ${gameId}, count(*) + 1, 'game_updated', ${sql.jsonb({ ...stood, message: { key, params } })}
    from game_events`);
}

it('texts that stored sentences name are still told as texts', async () => {
  await store('move_made', { side: '@side.white', san: 'e4' });
  await store('game_over', { reason: '@reason.Checkmate', result: '@result.Draw' });
  await store('unknown', { action: '@side.white', plies: 3 });
  await store('game_started', {});

  await migrate(rows.url, 'migrations');

  const events = await listEventsSince(rows.pool, gameId, 0);
  expect(events.map(({ happened }) => 'message' in happened.data && happened.data.message.params)).toEqual([
    { side: { text: 'side.white' }, san: 'e4' },
    { reason: { text: 'reason.Checkmate' }, result: { text: 'result.Draw' } },
    { action: '@side.white', plies: 3 },
    {},
  ]);
});
