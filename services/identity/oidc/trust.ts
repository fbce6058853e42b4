import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { BuildIdentity } from '../../../domain/trusted-publisher.ts';
import { listTrustOf, type OidcIssuer } from '../../../store/postgres/identity/oidc-issuers.ts';
import { isIssuerNamed } from '../../../store/postgres/identity/trusted-publishers.ts';
import { readIssuer, verifyIdentity } from './identity-token.ts';
import { isKnownIssuer } from './issuers.ts';
import type { Configured, Platform } from '../../platform.ts';

export interface TrustedBuild {
  build: BuildIdentity;
  /** The organizations that trust the issuer for their packages; null: all packages. */
  organizations: ReadonlySet<string> | null;
}

/**
 * Returns the verified identity of a build. No request is sent to an issuer that no owner here has named. An issuer of
 * an organization counts for its packages only, with the keys and the audience that the organization configured.
 * @throws DomainError `forbidden`, `invalid_credentials`, `token_expired`, `not_ready`
 */
export async function verifyBuild(
  platform: Pick<Platform, 'pool' | 'issuerKeys'> & Configured<'auth'>,
  { ecosystem, jwt, audience }: { ecosystem: EcosystemId; jwt: string; audience: string[] },
): Promise<TrustedBuild> {
  const { pool, issuerKeys: keys } = platform;
  const issuer = readIssuer(jwt);
  if (!(await isIssuerNamed(pool, ecosystem, issuer))) throw unknownIssuer();
  if (isKnownIssuer(issuer, platform.config.auth.oidcIssuers)) {
    return { build: await verifyIdentity(jwt, issuer, { keys, audience }), organizations: null };
  }
  const trust = await listTrustOf(pool, issuer);
  const verified = await Promise.allSettled(
    trust.map((own) =>
      verifyIdentity(jwt, issuer, { ...readerOf(own), keys, audience: audienceOf(own, audience) }),
    ),
  );
  const organizations = new Set<string>();
  let build: BuildIdentity | undefined;
  let refusal: unknown;
  for (const [index, outcome] of verified.entries()) {
    if (outcome.status === 'rejected') refusal = outcome.reason;
    else {
      build = outcome.value;
      organizations.add(trust[index]?.organizationId ?? '');
    }
  }
  if (build) return { build, organizations };
  throw refusal instanceof DomainError ? refusal : unknownIssuer();
}

const readerOf = ({ jwksUri }: OidcIssuer) => (jwksUri === null ? {} : { jwksUri });

const audienceOf = ({ audience }: OidcIssuer, usual: string[]) => (audience === null ? usual : [audience]);

const unknownIssuer = () =>
  new DomainError('forbidden', 'nothing here is published by builds of this issuer', {
    reason: 'issuer_unknown',
  });
