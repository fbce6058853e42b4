import { z } from 'zod';
import type { UserActor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { grantableScopes, Scope } from '../../domain/scopes.ts';
import { sha256Hex } from '../../domain/digest.ts';
import type { TokenBinding } from '../../domain/token-binding.ts';
import { isToken, isWellFormedToken } from '../../domain/token.ts';
import { findPerson, rightsOf } from '../../store/postgres/identity/memberships.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findSession, touchSession } from '../../store/postgres/identity/sessions.ts';
import { findToken, type TokenRow, touchToken } from '../../store/postgres/identity/tokens.ts';
import { findPassword } from '../../store/postgres/identity/users.ts';
import { buildActor } from './oidc/act-under.ts';
import { findOpenings, usableOf } from './oidc/openings.ts';
import type { SessionTokens } from './session-token.ts';

/** `expiresAt` in milliseconds since 1970. */
export interface Resolved {
  actor: UserActor;
  expiresAt: number;
  /** For tokens: the key of notices about them. */
  tokenHash?: string;
}

const invalid = () => new DomainError('invalid_credentials', 'the credential is not valid');
const revoked = () => new DomainError('token_revoked', 'the credential has been revoked');
const expired = () => new DomainError('token_expired', 'the credential has expired');

/** @throws DomainError `invalid_credentials`, `token_expired`, `token_revoked` */
export function resolveCredential(
  pool: Pool,
  sessions: SessionTokens,
  credential: string,
): Promise<Resolved> {
  return isToken(credential) ? resolveToken(pool, credential) : resolveSession(pool, sessions, credential);
}

async function resolveToken(pool: Pool, credential: string): Promise<Resolved> {
  const token = isWellFormedToken(credential) ? await findToken(pool, { hash: sha256Hex(credential) }) : null;
  if (!token) throw invalid();
  return resolveTokenRow(pool, token);
}

async function resolveTokenRow(pool: Pool, token: TokenRow): Promise<Resolved> {
  if (token.revokedAt !== null) throw revoked();
  const expiresAt = token.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (expiresAt <= Date.now()) throw expired();
  if (token.exchangedIn !== null) return resolveBuild(pool, token, expiresAt);
  if (token.userId === null) throw revoked();
  const person = await getPerson(pool, token.userId, token.scopes);
  if (token.isUseDue) await touchToken(pool, token.id);
  const actor: UserActor = {
    ...person,
    credential: 'token',
    tokenKind: token.kind,
    tokenId: token.id,
    ...(token.madeBy === null ? {} : { madeBy: token.madeBy }),
    ...(token.repositoryId === null ? {} : { boundRepositoryId: token.repositoryId }),
    ...(token.packageId === null ? {} : { boundPackageIds: new Set([token.packageId]) }),
    ...(isBound(token) ? { boundTo: bindingOf(token) } : {}),
    ...(token.acceptedIn === null ? {} : { acceptedIn: token.acceptedIn }),
    ...(token.allowedNetworks === null ? {} : { allowedNetworks: token.allowedNetworks }),
    ...heldBackOf(token, person),
  };
  return { actor, expiresAt, tokenHash: token.tokenHash };
}

/** Resolves a build; valid as long as it may write at least one package, of any owner. */
async function resolveBuild(pool: Pool, token: TokenRow, expiresAt: number): Promise<Resolved> {
  const { id: tokenId, kind: tokenKind, exchangedIn } = token;
  if (token.build === null || exchangedIn === null) throw revoked();
  const build = { ...token.build, exchangedAt: token.createdAt.getTime() };
  const openings = await findOpenings(pool, exchangedIn, build, 'any');
  const usable = await usableOf(pool, openings, build, { since: build.exchangedAt, most: 1 });
  if (usable.length === 0) throw revoked();
  if (token.isUseDue) await touchToken(pool, tokenId);
  const actor = buildActor({ tokenId, tokenKind, exchangedIn, build });
  return { actor, expiresAt, tokenHash: token.tokenHash };
}

/** Holds the scopes of such a key back: only routes that require its rights use them. */
function heldBackOf(
  { protocolRights, needsCode }: TokenRow,
  { scopes }: Pick<UserActor, 'scopes'>,
): Partial<UserActor> {
  if (protocolRights === null) return {};
  return { scopes: new Set(), heldBack: { scopes, rights: new Set(protocolRights), needsCode } };
}

function bindingOf({ organizationId, ecosystem, namePattern }: TokenRow): TokenBinding {
  return { organizationId, ecosystem, namePattern };
}

function isBound(token: TokenRow): boolean {
  return Object.values(bindingOf(token)).some((each) => each !== null);
}

async function resolveSession(pool: Pool, sessions: SessionTokens, credential: string): Promise<Resolved> {
  const { sub, sid, exp, scopes } = await sessions.verify(credential);
  const { actor, expiresAt } = await resolveSessionRow(pool, { userId: sub, sessionId: sid, scopes });
  return { actor, expiresAt: Math.min(exp * 1000, expiresAt) };
}

async function resolveSessionRow(
  pool: Pool,
  { userId, sessionId, scopes }: { userId: string; sessionId: string; scopes: readonly Scope[] },
): Promise<Resolved> {
  const session = await findSession(pool, sessionId);
  if (!session || session.userId !== userId) throw invalid();
  if (session.revokedAt !== null) throw revoked();
  if (session.expiresAt.getTime() <= Date.now()) throw expired();
  const person = await getPerson(pool, userId, scopes);
  await touchSession(pool, sessionId);
  const expiresAt = session.expiresAt.getTime();
  const authenticatedAt = session.authenticatedAt.getTime();
  return { actor: { ...person, credential: 'session', sessionId, authenticatedAt }, expiresAt };
}

/** A reference to the credential behind a derived one, which is valid as long as that credential. */
export const CredentialRef = z.object({
  userId: z.uuid(),
  tokenId: z.uuid().exactOptional(),
  sessionId: z.uuid().exactOptional(),
  /** For users who gave their password: a mark that changes with every password. */
  passwordMark: z.string().exactOptional(),
  /** The scopes of sessions, and of users who gave their password; tokens have their own. */
  scopes: z.array(Scope),
});
export type CredentialRef = z.infer<typeof CredentialRef>;

/** Returns the reference to this user's credential for a derived one. */
export async function referTo(pool: Pool, actor: UserActor): Promise<CredentialRef> {
  const { userId, tokenId, sessionId } = actor;
  const ref = { userId, scopes: [...actor.scopes] };
  if (tokenId !== undefined) return { ...ref, tokenId };
  if (sessionId !== undefined) return { ...ref, sessionId };
  return { ...ref, passwordMark: await markPassword(pool, userId) };
}

/**
 * Marks the salted hash: the mark differs between passwords, reveals nothing about them, and changes when all
 * credentials end.
 */
async function markPassword(pool: Pool, userId: string): Promise<string> {
  const password = await findPassword(pool, userId);
  if (password === null) throw invalid();
  return sha256Hex(`${password.passwordHash}${password.endedAt ?? ''}`);
}

/** @throws DomainError `invalid_credentials`, `token_expired`, `token_revoked` */
export async function resolveRef(pool: Pool, ref: CredentialRef): Promise<Resolved> {
  const { userId, tokenId, sessionId, passwordMark, scopes } = ref;
  if (tokenId !== undefined) {
    const token = await findToken(pool, { id: tokenId });
    if (!token) throw revoked();
    return resolveTokenRow(pool, token);
  }
  if (sessionId !== undefined) return resolveSessionRow(pool, { userId, sessionId, scopes });
  if (passwordMark !== (await markPassword(pool, userId))) throw revoked();
  const person = await getPerson(pool, userId, scopes);
  return {
    actor: { ...person, credential: 'session', ...(passwordMark && { passwordMark }) },
    expiresAt: Number.POSITIVE_INFINITY,
  };
}

/** Rights are the current ones: old credentials of a demoted administrator lose them. */
export async function getPerson(pool: Pool, userId: string, scopes: readonly Scope[]) {
  const person = await findPerson(pool, userId);
  if (!person?.isActive) throw invalid();
  const grantable = new Set(grantableScopes(person.isAdmin));
  return {
    kind: 'user' as const,
    userId,
    username: person.username,
    isAdmin: person.isAdmin,
    scopes: new Set(scopes.filter((scope) => grantable.has(scope))),
    ...rightsOf(person),
  };
}
