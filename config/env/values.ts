import { isIP } from 'node:net';
import { z } from 'zod';
import { withoutTrailing } from '../../domain/trim-end.ts';

/* The types of variables, each with the message for an invalid value. */

export const mebibyte = 1024 * 1024;

export const text = z.string().min(1);
/** The alternative way to set a secret: `<name>_FILE`. */
export const fileOf = (name: string) => text.optional().describe(`File that holds ${name}.`);
export const port = z.coerce.number('must be a port number').int().min(0).max(65_535);
export const count = z.coerce.number('must be a whole number').int().min(1).max(Number.MAX_SAFE_INTEGER);
/** Timers take 31 bits: a longer delay would fire at once. */
export const milliseconds = count.max(2 ** 31 - 1);
export const seconds = count.max(10 * 365 * 86_400);
/** Like {@link count}, with the accepted range in the message: these numbers are small. */
export function between(least: number, most: number) {
  const problem = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(problem).int(problem).min(least, problem).max(most, problem);
}
/** The longest search that may be requested. */
export const moveTime = between(10, 3_600_000);
export const toggle = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off'))
  .transform((value) => ['on', 'true', '1'].includes(value));

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

export const webUrl = urlOf(['http:', 'https:'], 'an http(s) URL');

export function urlOf(protocols: readonly string[], what: string) {
  return z
    .string()
    .refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), `must be ${what}`);
}

export const webUrls = list.refine(
  (entries) => entries.length > 0 && entries.every((entry) => webUrl.safeParse(entry).success),
  'must be http(s) URLs with commas between',
);

/** A mail address, with or without a name before it. */
export const mailbox = z
  .string()
  .max(300)
  .regex(
    /^(?:[^<>@\r\n",]{1,100} <[^<>@\s,]+@[^<>@\s,]+>|[^<>@\s,]+@[^<>@\s,]+)$/,
    'must be an address, or a name and an address: Rookery <registry@example.org>',
  );

export const publicUrl = webUrl
  .refine((value) => !/[,\s]/.test(value), {
    error: 'must be one address: documents, signatures and links name it; redirect other host names to it',
    abort: true,
  })
  .refine((value) => !/[?#]/.test(value), 'must have no query and no fragment')
  // docs/adr/0087-a-registry-has-a-host-of-its-own.md
  .refine(
    (value) => /^\/*$/.test(URL.parse(value)?.pathname ?? ''),
    'must have no path: clients of images ask for /v2 at the root of the host, and pages share cookies and origin with all of it; use a host of its own',
  )
  .transform((value) => withoutTrailing(value, '/'));

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Compared exactly with the issuers' own claims, so the values are not normalised. */
export const issuers = list.refine(
  (entries) => entries.every(isIssuer),
  'must be a comma-separated list of https URLs (http on loopback) without query and fragment',
);

function isIssuer(entry: string): boolean {
  const url = URL.parse(entry);
  if (!url || /[?#]/.test(entry) || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.has(url.hostname));
}

export const proxies = list.refine(
  (entries) => entries.every(isProxy),
  'must be a comma-separated list of addresses, CIDR ranges or loopback',
);

/** `192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:5353`. */
export const nameServers = list.refine(
  (entries) => entries.every(isNameServer),
  'must be a comma-separated list of addresses, each with or without a port',
);

function isNameServer(entry: string): boolean {
  if (isIP(entry) !== 0) return true;
  const { host = '', number = '' } =
    /^\[?(?<host>[0-9a-fA-F:.]{1,45}?)\]?:(?<number>\d{1,5})$/.exec(entry)?.groups ?? {};
  const family = isIP(host);
  return Number(number) <= 65_535 && (family === 4 || (family === 6 && entry.startsWith('[')));
}

export const origins = list.refine(
  (entries) => entries.every((entry) => entry === '*' || isOrigin(entry)),
  'must be a comma-separated list of origins as browsers send them, such as https://example.org, or *',
);

function isOrigin(entry: string): boolean {
  const url = URL.parse(entry);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === entry;
}

function isProxy(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

export const address = z
  .string()
  .regex(/^[^\s/:@]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/, 'must be host:port, without a scheme');
