import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { z } from 'zod';
import { askRun } from './run.ts';

/** A build system's issuer on loopback: discovery, keys, and signed identity tokens. */
export interface Issuer {
  url: string;
  /** Requested paths. */
  requests: string[];
  /** The public key that is now served. */
  publicJwk: JWK;
  sign(claims?: Claims, options?: SignOptions): Promise<string>;
  /** Replaces the key that is served and signs. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

/** Claims that replace those of a valid token; undefined removes a claim. */
export type Claims = Record<string, unknown>;

export interface SignOptions {
  /** Signs with this key, under the served key's id unless `kid` is set. */
  key?: CryptoKey;
  kid?: string;
}

export interface IssuerOptions {
  alg?: string;
  /** Replaced members of the discovery document. */
  discovery?: Record<string, unknown>;
  /** Uses an address that the open platform of the run trusts (`startOpenPlatform`). */
  isTrusted?: boolean;
  /** Answers instead of the issuer if it returns true. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export async function startIssuer(options: IssuerOptions = {}): Promise<Issuer> {
  const { alg = 'RS256' } = options;
  const requests: string[] = [];
  let pair = await generateKeyPair(alg);
  let publicJwk: JWK = await describeKey();

  async function describeKey(): Promise<JWK> {
    return { ...(await exportJWK(pair.publicKey)), kid: randomUUID(), use: 'sig', alg };
  }

  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (options.answer?.(request, response)) return;
    const documents: Record<string, unknown> = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/keys`, ...options.discovery },
      '/keys': { keys: [publicJwk] },
    };
    const document = documents[request.url ?? ''];
    response.statusCode = document === undefined ? 404 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // a listening TCP server has an object as its address
  const { port } = server.address() as AddressInfo;
  const leased = options.isTrusted ? await askRun('issuers', z.object({ url: z.string() }), { port }) : null;
  const url = leased?.url ?? `http://127.0.0.1:${port}`;

  return {
    url,
    requests,
    get publicJwk() {
      return publicJwk;
    },
    async sign(claims = {}, { key = pair.privateKey, kid = publicJwk.kid ?? '' } = {}) {
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({ iss: url, iat: now, exp: now + 300, jti: randomUUID(), ...claims })
        .setProtectedHeader({ alg, typ: 'JWT', kid })
        .sign(key);
    },
    async rotate() {
      pair = await generateKeyPair(alg);
      publicJwk = await describeKey();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
