/** The parts of the package in use, which comes without types. */
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
