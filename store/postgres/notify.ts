import type { FragmentSqlToken } from 'slonik';
import { type Queryable, sql } from './pool.ts';

/** One channel; the payload names the change. Delivered by PostgreSQL at commit, to every replica. */
export const changesChannel = 'rookery_changes';

export type Change =
  | { kind: 'package'; id: string }
  | { kind: 'token'; hash: string }
  | { kind: 'session'; id: string }
  | { kind: 'user'; id: string }
  /** Subscribers read the event from `game_events`. */
  | { kind: 'game'; id: string; seq: number }
  | { kind: 'review'; id: string };

/** Call it in the transaction of the change: a rollback then sends no notification. */
export async function notifyChange(db: Queryable, change: Change): Promise<void> {
  await db.query(sql.typeAlias('void')`select ${noticeOf(change)}`);
}

/** The notification as part of another statement. */
export function noticeOf(change: Change): FragmentSqlToken {
  return sql.fragment`pg_notify(${changesChannel}, ${JSON.stringify(change)})`;
}
