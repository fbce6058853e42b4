import { requireUser, type UserActor } from '../../domain/actor.ts';
import { authorize, requireScopeFor, type Target, accountOf } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import { findToken } from '../../store/postgres/identity/tokens.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findPublished } from '../packages/find.ts';
import type { Platform } from '../platform.ts';

/** The subject of a user's webhook; null: all packages of the ecosystem that the user may see. */
export interface OwnSubject {
  ecosystem: Format;
  name: string | null;
}

/**
 * Returns the caller, and the package that they may read.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`
 */
export async function getOwnSubject(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { ecosystem, name }: OwnSubject,
): Promise<{ user: UserActor; pkg: PackageRow | null }> {
  requireScopeFor(caller.actor, 'manage_webhooks');
  const pkg = name === null ? null : await findPublished(platform, caller, { ecosystem, name });
  if (name !== null && !pkg) throw notFound('package');
  const target = { ...ownTarget(caller, { ecosystem, name: pkg?.name ?? name }), packageId: pkg?.id ?? null };
  return { user: authorize(caller.actor, 'manage_webhooks', target), pkg };
}

/**
 * The target for rights: a token that is bound to names gets no webhook for all packages.
 * @throws DomainError `unauthenticated`
 */
export function ownTarget({ actor }: Caller, { ecosystem, name }: OwnSubject): Target {
  return { ...accountOf(requireUser(actor)), ecosystem: ecosystem.id, name: name ?? '*' };
}

/**
 * The signing secret, which receivers can compute: the SHA-256 of the key that requested the webhook.
 * @throws DomainError `forbidden`
 */
export async function secretOf(pool: Pool, { tokenId }: UserActor): Promise<string> {
  const token = tokenId === undefined ? null : await findToken(pool, { id: tokenId });
  if (!token) throw forbidden('webhooks are signed with the key that asks for them: ask with an API key');
  return token.tokenHash;
}
