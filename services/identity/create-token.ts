import { authorize, authorizeOwn } from '../../domain/authorize.ts';
import type { UserActor } from '../../domain/actor.ts';
import { as, type Caller, performedBy } from '../../domain/caller.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { aboutInput, DomainError, insufficientScope, notFound, onInput } from '../../domain/errors.ts';
import type { Quotas } from '../../domain/quotas.ts';
import type { Scope } from '../../domain/scopes.ts';
import type { TokenKind } from '../../domain/token-kind.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { TokenLimits } from '../../store/postgres/identity/tokens.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import { requireOrganization, targetOf } from '../organizations/get.ts';
import { getVisibleRepository } from '../repositories/get.ts';
import { getPackage, type Named } from '../packages/find.ts';
import type { Platform } from '../platform.ts';
import { issueToken, type IssuedToken } from './issue-token.ts';

export interface WantedToken {
  name: string;
  scopes: readonly Scope[];
  /** Null: the token does not expire. */
  expiresInDays: number | null;
  /** Absent: the kind follows from the binding. */
  kind?: TokenKind | undefined;
  /** The only repository or package that the token may write to; at most one of the two. */
  repositorySlug?: string | undefined;
  package?: Named | undefined;
  /** Further limits; each narrows the rights. */
  organizationSlug?: string | undefined;
  ecosystem?: string | undefined;
  namePattern?: string | undefined;
  allowedNetworks?: readonly string[] | undefined;
  /** The token's own quotas; absent: the quotas of its owner. */
  quotas?: Quotas | undefined;
  /** Rights in the terms of the protocol of its ecosystem; only that ecosystem accepts the token. */
  protocolRights?: readonly string[] | undefined;
  /** Whether each use of those rights needs a one-time code. */
  needsCode?: boolean | undefined;
  /** The ecosystem of the client that gets the token; no other accepts it. */
  issuedIn?: EcosystemId | undefined;
}

export interface CreatedToken extends IssuedToken {
  name: string;
  kind: TokenKind;
  scopes: readonly Scope[];
  createdAt: Date;
  expiresAt: Date | null;
}

interface Binding {
  kind: 'personal' | 'repository' | 'package';
  repositoryId: string | null;
  packageId: string | null;
}

const unbound: Binding = { kind: 'personal', repositoryId: null, packageId: null };
const dayMs = 86_400_000;

/**
 * Creates a token of the caller, with at most the caller's scopes.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `validation_failed`,
 * `rate_limited`, `policy_violation`
 */
export async function createOwnToken(
  platform: Pick<Platform, 'pool' | 'consumeLimit'>,
  caller: Caller,
  wanted: WantedToken,
): Promise<CreatedToken> {
  const actor = authorizeOwn(caller.actor, 'manage_tokens');
  const missing = wanted.scopes.find((scope) => !actor.scopes.has(scope));
  if (missing !== undefined) throw aboutInput('scopes', insufficientScope(missing));
  const binding = await findBinding(platform, as(caller, actor), wanted);
  const { name, kind = binding.kind, expiresInDays } = wanted;
  if (binding.kind === 'personal' && (kind === 'repository' || kind === 'package')) {
    const member = kind === 'package' ? 'package' : 'repository_slug';
    throw aboutInput(member, new DomainError('validation_failed', `a ${kind} token names its ${kind}`));
  }
  const scopes = [...new Set(wanted.scopes)];
  const createdAt = new Date();
  const expiresAt = expiresInDays === null ? null : new Date(createdAt.getTime() + expiresInDays * dayMs);
  const token = { name, kind, scopes, expiresAt };
  const limits = await findLimits(platform.pool, actor, wanted);
  const owner = kind === 'org_automation' ? await findOwner(platform.pool, actor, wanted) : undefined;
  const { quotas } = wanted;
  // for a token of an organization, and for a token that such a token creates
  const madeBy = actor.madeBy ?? (owner === undefined ? null : actor.userId);
  const request = { ...binding, ...token, limits, quotas, owner, userId: actor.userId, madeBy };
  const issued = await issueToken(platform, request, performedBy(caller));
  return { ...token, ...issued, createdAt };
}

/**
 * The owning organization of a token.
 * @throws DomainError `validation_failed`, `not_found`, `forbidden`, `insufficient_scope`
 */
async function findOwner(
  pool: Pool,
  actor: UserActor,
  { organizationSlug }: WantedToken,
): Promise<OrganizationRow> {
  if (organizationSlug === undefined) {
    const detail = 'an org_automation token names its organization';
    throw aboutInput('org_slug', new DomainError('validation_failed', detail));
  }
  return onInput('org_slug', findManaged(pool, actor, organizationSlug));
}

/** @throws DomainError `not_found`, `forbidden`, `insufficient_scope` */
async function findManaged(pool: Pool, actor: UserActor, slug: string): Promise<OrganizationRow> {
  const organization = await requireOrganization(pool, slug);
  authorize(actor, 'manage_organization', targetOf(organization));
  return organization;
}

/**
 * Checks that the user is in the organization: the token would have no rights in others.
 * @throws DomainError `not_found`
 */
async function findLimits(pool: Pool, actor: UserActor, wanted: WantedToken): Promise<TokenLimits> {
  const { organizationSlug } = wanted;
  const limits = {
    ecosystem: wanted.ecosystem ?? null,
    namePattern: wanted.namePattern ?? null,
    allowedNetworks: wanted.allowedNetworks ?? null,
    protocolRights: wanted.protocolRights ?? null,
    needsCode: wanted.needsCode ?? false,
    issuedIn: wanted.issuedIn ?? null,
  };
  if (organizationSlug === undefined) return limits;
  const { id } = await onInput('org_slug', requireOrganization(pool, organizationSlug));
  if (!actor.memberships.has(id)) throw aboutInput('org_slug', notFound('organization'));
  return { ...limits, organizationId: id };
}

async function findBinding(
  platform: Pick<Platform, 'pool'>,
  caller: Caller<UserActor>,
  { repositorySlug, package: named }: WantedToken,
): Promise<Binding> {
  if (repositorySlug !== undefined && named !== undefined) {
    const detail = 'a token is bound to a repository or a package, not both';
    throw aboutInput('package', new DomainError('validation_failed', detail));
  }
  if (named !== undefined) {
    const { pkg } = await onInput('package', getPackage(platform, caller, named));
    return { kind: 'package', repositoryId: null, packageId: pkg.id };
  }
  if (repositorySlug === undefined) return unbound;
  const finding = getVisibleRepository(platform.pool, caller.actor, repositorySlug);
  const { id } = await onInput('repository_slug', finding);
  return { kind: 'repository', repositoryId: id, packageId: null };
}
