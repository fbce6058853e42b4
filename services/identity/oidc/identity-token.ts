import { inputLimits } from '../../../domain/limits/inputs.ts';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import type { BuildIdentity } from '../../../domain/trusted-publisher.ts';
import type { IssuerKeys } from './issuer-keys.ts';

/** Signatures only: with a shared secret our own public facts would be the key. */
const algorithms = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'EdDSA'];

/** Clocks differ a little. */
export const leewaySeconds = 30;
const maxTokenLength = inputLimits['identity token'].characters;
/** A used token is remembered until it expires, so its lifetime has a bound. */
const maxLifetimeSeconds = inputLimits['identity token lifetime'].seconds;

const claim = z.string().max(1_000).optional();

/** The claims of the hosts we know: the second of a pair is GitLab's word for the first. */
const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(1_000),
  jti: z.string().min(1).max(255),
  exp: z.number(),
  repository: claim,
  project_path: claim,
  repository_owner_id: claim,
  namespace_id: claim,
  workflow_ref: claim,
  ci_config_ref_uri: claim,
  environment: claim,
  event_name: claim,
  // nothing is decided by it
  sha: claim.catch(undefined),
});

const invalid = (detail: string, cause?: unknown) =>
  new DomainError('invalid_credentials', detail, {}, cause);

/** The claimed issuer of a token. Proves nothing. @throws DomainError `invalid_credentials` */
export function readIssuer(jwt: string): string {
  if (jwt.length > maxTokenLength) throw invalid('the identity token is too long');
  let issuer: unknown;
  try {
    issuer = decodeJwt(jwt).iss;
  } catch (error) {
    throw invalid('this is no identity token', error);
  }
  if (typeof issuer !== 'string') throw invalid('the identity token names no issuer');
  return issuer;
}

/**
 * Checks signature, audience and times; the returned claims are the issuer's.
 * @throws DomainError `invalid_credentials`, `token_expired`, `not_ready`
 */
export async function verifyIdentity(
  jwt: string,
  issuer: string,
  { keys, audience, jwksUri }: { keys: IssuerKeys; audience: string[]; jwksUri?: string },
): Promise<BuildIdentity> {
  const payload = await verifySignature(jwt, { issuer, jwksUri }, keys, audience);
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw invalid('the identity token lacks a claim, or has one in a strange form');
  const { data } = claims;
  if (data.exp > Date.now() / 1_000 + maxLifetimeSeconds) {
    throw invalid('the identity token lives for more than a day');
  }
  return {
    issuer: data.iss,
    subject: data.sub,
    jti: data.jti,
    expiresAt: new Date(data.exp * 1_000),
    repository: data.repository ?? data.project_path ?? null,
    repositoryOwnerId: data.repository_owner_id ?? data.namespace_id ?? null,
    workflowRef: data.workflow_ref ?? data.ci_config_ref_uri ?? null,
    environment: data.environment ?? null,
    event: data.event_name ?? null,
    commit: data.sha ?? null,
  };
}

async function verifySignature(
  jwt: string,
  { issuer, jwksUri }: { issuer: string; jwksUri: string | undefined },
  keys: IssuerKeys,
  audience: string[],
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(
      jwt,
      (header, token) => keys.keyFor({ issuer, jwksUri }, header, token),
      {
        algorithms,
        issuer,
        audience,
        clockTolerance: leewaySeconds,
        requiredClaims: ['exp', 'jti', 'sub'],
      },
    );
    return payload;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof errors.JWTExpired) {
      throw new DomainError('token_expired', 'the identity token has expired', {}, error);
    }
    throw invalid(refusalOf(error, audience), error);
  }
}

/** Enough for the owner of a build to find the mistake. */
function refusalOf(error: unknown, audience: string[]): string {
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return `the audience of the identity token must be ${audience.join(' or ')}`;
    return `the claim ${error.claim} of the identity token is missing or wrong`;
  }
  if (error instanceof errors.JWKSNoMatchingKey) return 'the issuer has no key with this id';
  return 'the signature of the identity token is not valid';
}
