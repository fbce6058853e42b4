import { z } from 'zod';
import type { AuditAction } from '../../../domain/audit.ts';
import type { Window } from '../../../domain/paging.ts';
import { placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';
import { newestFirst } from './audit-list.ts';

/** Actions in the log that the person of an account sees: those on the account itself and its credentials. */
const toldActions = [
  'user_register',
  'user_login',
  'user_login_failed',
  'user_logout',
  'user_update',
  'user_activate',
  'user_deactivate',
  'password_change',
  'password_reset',
  'session_revoke',
  'mfa_enable',
  'mfa_disable',
  'mfa_recovery_use',
  'mfa_recovery_regenerate',
  'token_create',
  'token_update',
  'token_revoke',
  'token_auto_revoke',
  'quota_update',
  'export_create',
] as const satisfies readonly AuditAction[];

const AccountActivity = z.object({
  ...placed,
  action: z.enum(toldActions),
  occurredAt: z.date(),
  performer: z.enum(['self', 'other', 'platform', 'unknown']),
  /** Null if another user performed the action: the person must not see that user's credential. */
  credential: z.enum(['session', 'token']).nullable(),
  /** The name of the token that performed the action. */
  credentialName: z.string().nullable(),
  /** The name of the token that the entry is about. */
  tokenName: z.string().nullable(),
  /** Names of the changed members. */
  changed: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});
/** One entry. Only entries of the person's own requests have an address and a user agent. */
export type AccountActivity = z.infer<typeof AccountActivity>;

/** Newest first. */
export async function listAccountActivity(
  db: Queryable,
  userId: string,
  window: Window,
): Promise<readonly AccountActivity[]> {
  const isOwn = sql.fragment`audit_log.actor_user_id = ${userId}`;
  const own = (value: typeof isOwn) => sql.fragment`case when ${isOwn} then ${value} end`;
  return db.any(sql.type(AccountActivity)`
    select audit_log.action, audit_log.occurred_at,
      case
        when ${isOwn} then 'self'
        when audit_log.actor_user_id is not null then 'other'
        when audit_log.action = 'user_login_failed' then 'unknown'
        else 'platform'
      end as performer,
      ${own(sql.fragment`case when audit_log.actor_token_id is null then 'session' else 'token' end`)} as credential,
      ${own(sql.fragment`audit_log.names ->> 'actor_token_name'`)} as credential_name,
      coalesce(audit_log.metadata ->> 'name', tokens.name) as token_name,
      audit_log.metadata ->> 'changed' as changed,
      ${own(sql.fragment`audit_log.ip_address`)} as ip_address,
      ${own(sql.fragment`audit_log.user_agent`)} as user_agent,
      ${newestFirst.position} as position
    from audit_log
    left join tokens on tokens.id = (audit_log.metadata ->> 'token_id')::uuid and tokens.user_id = ${userId}
    where audit_log.target_user_id = ${userId}
      and audit_log.action = any(${sql.array([...toldActions], 'text')})
      and ${newestFirst.behind(window)}
    ${newestFirst.page(window)}`);
}
