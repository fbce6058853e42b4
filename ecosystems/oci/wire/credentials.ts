import type { FastifyRequest } from 'fastify';
import { decodeBasic, parseAuthorization } from '../../../domain/credential.ts';

export type Credential =
  | { scheme: 'bearer'; token: string }
  | { scheme: 'basic'; username: string; password: string };

/** The credential of the request; undefined: anonymous. A header of another scheme is an unknown credential. */
export function credentialOf(headers: FastifyRequest['headers']): Credential | undefined {
  const given = parseAuthorization(headers.authorization);
  if (given === undefined) return undefined;
  if (given.scheme !== 'basic') return { scheme: 'bearer', token: given.value };
  const { username = '', password } = decodeBasic(given.value);
  return { scheme: 'basic', username, password };
}
