import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  type ClearedGrant,
  deleteGrants,
  listGrantHolders,
  type Moving,
  notifyHolders,
} from '../../store/postgres/packages/cleared-grants.ts';
import type { Transaction } from '../../store/postgres/pool.ts';

export type { ClearedGrant };

/** The rights that a transfer ended, and the users whose rights change. */
export interface Clearance {
  cleared: readonly ClearedGrant[];
  people: readonly string[];
}

/**
 * Ends rights that the former owner gave to teams, and to users whom the request does not name. The things are moved
 * and locked. Audit entries for users are in the log of the receiving organization, for teams in their organization's.
 * @throws DomainError `validation_failed` for a name in `keeps` without a personal right
 */
export async function clearGrants(
  tx: Transaction,
  caller: Caller,
  moving: Moving,
  { organizationId, keeps = [] }: { organizationId: string; keeps?: readonly string[] },
): Promise<Clearance> {
  const kept = keeps.map((name) => name.toLowerCase());
  const holders = new Set(kept.length === 0 ? [] : await listGrantHolders(tx, moving));
  const stranger = keeps.find((_, at) => !holders.has(kept[at] ?? ''));
  if (stranger !== undefined) throw hasNoRight(stranger);
  const cleared = await deleteGrants(tx, moving, kept);
  for (const grant of cleared) await audit(tx, caller, grant, organizationId);
  return { cleared, people: await notifyHolders(tx, moving, cleared) };
}

async function audit(
  tx: Transaction,
  caller: Caller,
  { userId, teamId, teamOrgId, holder, kind, targetId, ecosystem, target, permissions }: ClearedGrant,
  organizationId: string,
): Promise<void> {
  const common = {
    performer: performedBy(caller),
    ...(kind === 'package' ? { targetPackageId: targetId } : {}),
  };
  if (userId !== null) {
    const metadata = { ecosystem, name: target, username: holder };
    const action = 'package_maintainer_remove';
    await writeAudit(tx, {
      ...common,
      action,
      targetOrgId: organizationId,
      targetUserId: userId,
      metadata,
    });
    return;
  }
  await writeAudit(tx, {
    ...common,
    action: `team_${kind}_access_update`,
    targetOrgId: teamOrgId,
    metadata: {
      team_id: teamId,
      team: holder,
      target: ecosystem === null ? target : `${ecosystem}/${target}`,
      permissions: '',
      previous_permissions: permissions.join(' '),
    },
  });
}

function hasNoRight(username: string): DomainError {
  const message = `${username} has no right of their own on what is transferred`;
  return new DomainError('validation_failed', message, {
    errors: [{ path: 'keep_maintainers', code: 'invalid', message }],
  });
}
