import { answerLimits } from '../../../domain/limits/answers.ts';
import type { FragmentSqlToken } from 'slonik';
import type { AuditAction, AuditEntry } from '../../../domain/audit.ts';
import type { MailFacts, MailKind } from '../../../domain/mail.ts';
import { type Queryable, sql } from '../pool.ts';

/** Set by the worker that sends mails: `on` while there is such a worker. */
export const mailerSetting = 'mailer';

/** Maximum number of recipients of one event. */
const mostReaders = answerLimits['mail readers'].count;

type Readers = 'person' | 'organization' | 'package' | 'release';

/** Audit entries that cause a mail, which is written with the change. */
const notices: Partial<Record<AuditAction, { kind: MailKind; readers: Readers }>> = {
  password_change: { kind: 'password_changed', readers: 'person' },
  password_reset: { kind: 'password_changed', readers: 'person' },
  mfa_disable: { kind: 'second_factor_off', readers: 'person' },
  token_create: { kind: 'token_created', readers: 'person' },
  org_member_add: { kind: 'role_given', readers: 'organization' },
  org_role_change: { kind: 'role_given', readers: 'organization' },
  org_invitation_accept: { kind: 'role_given', readers: 'organization' },
  org_ownership_transfer: { kind: 'role_given', readers: 'organization' },
  package_maintainer_add: { kind: 'role_given', readers: 'package' },
  release_hold: { kind: 'release_held', readers: 'release' },
};

const tellingRoles: ReadonlySet<unknown> = new Set(['owner', 'maintainer']);

/** Enqueues mails about the entry's event, in its transaction. Only confirmed addresses get mails. */
export async function enqueueNotices(db: Queryable, entry: AuditEntry): Promise<void> {
  const notice = notices[entry.action];
  if (!notice) return;
  const role = roleOf(entry);
  if (notice.kind === 'role_given' && !tellingRoles.has(role)) return;
  const { targetOrgId = null, targetPackageId = null, targetReleaseId = null, targetUserId = null } = entry;
  const { performer, metadata = {} } = entry;
  const given = { ...metadata, role: role ?? null, ip_address: performer.ipAddress };
  await db.query(sql.typeAlias('void')`
    insert into mails (id, kind, user_id, facts)
    select gen_random_uuid(), ${notice.kind}, readers.id, ${sql.jsonb(given)}::jsonb || jsonb_build_object(
      'who', (select users.username from users where users.id = ${targetUserId}),
      'by', (select users.username from users where users.id = ${performer.userId}),
      'what', coalesce(
        (select packages.ecosystem || ' ' || packages.name from packages where packages.id = ${targetPackageId}),
        (select organizations.slug from organizations where organizations.id = ${targetOrgId})))
      || coalesce((
        select jsonb_build_object('ecosystem', packages.ecosystem, 'name', packages.name, 'version', releases.version)
        from releases join packages on packages.id = releases.package_id
        where releases.id = ${targetReleaseId}), '{}')
    from (select users.id from users
      where users.is_active and users.email_verified_at is not null
        and exists (select from settings where settings.key = ${mailerSetting} and settings.value = 'on')
        and users.id in (${readersOf(notice.readers, entry)})
      order by users.id limit ${mostReaders}) as readers`);
}

function roleOf({ action, metadata }: AuditEntry): unknown {
  if (action === 'org_ownership_transfer') return 'owner';
  return action === 'package_maintainer_add' ? 'maintainer' : metadata?.['role'];
}

function readersOf(readers: Readers, entry: AuditEntry): FragmentSqlToken {
  const { targetOrgId = null, targetPackageId = null, targetReleaseId = null, targetUserId = null } = entry;
  const person = sql.fragment`select ${targetUserId}::uuid`;
  switch (readers) {
    case 'person':
      return person;
    case 'organization':
      return sql.fragment`${person} union
        select members.user_id from members
        where members.organization_id = ${targetOrgId} and members.role = 'owner'`;
    case 'package':
      return sql.fragment`${person} union ${ownersOf(targetPackageId)}`;
    default:
      return sql.fragment`
        select releases.published_by from releases where releases.id = ${targetReleaseId}
        union ${ownersOf(targetPackageId)}`;
  }
}

/** The people who decide about a package: its owner, or the responsible members of its organization. */
function ownersOf(packageId: string | null) {
  return sql.fragment`
    select repositories.owner_user_id from packages
    join repositories on repositories.id = packages.repository_id
    where packages.id = ${packageId} and repositories.owner_user_id is not null
    union
    select members.user_id from packages
    join repositories on repositories.id = packages.repository_id
    join members on members.organization_id = repositories.owner_org_id
      and members.role in ('owner', 'admin', 'security_manager')
    where packages.id = ${packageId}`;
}

/** Notifies one person of an event directly, not through the audit log. `address` replaces the current one. */
export async function notifyPerson(
  db: Queryable,
  userId: string,
  { kind, facts, address }: { kind: MailKind; facts: MailFacts; address?: string },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into mails (id, kind, user_id, address, facts)
    select gen_random_uuid(), ${kind}, users.id, ${address ?? null}, ${sql.jsonb(facts)}
    from users
    where users.id = ${userId} and users.email_verified_at is not null
      and exists (select from settings where settings.key = ${mailerSetting} and settings.value = 'on')`);
}
