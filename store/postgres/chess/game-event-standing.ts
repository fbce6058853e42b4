import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const Standing = z.object({ seq: z.int(), isDeleted: z.boolean() });
/** The number of a game's last event, and whether that event is the removal of the game. */
export type GameStanding = z.infer<typeof Standing>;

/** Null if the game has no event, or no recent one. */
export async function findGameStanding(db: Queryable, gameId: string): Promise<GameStanding | null> {
  return db.maybeOne(sql.type(Standing)`
    select game_events.seq, game_events.event = 'game_deleted' as is_deleted
    from game_events where game_events.game_id = ${gameId}
    order by game_events.seq desc limit 1`);
}

/** The same number for a query that reads a game, so that both are from one snapshot. */
export const lastSeqOf = (gameId: ReturnType<typeof sql.fragment>) => sql.fragment`coalesce((
  select max(game_events.seq) from game_events where game_events.game_id = ${gameId}), 0)`;

const Span = z.object({ id: z.string(), first: z.int() });
/** A game and its first event within a time span. */
export type EventSpan = z.infer<typeof Span>;

/** Games with events in the last `seconds`, by the database's clock. */
export async function listGamesChangedWithin(db: Queryable, seconds: number): Promise<readonly EventSpan[]> {
  return db.any(sql.type(Span)`
    select game_events.game_id as id, min(game_events.seq) as first
    from game_events
    where game_events.created_at > now() - make_interval(secs => ${seconds})
    group by game_events.game_id`);
}
