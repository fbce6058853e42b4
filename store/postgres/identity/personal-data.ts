import { z } from 'zod';
import { forPerson } from '../organizations/invitations.ts';
import { type Pool, sql } from '../pool.ts';

const Row = z.object({ entry: z.record(z.string(), z.unknown()) });

/** Keys are those of the database. */
export type PersonalEntry = Readonly<Record<string, unknown>>;

/** Queries by section, one per table, without secrets and their hashes. */
const sectionsOf = (userId: string) => ({
  account: sql.fragment`
    select id, username, email, pending_email, email_verified_at, display_name, bio, website, avatar_url, is_admin, is_active, mfa_enabled, created_at, updated_at
    from users where id = ${userId}`,
  sessions: sql.fragment`
    select id, ip_address, user_agent, created_at, last_used_at, expires_at, revoked_at
    from sessions where user_id = ${userId} order by created_at`,
  login_places: sql.fragment`
    select place, first_seen_at, last_seen_at from login_places where user_id = ${userId} order by first_seen_at`,
  mails: sql.fragment`
    select kind, address, facts, status, created_at, finished_at from mails where user_id = ${userId} order by created_at`,
  tokens: sql.fragment`
    select id, name, kind, prefix, hint, scopes, created_at, expires_at, last_used_at, revoked_at
    from tokens where user_id = ${userId} order by created_at`,
  webhooks: sql.fragment`
    select webhooks.url, webhooks.ecosystem, packages.name as package, webhooks.created_at
    from webhooks left join packages on packages.id = webhooks.package_id
    where webhooks.user_id = ${userId} order by webhooks.created_at`,
  organizations: sql.fragment`
    select organizations.slug, members.role, members.created_at
    from members join organizations on organizations.id = members.organization_id
    where members.user_id = ${userId} order by organizations.slug`,
  invitations: sql.fragment`
    select organizations.slug, invitations.address, invitations.role, invitations.status, invitations.created_at
    from invitations join organizations on organizations.id = invitations.organization_id
    where ${forPerson(userId)} order by invitations.created_at`,
  repositories: sql.fragment`
    select slug, name, kind, visibility, created_at from repositories where owner_user_id = ${userId} order by slug`,
  releases: sql.fragment`
    select packages.ecosystem, packages.name, releases.version, releases.state, releases.uploaded_at
    from releases join packages on packages.id = releases.package_id
    where releases.published_by = ${userId} order by releases.uploaded_at`,
  audit_log: sql.fragment`
    select action, ip_address, user_agent, metadata, occurred_at from audit_log
    where actor_user_id = ${userId} or target_user_id = ${userId} order by occurred_at, id`,
});

/**
 * Exports the data of a person from one snapshot, at most 500 rows of a section at a time, and each section at least
 * once. There is no read-ahead: the transaction lasts as long as `take` waits for its reader, and `take` limits the
 * wait.
 */
export async function readPersonalData(
  pool: Pool,
  userId: string,
  take: (section: string, entries: readonly PersonalEntry[]) => Promise<void>,
): Promise<void> {
  await pool.transaction(async (tx) => {
    await tx.query(sql.typeAlias('void')`set transaction isolation level repeatable read, read only`);
    await tx.query(sql.typeAlias('void')`set local idle_in_transaction_session_timeout = 0`);
    for (const [section, query] of Object.entries(sectionsOf(userId))) {
      await tx.query(sql.typeAlias('void')`
        declare personal_data no scroll cursor for select to_jsonb(part) as entry from (${query}) as part`);
      for (let isFirst = true; ; isFirst = false) {
        const rows = await tx.any(sql.type(Row)`fetch 500 from personal_data`);
        if (rows.length === 0 && !isFirst) break;
        await take(
          section,
          rows.map(({ entry }) => entry),
        );
        if (rows.length === 0) break;
      }
      await tx.query(sql.typeAlias('void')`close personal_data`);
    }
    // exported data can't be retracted
  }, 0);
}
