import type { UserActor } from '../../domain/actor.ts';
import { may, requireSecondFactor } from '../../domain/authorize.ts';
import type { AuditAction, AuditEntry } from '../../domain/audit.ts';
import { aboutInput, DomainError, forbidden, onInput } from '../../domain/errors.ts';
import type { Action } from '../../domain/permissions.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import type { Pool, Transaction } from '../../store/postgres/pool.ts';
import { requireOrganization, targetOf } from '../organizations/get.ts';

/** The name of the receiving organization's field in `/v1`. */
export const recipient = 'target_org_slug';

/**
 * Finds the receiving organization, for a user who may do `action` there.
 * @throws DomainError `not_found`, `forbidden`, `mfa_enrolment_required`
 */
export async function requireRecipient(
  pool: Pool,
  actor: UserActor,
  slug: string,
  action: Action,
): Promise<OrganizationRow> {
  const organization = await onInput(recipient, requireOrganization(pool, slug));
  const target = targetOf(organization);
  if (!may(actor, action, target))
    throw aboutInput(recipient, forbidden(`you may not bring anything into the organization ${slug}`));
  requireSecondFactor(actor, target);
  return organization;
}

/** @throws DomainError `duplicate` */
export function assertOther(
  { ownerOrgId }: { ownerOrgId: string | null },
  { id, slug }: OrganizationRow,
): void {
  if (ownerOrgId === id) throw aboutInput(recipient, new DomainError('duplicate', `${slug} owns it already`));
}

/** Writes entries to the logs of both organizations. */
export async function auditTransfer(
  tx: Transaction,
  entry: Omit<AuditEntry, 'targetOrgId'> & { action: AuditAction },
  { from, to }: { from: string | null; to: OrganizationRow },
): Promise<void> {
  const metadata = { ...entry.metadata, new_owner: to.slug };
  await writeAudit(tx, { ...entry, metadata, targetOrgId: to.id });
  if (from !== null) await writeAudit(tx, { ...entry, metadata, targetOrgId: from });
}
