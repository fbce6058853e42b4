import { may } from '../../../domain/authorize.ts';
import { anonymous, type Origin, performer, type UserActor } from '../../../domain/actor.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { DomainError, forbidden } from '../../../domain/errors.ts';
import { type BuildIdentity, isMatch, isStrangersRun } from '../../../domain/trusted-publisher.ts';
import type { ExchangedToken, ExchangeKind } from '../../../ecosystems/context/callers.ts';
import { writeAudit } from '../../../store/postgres/audit/audit.ts';
import { findPerson, rightsOf } from '../../../store/postgres/identity/memberships.ts';
import { claimIdentity } from '../../../store/postgres/identity/oidc-replays.ts';
import type { PendingPublisher } from '../../../store/postgres/identity/pending-publishers.ts';
import type { Transaction } from '../../../store/postgres/pool.ts';
import {
  type CandidatePublisher,
  listCandidatePublishers,
  pinOwner,
  vouchForToken,
} from '../../../store/postgres/identity/trusted-publishers.ts';
import { mintToken } from '../issue-token.ts';
import { choosePublishers, otherOwner, type Wanted } from './choose.ts';
import { leewaySeconds } from './identity-token.ts';
import { audiencesOf, nameOfIssuer } from './issuers.ts';
import { choosePending, settlePending } from './pending.ts';
import { type TrustDeps, verifyBuild } from './trust.ts';

export interface ExchangeDeps extends TrustDeps {
  publicUrl: string;
}

export interface ExchangeInput {
  ecosystem: EcosystemId;
  jwt: string;
  kind: ExchangeKind;
  wanted: Wanted;
  /** What the identity token may be addressed to beside our URL and its host. */
  audiences?: readonly string[];
  origin: Origin;
}

export type Exchange = (input: ExchangeInput) => Promise<ExchangedToken>;

/** Lifetime of exchanged tokens: a build that publishes asks shortly before. */
const lifetimeSeconds = 900;

/**
 * Trades an identity token of a build for a short-lived token of ours. Issuers that nobody allowed or named are
 * never asked for anything.
 */
export function createExchange(deps: ExchangeDeps): Exchange {
  const { pool } = deps;
  const usualAudiences = audiencesOf(deps.publicUrl);
  return async (input) => {
    const { ecosystem, jwt, wanted } = input;
    const audience = [...usualAudiences, ...(input.audiences ?? [])];
    const trusted = await verifyBuild(deps, { ecosystem, jwt, audience });
    const { build, organizations } = trusted;
    if (isStrangersRun(build)) throw forbidden(`runs by ${build.event} can not publish`);
    return pool.transaction(async (tx) => {
      const waiting = await settlePending(tx, { ecosystem, nameKey: wanted.nameKey }, trusted);
      const candidates = (await listCandidatePublishers(tx, ecosystem, build)).filter(
        ({ ownerOrgId }) => organizations === null || (ownerOrgId !== null && organizations.has(ownerOrgId)),
      );
      const isKnown = candidates.some(
        (candidate) =>
          isMatch(candidate, build) && (wanted.nameKey === undefined || wanted.nameKey === candidate.nameKey),
      );
      if (!isKnown && waiting.length > 0) {
        const pending = await choosePending(tx, waiting, trusted);
        await claim(tx, build);
        return issueForPending(tx, input, build, pending);
      }
      const chosen = choosePublishers(candidates, build, wanted);
      await pinOwners(tx, chosen, build);
      await claim(tx, build);
      return issueExchanged(tx, input, build, await findPublisher(tx, chosen));
    });
  };
}

/** An identity token is good for once. @throws DomainError `invalid_credentials` */
async function claim(tx: Transaction, build: BuildIdentity): Promise<void> {
  if (await claimIdentity(tx, build, leewaySeconds)) return;
  throw new DomainError('invalid_credentials', 'the identity token was used before', {
    reason: 'used_before',
  });
}

/** For the one package that is to be made, in the organization alone. */
async function issueForPending(
  tx: Transaction,
  { ecosystem, kind, origin }: ExchangeInput,
  build: BuildIdentity,
  pending: PendingPublisher,
): Promise<ExchangedToken> {
  const expiresAt = new Date(Date.now() + lifetimeSeconds * 1_000);
  const { id, secret } = await mintToken(tx, {
    userId: pending.createdBy,
    name: `trusted publishing: ${build.repository ?? build.subject}`.slice(0, 200),
    kind,
    scopes: ['packages:write'],
    repositoryId: null,
    packageId: null,
    limits: { organizationId: pending.organizationId, ecosystem, namePattern: pending.name },
    exchangedIn: ecosystem,
    expiresAt,
  });
  await writeAudit(tx, {
    action: 'trusted_publisher_exchange',
    performer: performer(anonymous, origin),
    targetUserId: pending.createdBy,
    targetOrgId: pending.organizationId,
    metadata: { publisher_id: pending.id, token_id: id, pending: true, ...factsOf(build) },
  });
  return { token: secret, expiresAt, builtBy: nameOf(build), packages: [pending.name] };
}

/** @throws DomainError `forbidden` when the name of a repository has gone to somebody else */
async function pinOwners(
  tx: Transaction,
  chosen: readonly CandidatePublisher[],
  build: BuildIdentity,
): Promise<void> {
  for (const publisher of chosen) {
    const pinned = await pinOwner(tx, publisher.id, build.repositoryOwnerId);
    if (!pinned || pinned.repositoryOwnerId !== build.repositoryOwnerId) throw otherOwner();
  }
}

interface Publishable {
  userId: string;
  publishers: readonly CandidatePublisher[];
}

/**
 * Tokens act for the person who named the publisher and can do no more than they can: the first one who may still
 * publish, with everything chosen that they may publish.
 */
async function findPublisher(tx: Transaction, chosen: readonly CandidatePublisher[]): Promise<Publishable> {
  for (const userId of new Set(chosen.map(({ createdBy }) => createdBy))) {
    const person = await findPerson(tx, userId);
    if (!person?.isActive) continue;
    const actor: UserActor = {
      kind: 'user',
      userId,
      username: person.username,
      isAdmin: person.isAdmin,
      scopes: new Set(['packages:write']),
      credential: 'token',
      ...rightsOf(person),
    };
    const publishers = chosen.filter((publisher) => may(actor, 'publish', publisher));
    if (publishers.length > 0) return { userId, publishers };
  }
  throw forbidden('who named this publisher may not publish the package any more');
}

/** In the audit log it is an exchange, of every publisher that vouched for it. */
async function issueExchanged(
  tx: Transaction,
  { ecosystem, kind, origin }: ExchangeInput,
  build: BuildIdentity,
  { userId, publishers }: Publishable,
): Promise<ExchangedToken> {
  const [first, ...more] = publishers;
  const expiresAt = new Date(Date.now() + lifetimeSeconds * 1_000);
  const { id, secret } = await mintToken(tx, {
    userId,
    name: `trusted publishing: ${build.repository ?? build.subject}`.slice(0, 200),
    kind,
    scopes: ['packages:write'],
    repositoryId: null,
    packageId: first && more.length === 0 ? first.packageId : null,
    exchangedIn: ecosystem,
    expiresAt,
  });
  for (const publisher of publishers) {
    await vouchForToken(tx, id, publisher);
    await writeAudit(tx, {
      action: 'trusted_publisher_exchange',
      performer: performer(anonymous, origin),
      targetUserId: userId,
      targetOrgId: publisher.ownerOrgId,
      targetPackageId: publisher.packageId,
      metadata: { publisher_id: publisher.id, token_id: id, ...factsOf(build) },
    });
  }
  const packages = publishers.map(({ packageName }) => packageName);
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
    environment: build.environment,
    jti: build.jti,
  };
}
