import { z } from 'zod';
import type { Window } from '../../../domain/paging.ts';
import { keyset, placed } from '../keyset.ts';
import { notifyChange } from '../notify.ts';
import { type Queryable, sql } from '../pool.ts';

export interface NewSession {
  id: string;
  userId: string;
  ipAddress: string | null;
  userAgent: string | null;
  expiresAt: Date;
}

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into sessions (id, user_id, ip_address, user_agent, expires_at, authenticated_at)
    values (${session.id}, ${session.userId}, ${session.ipAddress}, ${session.userAgent},
      ${session.expiresAt.toISOString()}, now())`);
}

const SessionRow = z.object({
  userId: z.string(),
  expiresAt: z.date(),
  revokedAt: z.date().nullable(),
  authenticatedAt: z.date(),
});

export async function findSession(
  db: Queryable,
  sessionId: string,
): Promise<z.infer<typeof SessionRow> | null> {
  return db.maybeOne(sql.type(SessionRow)`
    select sessions.user_id, sessions.expires_at, sessions.revoked_at,
      coalesce(sessions.authenticated_at, sessions.created_at) as authenticated_at
    from sessions
    where sessions.id = ${sessionId}`);
}

/** Writes at most once a minute: otherwise every read would cause a write. */
export async function touchSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update sessions set last_used_at = now()
    where sessions.id = ${sessionId} and sessions.last_used_at < now() - interval '1 minute'`);
}

const Listed = z.object({
  ...placed,
  id: z.string(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.date(),
  lastUsedAt: z.date(),
});
export type ListedSession = z.infer<typeof Listed>;

const lastUsedFirst = keyset(
  { value: sql.fragment`sessions.last_used_at`, type: 'timestamptz', isDescending: true },
  { value: sql.fragment`sessions.id`, type: 'uuid', isDescending: true },
);

/** Live sessions. */
export async function listSessions(
  db: Queryable,
  userId: string,
  window: Window,
): Promise<readonly ListedSession[]> {
  return db.any(sql.type(Listed)`
    select sessions.id, sessions.ip_address, sessions.user_agent, sessions.created_at, sessions.last_used_at,
      ${lastUsedFirst.position} as position
    from sessions
    where sessions.user_id = ${userId} and sessions.revoked_at is null and sessions.expires_at > now()
      and ${lastUsedFirst.behind(window)}
    ${lastUsedFirst.page(window)}`);
}

const Extended = z.object({ expiresAt: z.date() });

/** The new end of the session; null if it has ended. */
export async function extendSession(
  db: Queryable,
  id: string,
  { idleSeconds, lifeSeconds }: { idleSeconds: number; lifeSeconds: number },
): Promise<Date | null> {
  const extended = await db.maybeOne(sql.type(Extended)`
    update sessions
    set expires_at = least(now() + ${idleSeconds} * interval '1 second',
        sessions.created_at + ${lifeSeconds} * interval '1 second'), last_used_at = now()
    where sessions.id = ${id} and sessions.revoked_at is null and sessions.expires_at > now()
    returning sessions.expires_at`);
  return extended?.expiresAt ?? null;
}

/** Records that the person has just given the password again. */
export async function confirmSession(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update sessions set authenticated_at = now() where sessions.id = ${id} and sessions.revoked_at is null`);
  await notifyChange(db, { kind: 'session', id });
}

const Ended = z.object({ id: z.string(), wasLive: z.boolean() });

/** The sessions to revoke: one, all, or all but one. */
export type SessionChoice = { id: string } | { but: string } | 'all';

/**
 * Revokes sessions, after a wait for transactions that publish with one of them. Call it in a transaction: caches are
 * notified at commit. `givenBack`: the session that ends itself, whose running publishes continue. Returns the number
 * of sessions that were live.
 */
export async function revokeSessions(
  db: Queryable,
  userId: string,
  choice: SessionChoice,
  { givenBack }: { givenBack?: string | undefined } = {},
): Promise<number> {
  const ended = await endSessions(db, userId, choice, givenBack);
  return ended.filter(({ wasLive }) => wasLive).length;
}

/** Revokes one session, like {@link revokeSessions}. False if it was revoked before. */
export async function revokeSession(db: Queryable, userId: string, id: string): Promise<boolean> {
  return (await endSessions(db, userId, { id })).length > 0;
}

/**
 * Also revokes a session that has logged out: a thief may have done that, so that the session's running publishes
 * continue.
 */
async function endSessions(
  db: Queryable,
  userId: string,
  choice: SessionChoice,
  givenBack?: string,
): Promise<readonly z.infer<typeof Ended>[]> {
  const ended = await db.any(sql.type(Ended)`
    with live as (
      select sessions.id, sessions.revoked_at is null as was_live from sessions
      where sessions.user_id = ${userId} and (sessions.revoked_at is null or sessions.is_given_back)
        and ${chosen(choice)}
      order by sessions.id for update)
    update sessions set revoked_at = now(), is_given_back = sessions.id is not distinct from ${givenBack ?? null}::uuid
    from live where sessions.id = live.id
    returning sessions.id, live.was_live`);
  for (const { id } of ended) await notifyChange(db, { kind: 'session', id });
  return ended;
}

function chosen(choice: SessionChoice) {
  if (choice === 'all') return sql.fragment`true`;
  return 'id' in choice
    ? sql.fragment`sessions.id = ${choice.id}`
    : sql.fragment`sessions.id <> ${choice.but}`;
}
