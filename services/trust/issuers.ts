import { validate as isUuid } from 'uuid';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { aboutInput, DomainError, notFound } from '../../domain/errors.ts';
import { inputLimits } from '../../domain/limits/inputs.ts';
import { inWindow, type Placed, type Window } from '../../domain/paging.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  deleteIssuer,
  insertIssuer,
  listIssuers,
  type OidcIssuer,
} from '../../store/postgres/identity/oidc-issuers.ts';
import { newId } from '../../store/postgres/ids.ts';
import { isKnownIssuer } from '../identity/oidc/issuers.ts';
import { asManager, forManager } from '../organizations/in-organization.ts';
import { assertOutside } from '../outgoing/guarded-request.ts';
import type { Configured, Platform } from '../platform.ts';

export type { OidcIssuer };

const most = inputLimits.issuers.count;

/** Oldest first. @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
export async function listOwnIssuers(
  platform: Pick<Platform, 'pool'> & Configured<'auth'>,
  caller: Caller,
  slug: string,
  window: Window,
): Promise<readonly (OidcIssuer & Placed)[]> {
  const { id } = await forManager(platform, caller, slug);
  return inWindow(await listIssuers(platform.pool, id), (issuer) => issuer.id, window);
}

/** @throws as {@link listOwnIssuers}, `validation_failed`, `duplicate`, `policy_violation` */
export async function addIssuer(
  platform: Pick<Platform, 'pool'> & Configured<'auth'>,
  caller: Caller,
  slug: string,
  wanted: { issuer: string; jwksUri: string | null; audience: string | null },
): Promise<OidcIssuer> {
  assertUsable(platform, wanted);
  return asManager(platform, caller, slug, async (tx, organization) => {
    if ((await listIssuers(tx, organization.id)).length >= most) {
      throw new DomainError('policy_violation', `an organization has at most ${most} issuers`);
    }
    const added = await insertIssuer(tx, { ...wanted, id: newId(), organizationId: organization.id });
    if (!added) {
      throw aboutInput('issuer', new DomainError('duplicate', `${slug} trusts ${wanted.issuer} already`));
    }
    await writeAudit(tx, {
      action: 'oidc_issuer_create',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      metadata: { issuer_id: added.id, issuer: added.issuer, audience: added.audience },
    });
    return added;
  });
}

/**
 * Removes an issuer: its identity tokens are invalid at once; exchanged tokens stay valid for minutes.
 * @throws as {@link listOwnIssuers}
 */
export async function removeIssuer(
  platform: Pick<Platform, 'pool'> & Configured<'auth'>,
  caller: Caller,
  slug: string,
  id: string,
): Promise<void> {
  await asManager(platform, caller, slug, async (tx, organization) => {
    const removed = isUuid(id) ? await deleteIssuer(tx, organization.id, id) : null;
    if (!removed) throw notFound('issuer');
    await writeAudit(tx, {
      action: 'oidc_issuer_delete',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      metadata: { issuer_id: id, issuer: removed.issuer },
    });
  });
}

/**
 * Keys must come from the issuer's origin, so that only the issuer controls them.
 * @throws DomainError `validation_failed`
 */
function assertUsable(
  { config }: Pick<Platform, 'pool'> & Configured<'auth'>,
  { issuer, jwksUri }: { issuer: string; jwksUri: string | null },
): void {
  const { oidcIssuers, mayReachPrivateIssuers: mayReachInside } = config.auth;
  if (isKnownIssuer(issuer, oidcIssuers)) throw invalid('issuer', 'is trusted here already');
  for (const [path, address] of [
    ['issuer', issuer],
    ['jwks_uri', jwksUri],
  ] as const) {
    if (address === null) continue;
    const url = new URL(address);
    if (url.protocol !== 'https:' && !mayReachInside) throw invalid(path, 'must be an https address');
    if (url.search !== '' || url.hash !== '') throw invalid(path, 'must have no query and no fragment');
    if (url.origin !== new URL(issuer).origin) throw invalid(path, 'must be of the issuer’s own origin');
    try {
      assertOutside(url, mayReachInside);
    } catch {
      throw invalid(path, 'must be a public address');
    }
  }
}

function invalid(path: string, message: string): DomainError {
  return new DomainError('validation_failed', `${path} ${message}`, {
    errors: [{ path, code: 'invalid', message }],
  });
}
