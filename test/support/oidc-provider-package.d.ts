/** Types of the used parts of the package, which has none. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';
  import type { JWK } from 'jose';

  export interface Configuration {
    clients: readonly object[];
    jwks: { keys: readonly JWK[] };
    cookies: { keys: readonly string[] };
    ttl: Record<string, number>;
    extraTokenClaims(): object;
    features: Record<string, object>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }
}
