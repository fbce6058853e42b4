import { z } from 'zod';
import { Scope } from '../../../domain/scopes.ts';
import { type Queryable, sql } from '../pool.ts';

export interface NewLoginRequest {
  pageHash: string;
  secretHash: string;
  clientName: string;
  address: string;
  /** The only person who can approve; null: any person. */
  confirms: string | null;
  scopes: readonly Scope[] | null;
  intervalSeconds: number;
  lifetimeSeconds: number;
}

const PageHash = z.object({ pageHash: z.string() });

/** False if another request already has that page. */
export async function insertLoginRequest(db: Queryable, request: NewLoginRequest): Promise<boolean> {
  const scopes = request.scopes === null ? null : sql.array([...request.scopes], 'text');
  const inserted = await db.maybeOne(sql.type(PageHash)`
    insert into login_requests (page_hash, secret_hash, client_name, address, confirms, scopes,
      interval_seconds, expires_at)
    values (${request.pageHash}, ${request.secretHash}, ${request.clientName}, ${request.address},
      ${request.confirms}, ${scopes}, ${request.intervalSeconds},
      now() + make_interval(secs => ${request.lifetimeSeconds}))
    on conflict (page_hash) do nothing
    returning login_requests.page_hash`);
  return inserted !== null;
}

const Waiting = z.object({
  clientName: z.string(),
  address: z.string(),
  confirms: z.string().nullable(),
  scopes: z.array(Scope).nullable(),
});

/** A request that is neither decided nor expired. */
export async function findWaitingLogin(
  db: Queryable,
  pageHash: string,
): Promise<z.infer<typeof Waiting> | null> {
  return db.maybeOne(sql.type(Waiting)`
    select login_requests.client_name, login_requests.address, login_requests.confirms, login_requests.scopes
    from login_requests
    where login_requests.page_hash = ${pageHash} and login_requests.decision is null
      and login_requests.expires_at > now()`);
}

export interface LoginApproval {
  userId: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Stores the decision; `approval` null: denied. False if the request was decided before, or has expired. */
export async function decideLogin(
  db: Queryable,
  pageHash: string,
  approval: LoginApproval | null,
): Promise<boolean> {
  const decided = await db.maybeOne(sql.type(PageHash)`
    update login_requests
    set decision = ${approval ? 'approved' : 'denied'}, approved_by = ${approval?.userId ?? null},
      approved_ip = ${approval?.ipAddress ?? null}, approved_agent = ${approval?.userAgent ?? null}
    where login_requests.page_hash = ${pageHash} and login_requests.decision is null
      and login_requests.expires_at > now()
    returning login_requests.page_hash`);
  return decided !== null;
}

const Asked = z.object({
  decision: z.enum(['approved', 'denied']).nullable(),
  isExpired: z.boolean(),
  isTooEarly: z.boolean(),
  intervalSeconds: z.number(),
});

const slowerSeconds = 5;
const slowestSeconds = 60;

/**
 * Records a poll of the client. After a poll that is early by more than half a second, the client must wait longer.
 */
export async function askLogin(db: Queryable, secretHash: string): Promise<z.infer<typeof Asked> | null> {
  return db.maybeOne(sql.type(Asked)`
    with asked as (
      select login_requests.secret_hash,
        coalesce(login_requests.last_asked_at > clock_timestamp()
          - make_interval(secs => login_requests.interval_seconds) + interval '500 milliseconds', false)
          and login_requests.interval_seconds > 0 as is_too_early
      from login_requests where login_requests.secret_hash = ${secretHash}
      for no key update)
    update login_requests set last_asked_at = clock_timestamp(),
      interval_seconds = case when asked.is_too_early
        then least(${slowestSeconds}, login_requests.interval_seconds + ${slowerSeconds})
        else login_requests.interval_seconds end
    from asked where login_requests.secret_hash = asked.secret_hash
    returning login_requests.decision, login_requests.expires_at <= now() as is_expired, asked.is_too_early,
      login_requests.interval_seconds`);
}

const Taken = z.object({
  clientName: z.string(),
  confirms: z.string().nullable(),
  scopes: z.array(Scope).nullable(),
  approvedBy: z.string(),
  approvedIp: z.string().nullable(),
  approvedAgent: z.string().nullable(),
});

/** Takes an approved request, which ends: of several concurrent callers only one gets it. */
export async function takeLogin(db: Queryable, secretHash: string): Promise<z.infer<typeof Taken> | null> {
  return db.maybeOne(sql.type(Taken)`
    delete from login_requests
    where login_requests.secret_hash = ${secretHash} and login_requests.decision = 'approved'
      and login_requests.expires_at > now()
    returning login_requests.client_name, login_requests.confirms, login_requests.scopes,
      login_requests.approved_by, login_requests.approved_ip, login_requests.approved_agent`);
}

/** Removes log-ins that the person has approved and no client has used yet, and proofs of presence. */
export async function deleteApprovedLogins(db: Queryable, userId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from login_requests where login_requests.approved_by = ${userId}`);
  await db.query(sql.typeAlias('void')`
    delete from login_confirmations where login_confirmations.user_id = ${userId}`);
}

export async function insertConfirmation(
  db: Queryable,
  { codeHash, userId, seconds }: { codeHash: string; userId: string; seconds: number },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into login_confirmations (code_hash, user_id, expires_at)
    values (${codeHash}, ${userId}, now() + make_interval(secs => ${seconds}))`);
}

const Owner = z.object({ userId: z.string() });

export async function findConfirmation(
  db: Queryable,
  codeHash: string,
): Promise<z.infer<typeof Owner> | null> {
  return db.maybeOne(sql.type(Owner)`
    select login_confirmations.user_id from login_confirmations
    where login_confirmations.code_hash = ${codeHash} and login_confirmations.expires_at > now()`);
}

/** Removes expired log-ins after a delay, so that clients that still poll get `expired_token`. */
export async function deleteExpiredLogins(db: Queryable): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from login_requests where login_requests.expires_at < now() - interval '1 hour'`);
  await db.query(sql.typeAlias('void')`
    delete from login_confirmations where login_confirmations.expires_at < now()`);
}
