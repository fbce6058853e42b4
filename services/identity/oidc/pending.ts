import { may } from '../../../domain/authorize.ts';
import type { UserActor } from '../../../domain/actor.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { DomainError } from '../../../domain/errors.ts';
import { isMatch, isSameOwner } from '../../../domain/trusted-publisher.ts';
import { findPerson, rightsOf } from '../../../store/postgres/identity/memberships.ts';
import {
  deletePending,
  listPendingFor,
  type PendingPublisher,
  pinPendingOwner,
} from '../../../store/postgres/identity/pending-publishers.ts';
import { insertPublisher } from '../../../store/postgres/identity/trusted-publishers.ts';
import { findPackage } from '../../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../../store/postgres/pool.ts';
import type { TrustedBuild } from './trust.ts';

const refused = (detail: string) => new DomainError('forbidden', detail, { reason: 'pending_publisher' });

/** What the request says about the package that it means. */
interface Meant {
  ecosystem: EcosystemId;
  nameKey?: string | undefined;
}

/**
 * Pending publishers that fit the build. One whose package is there by now, and its organization's, is a publisher of it
 * from here on; one whose package went to somebody else is nothing any more. Returns those whose package is not there.
 */
export async function settlePending(
  tx: Transaction,
  { ecosystem, nameKey }: Meant,
  { build, organizations }: TrustedBuild,
): Promise<readonly PendingPublisher[]> {
  const waiting: PendingPublisher[] = [];
  for (const pending of await listPendingFor(tx, ecosystem, build)) {
    const isTheirs = organizations === null || organizations.has(pending.organizationId);
    const isMeant = nameKey === undefined || pending.nameKey === nameKey;
    if (!isTheirs || !isMeant || !isMatch(pending, build)) continue;
    const pkg = await findPackage(tx, ecosystem, pending.nameKey);
    if (!pkg) {
      waiting.push(pending);
      continue;
    }
    await deletePending(tx, pending.organizationId, pending.id);
    // the same one may have been named by hand
    if (pkg.ownerOrgId === pending.organizationId) {
      await insertPublisher(tx, { ...pending, packageId: pkg.id, needsApproval: false });
    }
  }
  return waiting;
}

/**
 * The one pending publisher that fits, with its owner pinned, for the person who named it while they may publish there.
 * @throws DomainError `forbidden`
 */
export async function choosePending(
  tx: Transaction,
  waiting: readonly PendingPublisher[],
  { build }: TrustedBuild,
): Promise<PendingPublisher> {
  const [pending, ...more] = waiting.filter(({ repositoryOwnerId }) => isSameOwner(repositoryOwnerId, build));
  if (!pending) throw refused('the repository belongs to somebody else than when the publisher was named');
  if (more.length > 0) throw refused('pending publishers of several packages match: name the package');
  const person = await findPerson(tx, pending.createdBy);
  const actor: UserActor | null = person?.isActive
    ? {
        kind: 'user',
        userId: pending.createdBy,
        username: person.username,
        isAdmin: person.isAdmin,
        scopes: new Set(['packages:write']),
        credential: 'token',
        ...rightsOf(person),
      }
    : null;
  const target = {
    packageId: null,
    repositoryId: null,
    namespaceId: null,
    ownerUserId: null,
    ownerOrgId: pending.organizationId,
  };
  if (!actor || !may(actor, 'publish', target)) {
    throw refused('who named this publisher may not publish for the organization any more');
  }
  await pinPendingOwner(tx, pending.id, build.repositoryOwnerId);
  return pending;
}
