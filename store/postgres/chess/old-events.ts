import { z } from 'zod';
import { inBatches, batchRows } from '../batches.ts';
import { type Pool, sql } from '../pool.ts';

/**
 * Removes events that no client resumes from any more: those of ended games without an event for `days`. The last
 * event of an existing game stays, so that its numbers never restart. Returns the number of removed events.
 */
export async function deleteOldEvents(pool: Pool, days: number): Promise<number> {
  // two statements: with an `or` every row needs two look-ups, which takes five times as long
  const gone = await deleteOld(
    pool,
    days,
    sql.fragment`not exists (select from game_archives where game_archives.game_id = game_events.game_id)`,
  );
  const earlier = await deleteOld(
    pool,
    days,
    sql.fragment`exists (select from game_archives where game_archives.game_id = game_events.game_id)
      and game_events.seq < latest.seq`,
  );
  return gone + earlier;
}

const Piece = z.object({ count: z.int(), until: z.string().nullable() });

async function deleteOld(
  pool: Pool,
  days: number,
  isUnwanted: ReturnType<typeof sql.fragment>,
): Promise<number> {
  // the remaining events are the oldest, so each batch starts where the previous one ended
  let since = '-infinity';
  return inBatches(async () => {
    const { count, until } = await pool.transaction(async (tx) => {
      // each row needs look-ups: with outdated statistics, each look-up would scan the whole table
      await tx.query(sql.typeAlias('void')`set local enable_seqscan = off`);
      return tx.one(sql.type(Piece)`
        with old as (
          select game_events.game_id, game_events.seq, game_events.created_at
          from game_events cross join lateral (
            select latest.seq, latest.created_at from game_events as latest
            where latest.game_id = game_events.game_id order by latest.seq desc limit 1
          ) as latest
          where game_events.created_at < now() - make_interval(days => ${days}::int)
            and game_events.created_at >= ${since}::timestamptz
            and not exists (select from games where games.id = game_events.game_id)
            and latest.created_at < now() - make_interval(days => ${days}::int)
            and ${isUnwanted}
          order by game_events.created_at limit ${batchRows}
        ), removed as (
          delete from game_events using old
          where game_events.game_id = old.game_id and game_events.seq = old.seq
          returning old.created_at)
        select count(*) as count, max(removed.created_at)::text as until from removed`);
    });
    since = until ?? since;
    return count;
  });
}
