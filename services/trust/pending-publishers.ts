import { inputLimits } from '../../domain/limits/inputs.ts';
import { hostedPackage } from '../../domain/package-address.ts';
import { validate as isUuid } from 'uuid';
import { requireRecentLogin, requireUser } from '../../domain/actor.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { aboutInput, DomainError, notFound, onInput } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import type { PublisherRules } from '../../domain/trusted-publisher.ts';
import type { Format } from '../../ecosystems/format.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { isTrustedBy } from '../../store/postgres/identity/oidc-issuers.ts';
import {
  deletePending,
  insertPending,
  listPendingPublishers,
  type PendingPublisher,
} from '../../store/postgres/identity/pending-publishers.ts';
import { newId } from '../../store/postgres/ids.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { isKnownIssuer } from '../identity/oidc/issuers.ts';
import { asManager } from '../organizations/in-organization.ts';
import { unknownIssuer } from '../packages/publisher-rules.ts';
import type { Configured, Platform } from '../platform.ts';

export type { PendingPublisher };

const most = inputLimits['pending publishers'].count;

/** Oldest first. @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
export async function listPending(
  platform: Pick<Platform, 'pool'> & Configured<'auth'>,
  caller: Caller,
  slug: string,
  window: Window,
): Promise<readonly PendingPublisher[]> {
  return asManager(platform, caller, slug, (tx, { id }) => listPendingPublishers(tx, id, window));
}

export type WantedPending = PublisherRules & {
  ecosystem: Format;
  name: string;
  repositoryOwnerId: string | null;
};

/**
 * Allows a build to create the package, which then belongs to the organization. The build acts for the caller.
 * @throws as {@link listPending}, `login_required`, `invalid_name`, `validation_failed`, `duplicate`, `name_taken`
 */
export async function addPending(
  platform: Pick<Platform, 'pool'> & Configured<'auth'>,
  caller: Caller,
  slug: string,
  { ecosystem, ...wanted }: WantedPending,
): Promise<PendingPublisher> {
  const { userId, ...user } = requireUser(caller.actor);
  requireRecentLogin({ userId, ...user }, platform.config.auth.recentLoginSeconds);
  const nameKey = await onInput('name', keyOf(ecosystem, wanted.name));
  return asManager(platform, caller, slug, async (tx, organization) => {
    const organizationId = organization.id;
    const isKnown = isKnownIssuer(wanted.issuer, platform.config.auth.oidcIssuers);
    if (!isKnown && !(await isTrustedBy(tx, organizationId, wanted.issuer)))
      throw unknownIssuer(wanted.issuer);
    if (await findPackage(tx, hostedPackage(ecosystem.id, nameKey))) {
      const detail = `${wanted.name} is there already: name a trusted publisher of it`;
      throw aboutInput('name', new DomainError('name_taken', detail));
    }
    if ((await listPendingPublishers(tx, organizationId)).length >= most) {
      throw new DomainError('policy_violation', `an organization has at most ${most} pending publishers`);
    }
    const id = newId();
    const publisher = { ...wanted, id, organizationId, ecosystem: ecosystem.id, nameKey, createdBy: userId };
    if (!(await insertPending(tx, publisher))) {
      throw new DomainError('duplicate', `${slug} has this pending publisher already`);
    }
    await writeAudit(tx, {
      action: 'trusted_publisher_create',
      performer: performedBy(caller),
      targetOrgId: organizationId,
      metadata: {
        publisher_id: id,
        pending: true,
        ecosystem: ecosystem.id,
        name: wanted.name,
        issuer: wanted.issuer,
        repository: wanted.repository,
        workflow_ref: wanted.workflowRef,
      },
    });
    const added = (await listPendingPublishers(tx, organizationId)).find((each) => each.id === id);
    if (!added) throw new Error('a publisher that was just named is gone');
    return added;
  });
}

/** @throws as {@link listPending} */
export async function removePending(
  platform: Pick<Platform, 'pool'> & Configured<'auth'>,
  caller: Caller,
  slug: string,
  id: string,
): Promise<void> {
  await asManager(platform, caller, slug, async (tx, organization) => {
    if (!isUuid(id) || !(await deletePending(tx, organization.id, id))) throw notFound('pending publisher');
    await writeAudit(tx, {
      action: 'trusted_publisher_delete',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      metadata: { publisher_id: id, pending: true },
    });
  });
}

/** @throws DomainError `invalid_name` */
async function keyOf({ names }: Format, name: string): Promise<string> {
  return names.canonical(name);
}
