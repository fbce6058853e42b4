import { randomBytes } from 'node:crypto';
import type { UserActor } from '../../domain/actor.ts';
import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { invalidState, notFound } from '../../domain/errors.ts';
import { challengeDays, proofRecordName, proofRecordText } from '../../domain/namespace-proof.ts';
import type { Formats } from '../../ecosystems/format.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  type Challenge,
  findChallenge,
  markVerified,
  saveChallenge,
} from '../../store/postgres/packages/namespace-challenges.ts';
import { lockClaim } from '../../store/postgres/packages/namespaces.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { ResolveTxt } from '../outgoing/resolve-txt.ts';
import { type ClaimView, getClaim, targetOf, viewOf } from './claims.ts';
import type { Platform } from '../platform.ts';

/** A TXT record with this text, under one of these names, proves the domain. */
export interface ProofWanted {
  recordNames: readonly string[];
  recordText: string;
  expiresAt: Date;
}

/**
 * Returns the record that the owner has to publish. It stays the same until it expires.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` for a
 * namespace that is not a domain, or is proved
 */
export async function beginVerification(
  { pool, ecosystems }: Pick<Platform, 'pool' | 'ecosystems' | 'consumeLimit' | 'resolveTxt'>,
  caller: Caller,
  id: string,
): Promise<ProofWanted> {
  const actor = requireScopeFor(caller.actor, 'manage_namespace');
  return pool.transaction(async (tx) => {
    if (!(await lockClaim(tx, id))) throw notFound('namespace');
    const { claim, domains } = await findManaged(tx, { ecosystems, actor, id });
    if (claim.isVerified) throw invalidState(`the namespace ${claim.namespace} is verified already`);
    const token = randomBytes(24).toString('base64url');
    const challenge =
      (await findChallenge(tx, id)) ??
      (await saveChallenge(tx, { namespaceId: id, token, days: challengeDays }));
    return proofOf(domains, challenge);
  });
}

/** The record that answers the challenge. */
export function proofOf(domains: readonly string[], { token, expiresAt }: Challenge): ProofWanted {
  return { recordNames: domains.map(proofRecordName), recordText: proofRecordText(token), expiresAt };
}

/**
 * Looks for the record in DNS, outside of any transaction.
 * @throws DomainError as {@link beginVerification}, `invalid_state` while the record is missing, `rate_limited`,
 * `not_ready`
 */
export async function checkVerification(
  {
    pool,
    ecosystems,
    consumeLimit,
    resolveTxt,
  }: Pick<Platform, 'pool' | 'ecosystems' | 'consumeLimit' | 'resolveTxt'>,
  caller: Caller,
  id: string,
): Promise<ClaimView> {
  const actor = requireScopeFor(caller.actor, 'manage_namespace');
  const { claim, domains } = await findManaged(pool, { ecosystems, actor, id });
  if (claim.isVerified) return claim;
  const asked = await findChallenge(pool, id);
  if (!asked) throw invalidState('there is no open challenge: ask for one first');
  await consumeLimit('check_domain', actor.userId);
  const wanted = proofRecordText(asked.token);
  const domain = await findProof(resolveTxt, domains, wanted);
  if (domain === undefined) {
    const names = domains.map(proofRecordName).join(' or ');
    throw invalidState(
      `there is no TXT record "${wanted}" at ${names} yet: a change of the DNS takes its time`,
    );
  }
  return pool.transaction(async (tx) => {
    if (!(await lockClaim(tx, id))) throw notFound('namespace');
    const { claim: locked } = await findManaged(tx, { ecosystems, actor, id });
    if (locked.isVerified) return locked;
    // a new owner since then has another challenge
    if ((await findChallenge(tx, id))?.token !== asked.token)
      throw invalidState('the challenge has changed meanwhile');
    await markVerified(tx, id);
    await writeAudit(tx, {
      action: 'namespace_verify',
      performer: performedBy(caller),
      targetOrgId: locked.ownerOrgId,
      metadata: { namespace_id: id, ecosystem: locked.ecosystem, namespace: locked.namespace, domain },
    });
    return viewOf(await getClaim(tx, actor, id), actor);
  });
}

async function findManaged(
  db: Queryable,
  { ecosystems, actor, id }: { ecosystems: Formats; actor: UserActor; id: string },
): Promise<{ claim: ClaimView; domains: readonly string[] }> {
  const claim = viewOf(await getClaim(db, actor, id), actor);
  authorize(actor, 'manage_namespace', targetOf(claim));
  const { title, namespaces } = ecosystems.get(claim.ecosystem);
  const domains = namespaces.domains(claim.namespace);
  if (domains.length > 0) return { claim, domains };
  throw invalidState(`${claim.namespace} is no domain in ${title}: nothing in the DNS can prove it`);
}

async function findProof(
  resolveTxt: ResolveTxt,
  domains: readonly string[],
  wanted: string,
): Promise<string | undefined> {
  for (const domain of domains) {
    const texts = await resolveTxt(proofRecordName(domain));
    if (texts.some((text) => text.trim() === wanted)) return domain;
  }
  return undefined;
}
