/** An `Authorization` header, taken apart in one pass. Nothing is verified yet. */
export interface Authorization {
  /** The scheme in lower case; empty when the header is one word. */
  scheme: string;
  /** The text after the scheme, without surrounding blanks. */
  value: string;
}

/** Undefined if the header is missing or empty. */
export function parseAuthorization(header: string | undefined): Authorization | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const blank = text.search(/\s/);
  if (blank === -1) return { scheme: '', value: text };
  return { scheme: text.slice(0, blank).toLowerCase(), value: text.slice(blank).trim() };
}

/** The token after `Bearer`, which has no blanks. */
export function bearerToken(header: string | undefined): string | undefined {
  const { scheme, value } = parseAuthorization(header) ?? {};
  return scheme === 'bearer' && value && !/\s/.test(value) ? value : undefined;
}

/** The password of RFC 7617, for any user name. */
export function basicPassword(header: string | undefined): string | undefined {
  const { scheme, value = '' } = parseAuthorization(header) ?? {};
  if (scheme !== 'basic' || !/^[A-Za-z0-9+/=_-]+$/.test(value)) return undefined;
  const { username, password } = decodeBasic(value);
  return username === undefined || password === '' ? undefined : password;
}

/** A text without a colon is a password without a user name. */
export function decodeBasic(encoded: string): { username: string | undefined; password: string } {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon === -1) return { username: undefined, password: decoded };
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
