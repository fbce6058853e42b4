import { hostedPackage } from '../../../domain/package-address.ts';
import { anonymous, type Origin, performer } from '../../../domain/actor.ts';
import type { BuildToken } from '../../../domain/build-token.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { DomainError, forbidden } from '../../../domain/errors.ts';
import { type BuildIdentity, isSameOwner, isStrangersRun } from '../../../domain/trusted-publisher.ts';
import type { ExchangedToken, ExchangeKind } from '../../../ecosystems/context/callers.ts';
import { writeAudit } from '../../../store/postgres/audit/audit.ts';
import { claimIdentity } from '../../../store/postgres/identity/oidc-replays.ts';
import type { Transaction } from '../../../store/postgres/pool.ts';
import { findPackage } from '../../../store/postgres/packages/packages.ts';
import { mintToken } from '../issue-token.ts';
import { leewaySeconds } from './identity-token.ts';
import { audiencesOf, nameOfIssuer } from './issuers.ts';
import { findOpenings, type Opening, type Usable, usableOf } from './openings.ts';
import { settlePending } from './pending.ts';
import { type TrustedBuild, verifyBuild } from './trust.ts';
import type { Configured, Platform } from '../../platform.ts';

/** The requested packages. */
export interface Wanted {
  nameKey?: string;
  username?: string;
  repositorySlug: string | null;
}

export interface ExchangeInput {
  ecosystem: EcosystemId;
  jwt: string;
  kind: ExchangeKind;
  wanted: Wanted;
  /** Accepted audiences of the identity token beside our URL and its host. */
  audiences?: readonly string[];
  origin: Origin;
}

export type Exchange = (input: ExchangeInput) => Promise<ExchangedToken>;

/** Lifetime of exchanged tokens: a build requests one shortly before it publishes. */
const lifetimeSeconds = 900;

/**
 * Exchanges an identity token of a build for a short-lived token. That token has the identity of the build and belongs
 * to no user: each write decides by name which packages it may publish (`actUnder`), so that publishers of one owner
 * do not affect others. No request is sent to an issuer that is neither allowed nor named.
 */
export function createExchange(
  platform: Pick<Platform, 'pool' | 'issuerKeys'> & Configured<'auth' | 'http'>,
): Exchange {
  const { pool } = platform;
  const usualAudiences = audiencesOf(platform.config.http.publicUrl);
  return async (input) => {
    const { ecosystem, jwt, wanted } = input;
    const audience = [...usualAudiences, ...(input.audiences ?? [])];
    const trusted = await verifyBuild(platform, { ecosystem, jwt, audience });
    if (isStrangersRun(trusted.build)) throw forbidden(`runs by ${trusted.build.event} can not publish`);
    const token = tokenOf(trusted, wanted);
    return pool.transaction(async (tx) => {
      await settlePending(tx, ecosystem, token);
      const { nameKey } = token;
      const place =
        nameKey === null ? 'any' : { nameKey, pkg: await findPackage(tx, hostedPackage(ecosystem, nameKey)) };
      const openings = await findOpenings(tx, ecosystem, token, place);
      const usable = await usableOf(tx, openings, token, { since: Date.now() });
      if (usable.length === 0) throw refusalOf(openings, token);
      await claim(tx, trusted.build);
      return issue(tx, input, trusted.build, { token, usable });
    });
  };
}

function tokenOf({ build, organizations }: TrustedBuild, wanted: Wanted): BuildToken {
  const { issuer, subject, repository, repositoryOwnerId, workflowRef, environment } = build;
  return {
    issuer,
    subject,
    repository,
    repositoryOwnerId,
    workflowRef,
    environment,
    organizations: organizations === null ? null : [...organizations],
    nameKey: wanted.nameKey ?? null,
    owner: wanted.username?.toLowerCase() ?? null,
    repositorySlug: wanted.repositorySlug,
  };
}

function refusalOf(openings: readonly Opening[], token: BuildToken): DomainError {
  if (openings.length === 0) return noMatch(token);
  const isPending = openings.every((opening) => opening.isPending);
  const meta = isPending ? ({ reason: 'pending_publisher' } as const) : {};
  if (openings.every((opening) => !isSameOwner(opening.repositoryOwnerId, token))) {
    const detail =
      'the repository has another owner than when the publisher was named or first used: name it again';
    return forbidden(detail, meta);
  }
  return forbidden('the person who named this publisher may not publish there any more', meta);
}

const noMatch = ({ repository, subject, workflowRef, environment }: BuildToken) =>
  forbidden(
    `no trusted publisher matches ${repository ?? subject}, workflow ${workflowRef ?? 'none'}, environment ${environment ?? 'none'}`,
  );

/** Marks an identity token as used. @throws DomainError `invalid_credentials` for a used one */
async function claim(tx: Transaction, build: BuildIdentity): Promise<void> {
  if (await claimIdentity(tx, build, leewaySeconds)) return;
  throw new DomainError('invalid_credentials', 'the identity token was used before', {
    reason: 'used_before',
  });
}

/** Issues a token; the audit log gets an entry for every publisher that the identity matches. */
async function issue(
  tx: Transaction,
  { ecosystem, kind, origin }: ExchangeInput,
  build: BuildIdentity,
  { token, usable }: { token: BuildToken; usable: readonly Usable[] },
): Promise<ExchangedToken> {
  const expiresAt = new Date(Date.now() + lifetimeSeconds * 1_000);
  const { id, secret } = await mintToken(tx, {
    userId: null,
    build: token,
    name: `trusted publishing: ${build.repository ?? build.subject}`.slice(0, 200),
    kind,
    scopes: ['packages:write'],
    repositoryId: null,
    packageId: null,
    exchangedIn: ecosystem,
    expiresAt,
  });
  for (const { opening } of usable) {
    const { target, isPending } = opening;
    await writeAudit(tx, {
      action: 'trusted_publisher_exchange',
      performer: performer(anonymous, origin),
      targetUserId: opening.createdBy,
      targetOrgId: opening.ownerOrgId,
      ...(target.packageId === null ? {} : { targetPackageId: target.packageId }),
      metadata: {
        publisher_id: opening.id,
        token_id: id,
        ...(isPending ? { pending: true } : {}),
        ...factsOf(build),
      },
    });
  }
  const packages = [...new Set(usable.map(({ opening }) => opening.name))];
  return { token: secret, expiresAt, builtBy: nameOf(build), packages };
}

const nameOf = ({ issuer, repository, subject }: BuildIdentity) =>
  `${nameOfIssuer(issuer)} ${repository ?? subject}`;

function factsOf(build: BuildIdentity) {
  return {
    issuer: build.issuer,
    subject: build.subject,
    repository: build.repository,
    workflow_ref: build.workflowRef,
    commit: build.commit,
    environment: build.environment,
    jti: build.jti,
  };
}
