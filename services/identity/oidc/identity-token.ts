import { inputLimits } from '../../../domain/limits/inputs.ts';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import type { BuildIdentity } from '../../../domain/trusted-publisher.ts';
import type { IssuerKeys } from './issuer-keys.ts';

/** Only asymmetric signatures: for a shared-secret algorithm, a public key would be the secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'EdDSA'];

/** Tolerance for differences between clocks. */
export const leewaySeconds = 30;
const maxTokenLength = inputLimits['identity token'].characters;
/** Used tokens are stored until they expire, so their lifetime is limited. */
const maxLifetimeSeconds = inputLimits['identity token lifetime'].seconds;

const claim = z.string().max(inputLimits['identity claim'].characters).optional();

/** The claims of known hosts: the second of a pair is GitLab's name for the first. */
const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(inputLimits['identity claim'].characters),
  jti: z.string().min(1).max(inputLimits['identity token id'].characters),
  exp: z.number(),
  repository: claim,
  project_path: claim,
  repository_owner_id: claim,
  namespace_id: claim,
  workflow_ref: claim,
  ci_config_ref_uri: claim,
  environment: claim,
  event_name: claim,
  // informative only: no decision depends on it
  sha: claim.catch(undefined),
});

const invalid = (detail: string, cause?: unknown) =>
  new DomainError('invalid_credentials', detail, {}, cause);

/** Returns the claimed issuer of a token, without verification. @throws DomainError `invalid_credentials` */
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
 * Verifies signature, audience and times, and returns the claims.
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

/** A message that lets the owner of a build find the error. */
function refusalOf(error: unknown, audience: string[]): string {
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return `the audience of the identity token must be ${audience.join(' or ')}`;
    return `the claim ${error.claim} of the identity token is missing or wrong`;
  }
  if (error instanceof errors.JWKSNoMatchingKey) return 'the issuer has no key with this id';
  return 'the signature of the identity token is not valid';
}
