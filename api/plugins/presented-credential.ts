import type { IncomingHttpHeaders } from 'node:http';
import { bearerToken, decodeBasic, parseAuthorization } from '../../domain/credential.ts';

const keyHeaders = ['x-nuget-apikey', 'x-dotnet-apikey'] as const;

/** The Bearer credential of our own API; undefined for other schemes. */
export function bearerCredential(headers: IncomingHttpHeaders): string | undefined {
  return bearerToken(headers.authorization);
}

/** A credential in any header that native clients use, for counting requests; never for authentication. */
export function presentedCredential(headers: IncomingHttpHeaders): string | undefined {
  const given = parseAuthorization(headers.authorization);
  if (given?.scheme === 'basic') return decodeBasic(given.value).password || undefined;
  return given === undefined ? firstKey(headers) : given.value;
}

/** Whether a request has a credential of any kind. */
export function carriesCredential(headers: IncomingHttpHeaders): boolean {
  return headers.authorization !== undefined || firstKey(headers) !== undefined;
}

function firstKey(headers: IncomingHttpHeaders): string | undefined {
  return keyHeaders.map((name) => headers[name]).find((value) => typeof value === 'string');
}
