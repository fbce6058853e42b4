import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import { decodeUtf8 } from '../../../domain/utf8.ts';
import { readBody } from './body.ts';
import { credentialOf } from './credentials.ts';
import { queryOf } from './query.ts';
import { type Access, parseScopes } from './scope.ts';
import { limits } from '../format/limits.ts';

export type Proof =
  | { kind: 'none' }
  | { kind: 'password'; username: string; password: string }
  | { kind: 'token'; token: string };

export interface TokenRequest {
  proof: Proof;
  asked: Access[];
  wantsRefreshToken: boolean;
}

/** Reads Docker's GET with Basic. @throws DomainError `bad_request` */
export function readTokenQuery(request: FastifyRequest): TokenRequest {
  const query = queryOf(request);
  return {
    proof: headerProof(request),
    asked: parseScopes(query.getAll('scope')),
    wantsRefreshToken: query.get('offline_token') === 'true',
  };
}

/** Reads the OAuth 2 form. @throws DomainError `bad_request`, `too_large` */
export async function readTokenForm(request: FastifyRequest): Promise<TokenRequest> {
  const form = new URLSearchParams(
    decodeUtf8(await readBody(request, limits.token), { what: 'the form', code: 'bad_request' }),
  );
  const isOffline = form.get('access_type') === 'offline' || form.get('offline_token') === 'true';
  return {
    proof: formProof(form) ?? headerProof(request),
    asked: parseScopes(form.getAll('scope')),
    wantsRefreshToken: isOffline,
  };
}

function formProof(form: URLSearchParams): Proof | undefined {
  switch (form.get('grant_type')) {
    case 'password':
      return { kind: 'password', username: form.get('username') ?? '', password: form.get('password') ?? '' };
    case 'refresh_token':
      return { kind: 'token', token: form.get('refresh_token') ?? '' };
    case null:
      return undefined;
    default:
      throw new DomainError('bad_request', 'grant_type is password or refresh_token');
  }
}

function headerProof(request: FastifyRequest): Proof {
  const credential = credentialOf(request.headers);
  if (credential === undefined) return { kind: 'none' };
  return credential.scheme === 'basic'
    ? { kind: 'password', username: credential.username, password: credential.password }
    : { kind: 'token', token: credential.token };
}
