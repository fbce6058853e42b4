import type { IncomingHttpHeaders } from 'node:http';

const keyHeaders = ['x-nuget-apikey', 'x-dotnet-apikey'] as const;

/** The Bearer credential of our own API; other schemes are no credential here. */
export function bearerCredential(headers: IncomingHttpHeaders): string | undefined {
  const [, credential] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return credential;
}

/** Whatever a native client may carry, for counting requests; never for deciding who somebody is. */
export function presentedCredential(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) {
    for (const name of keyHeaders) {
      const value = headers[name];
      if (typeof value === 'string') return value;
    }
    return undefined;
  }
  const [scheme = '', credential] = authorization.trim().split(/ +/, 2);
  if (credential === undefined) return scheme;
  return scheme.toLowerCase() === 'basic' ? basicPassword(credential) : credential;
}

function basicPassword(encoded: string): string | undefined {
  const decoded = Buffer.from(encoded, 'base64').toString();
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : decoded.slice(colon + 1);
}
