import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider } from 'oidc-provider';
import type { Claims } from './issuer.ts';

/** A certified OpenID provider on loopback as the issuer of a build system: its documents, keys and tokens. */
export interface OidcProvider {
  url: string;
  /** Issues a token for the audience in `aud`, an address, with the other claims, from the token endpoint. */
  issue(claims: Claims): Promise<string>;
  /** Restarts the provider with another key. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

const client = { id: 'build', secret: randomUUID() };
const alg = 'RS256';

export async function startOidcProvider(): Promise<OidcProvider> {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  let extra: Claims = {};
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // a listening TCP server has an object as its address
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function begin(): Promise<void> {
    const { privateKey } = await generateKeyPair(alg, { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg };
    answer = createProvider(url, key, () => extra).callback();
  }
  await begin();

  return {
    url,
    async issue({ aud, ...claims }) {
      extra = claims;
      const response = await fetch(`${url}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource: String(aud) }),
      });
      const body = (await response.json()) as { access_token?: string };
      if (body.access_token === undefined) throw new Error(`no token: ${JSON.stringify(body)}`);
      if (decodeJwt(body.access_token).aud !== aud) throw new Error('a token for another audience');
      return body.access_token;
    },
    rotate: begin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createProvider(url: string, key: JWK, extraClaims: () => object): Provider {
  return new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomUUID()] },
    ttl: { ClientCredentials: 300 },
    extraTokenClaims: extraClaims,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: '',
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
          jwt: { sign: { alg } },
        }),
      },
    },
  });
}
