import type { FastifyRequest } from 'fastify';

export type Credential =
  | { scheme: 'bearer'; token: string }
  | { scheme: 'basic'; username: string; password: string };

/** What the client sent; undefined is anonymous. A header of another scheme is a credential that nobody knows. */
export function credentialOf(headers: FastifyRequest['headers']): Credential | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const [, scheme = '', value = ''] = /^(\S+) *(.*?) *$/.exec(authorization) ?? [];
  return scheme.toLowerCase() === 'basic' ? basic(value) : { scheme: 'bearer', token: value || scheme };
}

/** User name and password of RFC 7617. */
function basic(encoded: string): Credential {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const [username, password] =
    colon === -1 ? ['', decoded] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
  return { scheme: 'basic', username, password };
}
