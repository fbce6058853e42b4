import { z } from 'zod';
import { promotions } from '../../../chess/move.ts';
import { endReasons, results } from '../../../chess/outcome.ts';
import { notifyChange } from '../notify.ts';
import { type Queryable, sql } from '../pool.ts';

/** The number of a game's last events that are kept for returning subscribers. */
export const keptEvents = 64;

const Side = z.enum(['white', 'black']);

/** An object refers to another text of the catalogue, because a string may be user input. */
const TextParam = z.union([z.string(), z.number(), z.object({ text: z.string() })]);

/** A sentence as key and parameters: each surface renders it in its language. */
const Text = z.object({ key: z.string(), params: z.record(z.string(), TextParam) });

/** The state of a game after a change. The position is not included: the game's moves have it. */
const Updated = z.object({
  ply: z.int(),
  message: Text,
  /** The move that caused the change; null if an action did. */
  san: z.string().nullable(),
  lastMove: z
    .object({ from: z.string(), to: z.string(), promotion: z.enum(promotions).nullable() })
    .nullable(),
  drawOffer: Side.nullable(),
  outcome: z.object({ result: z.enum(results).nullable(), reason: z.enum(endReasons) }).nullable(),
});

const Happened = z.discriminatedUnion('event', [
  z.object({ event: z.literal('game_created'), data: z.object({}) }),
  z.object({ event: z.literal('game_updated'), data: Updated }),
  z.object({ event: z.literal('game_deleted'), data: z.object({}) }),
]);
export type GameHappening = z.infer<typeof Happened>;

const Event = z.object({ seq: z.int(), happened: Happened });
export type GameEvent = z.infer<typeof Event>;

const Next = z.object({ seq: z.int() });

/**
 * Adds the game's next event and notifies every replica at commit. Call it in the transaction of the change, which
 * locks the game's row, so that sequence numbers rise by one. Returns the event's number.
 */
export async function addEvent(db: Queryable, gameId: string, happened: GameHappening): Promise<number> {
  const { seq } = await db.one(sql.type(Next)`
    insert into game_events (game_id, seq, event, data)
    select ${gameId}, coalesce(max(game_events.seq), 0) + 1, ${happened.event}, ${sql.jsonb(happened.data)}
    from game_events where game_events.game_id = ${gameId}
    returning seq`);
  if (seq > keptEvents) {
    await db.query(sql.typeAlias('void')`
      delete from game_events
      where game_events.game_id = ${gameId} and game_events.seq <= ${seq - keptEvents}`);
  }
  await notifyChange(db, { kind: 'game', id: gameId, seq });
  return seq;
}

/** Events after `seq`, in order; 0 lists all stored ones. */
export async function listEventsSince(
  db: Queryable,
  gameId: string,
  seq: number,
): Promise<readonly GameEvent[]> {
  return db.any(sql.type(Event)`
    select game_events.seq,
      jsonb_build_object('event', game_events.event, 'data', game_events.data) as happened
    from game_events
    where game_events.game_id = ${gameId} and game_events.seq > ${seq}
    order by game_events.seq`);
}
