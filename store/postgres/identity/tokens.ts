import { z } from 'zod';
import { BuildToken } from '../../../domain/build-token.ts';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { everything, type Window } from '../../../domain/paging.ts';
import { Scope } from '../../../domain/scopes.ts';
import { keyset, placed } from '../keyset.ts';
import { notifyChange } from '../notify.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';
import { deleteApprovedLogins } from './login-requests.ts';
import { hasWorkUnderWay } from './work-under-way.ts';

const TokenRow = z.object({
  id: z.string(),
  tokenHash: z.string(),
  /** Null for a build's token, which belongs to no person. */
  userId: z.string().nullable(),
  /** The person who made the token, if it belongs to an organization. */
  madeBy: z.string().nullable(),
  kind: z.string(),
  scopes: z.array(Scope),
  repositoryId: z.string().nullable(),
  packageId: z.string().nullable(),
  organizationId: z.string().nullable(),
  ecosystem: z.string().nullable(),
  /**
   * The only ecosystem that accepts the token: its binding, that of its package, or that of the client it was made
   * for.
   */
  acceptedIn: EcosystemId.nullable(),
  namePattern: z.string().nullable(),
  /** Null: from any network. */
  allowedNetworks: z.array(z.string()).nullable(),
  exchangedIn: EcosystemId.nullable(),
  build: BuildToken.nullable(),
  createdAt: z.date(),
  /** Null: not limited to rights of a protocol. */
  protocolRights: z.array(z.string()).nullable(),
  needsCode: z.boolean(),
  expiresAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  isUseDue: z.boolean(),
});

export type TokenRow = z.infer<typeof TokenRow>;

/** For authentication, by hash or by id. `isUseDue`: the last recorded use is more than a minute ago. */
export async function findToken(
  db: Queryable,
  token: { hash: string } | { id: string },
): Promise<TokenRow | null> {
  const which =
    'id' in token ? sql.fragment`tokens.id = ${token.id}` : sql.fragment`tokens.token_hash = ${token.hash}`;
  return db.maybeOne(sql.type(TokenRow)`
    select tokens.id, tokens.token_hash, tokens.user_id, tokens.made_by, tokens.kind, tokens.scopes, tokens.repository_id,
      tokens.organization_id, tokens.ecosystem, tokens.name_pattern, tokens.allowed_networks, tokens.protocol_rights, tokens.needs_code,
      coalesce(tokens.ecosystem, tokens.issued_in,
        (select packages.ecosystem from packages where packages.id = tokens.package_id)) as accepted_in,
      tokens.package_id, tokens.exchanged_in, tokens.build, tokens.created_at, tokens.expires_at, tokens.revoked_at,
      tokens.last_used_at is null or tokens.last_used_at < now() - interval '1 minute' as is_use_due
    from tokens where ${which}`);
}

export async function touchToken(db: Queryable, tokenId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update tokens set last_used_at = now()
    where tokens.id = ${tokenId}
      and (tokens.last_used_at is null or tokens.last_used_at < now() - interval '1 minute')`);
}

export interface NewTokenRow {
  id: string;
  /** Null for a build's token. */
  userId: string | null;
  madeBy?: string | null;
  name: string;
  kind: string;
  hash: string;
  prefix: string;
  hint: string;
  scopes: readonly Scope[];
  repositoryId: string | null;
  packageId: string | null;
  limits?: TokenLimits | undefined;
  exchangedIn?: EcosystemId;
  build?: BuildToken | undefined;
  expiresAt: Date | null;
}

/** Absent members are unlimited. */
export interface TokenLimits {
  organizationId?: string | null;
  ecosystem?: string | null;
  namePattern?: string | null;
  allowedNetworks?: readonly string[] | null;
  protocolRights?: readonly string[] | null;
  needsCode?: boolean;
  /** The ecosystem of the client that the token is made for: no other ecosystem accepts it. */
  issuedIn?: EcosystemId | null;
}

export async function insertToken(db: Queryable, token: NewTokenRow): Promise<void> {
  const {
    organizationId = null,
    ecosystem = null,
    namePattern = null,
    allowedNetworks = null,
    protocolRights = null,
    needsCode = false,
    issuedIn = null,
  } = token.limits ?? {};
  const rights = protocolRights === null ? null : sql.array([...protocolRights], 'text');
  const networks = allowedNetworks === null ? null : sql.array([...allowedNetworks], 'text');
  await db.query(sql.typeAlias('void')`
    insert into tokens (id, user_id, made_by, name, kind, token_hash, prefix, hint, scopes, repository_id,
      package_id, exchanged_in, expires_at, organization_id, ecosystem, name_pattern, allowed_networks,
      protocol_rights, needs_code, issued_in, build)
    values (${token.id}, ${token.userId}, ${token.madeBy ?? null}, ${token.name}, ${token.kind}, ${token.hash}, ${token.prefix},
      ${token.hint}, ${sql.array([...token.scopes], 'text')}, ${token.repositoryId}, ${token.packageId},
      ${token.exchangedIn ?? null}, ${token.expiresAt?.toISOString() ?? null},
      ${organizationId}, ${ecosystem}, ${namePattern}, ${networks}, ${rights}, ${needsCode}, ${issuedIn},
      ${token.build === undefined ? null : sql.jsonb(token.build)})`);
}

const LimitedKey = z.object({ id: z.string(), protocolRights: z.array(z.string()) });

/** A live key of the person with rights of this protocol, by the hash of its text, locked. */
export async function lockLimitedKey(
  tx: Transaction,
  userId: string,
  { hash, ecosystem }: { hash: string; ecosystem: EcosystemId },
): Promise<z.infer<typeof LimitedKey> | null> {
  return tx.maybeOne(sql.type(LimitedKey)`
    select tokens.id, tokens.protocol_rights from tokens
    where tokens.token_hash = ${hash} and tokens.user_id = ${userId} and tokens.ecosystem = ${ecosystem}
      and tokens.revoked_at is null and tokens.protocol_rights is not null
      and (tokens.expires_at is null or tokens.expires_at > now())
    for update`);
}

/** Caches are notified at commit. */
export async function setKeyRights(
  tx: Transaction,
  key: { id: string; hash: string },
  { rights, scopes }: { rights: readonly string[]; scopes: readonly Scope[] },
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    update tokens set protocol_rights = ${sql.array([...rights], 'text')}, scopes = ${sql.array([...scopes], 'text')}
    where tokens.id = ${key.id}`);
  await notifyChange(tx, { kind: 'token', hash: key.hash });
}

export async function renewToken(
  db: Queryable,
  tokenId: string,
  { name, expiresAt, scopes }: { name: string; expiresAt: Date; scopes: readonly Scope[] },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update tokens set name = ${name}, expires_at = ${expiresAt.toISOString()}, scopes = ${sql.array([...scopes], 'text')}
    where tokens.id = ${tokenId}`);
}

const ListedToken = z.object({
  ...placed,
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  scopes: z.array(Scope),
  prefix: z.string(),
  hint: z.string(),
  /** Name of the person who made the token, if it belongs to an organization. */
  makerName: z.string().nullable(),
  repositorySlug: z.string().nullable(),
  packageEcosystem: z.string().nullable(),
  packageName: z.string().nullable(),
  organizationSlug: z.string().nullable(),
  ecosystem: z.string().nullable(),
  namePattern: z.string().nullable(),
  allowedNetworks: z.array(z.string()).nullable(),
  quotas: z.object({
    packages: z.number().nullable(),
    releasesPerDay: z.number().nullable(),
    storageBytes: z.number().nullable(),
  }),
  expiresAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  createdAt: z.date(),
  /** The time at which the token revoked itself while a publish of it is still running. Null: the token is live. */
  givenBackAt: z.date().nullable(),
});
export type ListedToken = z.infer<typeof ListedToken>;

const Total = z.object({ total: z.number() });

const newestFirst = keyset(
  { value: sql.fragment`tokens.created_at`, type: 'timestamptz', isDescending: true },
  { value: sql.fragment`tokens.id`, type: 'uuid', isDescending: true },
);

/**
 * Unrevoked tokens of the accounts, newest first; expired ones are marked, those of builds are omitted. Includes
 * tokens that revoked themselves while their publishes are running: a revocation withdraws those publishes.
 */
export async function listTokens(
  db: Queryable,
  userIds: readonly string[],
  window: Window = everything,
): Promise<readonly ListedToken[]> {
  return db.any(sql.type(ListedToken)`
    select tokens.id, tokens.name, tokens.kind, tokens.scopes, tokens.prefix, tokens.hint,
      makers.username as maker_name,
      repositories.slug as repository_slug, packages.ecosystem as package_ecosystem,
      packages.name as package_name, organizations.slug as organization_slug, tokens.ecosystem,
      tokens.name_pattern, tokens.allowed_networks, tokens.expires_at, tokens.last_used_at, tokens.created_at,
      tokens.revoked_at as given_back_at,
      jsonb_build_object('packages', token_quotas.packages, 'releasesPerDay', token_quotas.releases_per_day,
        'storageBytes', token_quotas.storage_bytes) as quotas,
      ${newestFirst.position} as position
    from tokens
    left join token_quotas on token_quotas.token_id = tokens.id
    left join users as makers on makers.id = tokens.made_by
    left join repositories on repositories.id = tokens.repository_id
    left join packages on packages.id = tokens.package_id
    left join organizations on organizations.id = tokens.organization_id
    where ${isListed(userIds)} and ${newestFirst.behind(window)}
    ${newestFirst.page(window)}`);
}

/** The total number of entries of {@link listTokens}. */
export async function countTokens(db: Queryable, userId: string): Promise<number> {
  return db.oneFirst(sql.type(Total)`
    select count(*)::integer as total from tokens where ${isListed([userId])}`);
}

/**
 * The number of the person's usable tokens, without those of builds. Until the end of the transaction the person gets
 * no further token.
 */
export async function countLiveTokens(tx: Transaction, userId: string): Promise<number> {
  await tx.query(sql.typeAlias('void')`select from users where users.id = ${userId} for no key update`);
  return tx.oneFirst(sql.type(Total)`
    select count(*)::integer as total from tokens
    where tokens.user_id = ${userId} and tokens.revoked_at is null and tokens.exchanged_in is null
      and (tokens.expires_at is null or tokens.expires_at > now())`);
}

const isListed = (userIds: readonly string[]) => sql.fragment`
  tokens.user_id = any(${sql.array([...userIds], 'uuid')})
  and (tokens.revoked_at is null or (tokens.is_given_back and ${hasWorkUnderWay}))
  and (tokens.exchanged_in is null or tokens.expires_at > now())`;

const OwnToken = z.object({ id: z.string(), scopes: z.array(Scope) });

/** A token of the person that can be revoked, by its id or by the hash of its text. */
export async function findOwnToken(
  db: Queryable,
  userId: string,
  token: { id: string } | { hash: string },
): Promise<z.infer<typeof OwnToken> | null> {
  const which =
    'id' in token ? sql.fragment`tokens.id = ${token.id}` : sql.fragment`tokens.token_hash = ${token.hash}`;
  return db.maybeOne(sql.type(OwnToken)`
    select tokens.id, tokens.scopes from tokens
    where ${which} and tokens.user_id = ${userId} and (tokens.revoked_at is null or tokens.is_given_back)`);
}

const Revoked = z.object({ tokenHash: z.string() });

/**
 * The only statement that ends tokens. It waits for running publishes with one of them, so that none becomes visible
 * after the answer. A token that revoked itself is still revoked: a thief may have done that, so that its publishes
 * continue. `was_live` marks tokens that had not ended before.
 */
export function revoking(which: ReturnType<typeof sql.fragment>, { isGivenBack } = { isGivenBack: false }) {
  const isLeft = isGivenBack
    ? sql.fragment`tokens.revoked_at is null`
    : sql.fragment`(tokens.revoked_at is null or tokens.is_given_back)`;
  return sql.fragment`
    with live as (
      select tokens.id, tokens.revoked_at is null as was_live from tokens
      where ${which} and ${isLeft} order by tokens.id for update)
    update tokens set revoked_at = now(), is_given_back = ${isGivenBack}
    from live where tokens.id = live.id`;
}

/**
 * Revokes every live token of the person, approved log-ins without a token yet, and credentials that are not rows of
 * the person: protocol tokens made with the password, and the right of builds to act for the person. Call it in a
 * transaction: caches are notified at commit.
 */
export async function revokeAllTokens(db: Queryable, userId: string): Promise<number> {
  await db.query(sql.typeAlias('void')`
    with locked as (select users.id from users where users.id = ${userId} for update)
    update users set credentials_ended_at = now() from locked where users.id = locked.id`);
  const revoked = await db.any(sql.type(z.object({ wasLive: z.boolean() }))`
    ${revoking(sql.fragment`tokens.user_id = ${userId}`)}
    returning live.was_live`);
  await deleteApprovedLogins(db, userId);
  await notifyChange(db, { kind: 'user', id: userId });
  return revoked.filter(({ wasLive }) => wasLive).length;
}

/**
 * Revokes every token of the person with this name. Call it in a transaction: caches are notified at commit. Returns
 * the ids.
 */
export async function revokeTokensNamed(db: Queryable, userId: string, name: string): Promise<string[]> {
  const revoked = await db.any(sql.type(Revoked.extend({ id: z.string() }))`
    ${revoking(sql.fragment`tokens.user_id = ${userId} and tokens.name = ${name}`)}
    returning tokens.id, tokens.token_hash`);
  for (const { tokenHash } of revoked) await notifyChange(db, { kind: 'token', hash: tokenHash });
  return revoked.map(({ id }) => id);
}

/**
 * Revokes a token. False if the person (null: a build) has no such token. Call it in a transaction: caches are
 * notified at commit. `isGivenBack`: the token revokes itself, and its running publishes continue.
 */
export async function revokeToken(
  db: Queryable,
  userId: string | null,
  tokenId: string,
  { isGivenBack }: { isGivenBack: boolean },
): Promise<boolean> {
  const revoked = await db.maybeOne(sql.type(Revoked)`
    ${revoking(sql.fragment`tokens.id = ${tokenId} and tokens.user_id is not distinct from ${userId}`, { isGivenBack })}
    returning tokens.token_hash`);
  if (!revoked) return false;
  await notifyChange(db, { kind: 'token', hash: revoked.tokenHash });
  return true;
}
