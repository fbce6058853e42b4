import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Random } from './random.ts';

const segments = [
  '%00',
  'a%00b',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..',
  '.',
  '...',
  '%2f',
  '%5c',
  '%252f',
  '%25',
  '%',
  '%zz',
  '%ff',
  '%c0%ae%c0%ae',
  '%e2%80%ae',
  '%ed%a0%80',
  '%f0%9f%92%a9',
  '%0d%0aX-A:%20b',
  '%20',
  '+',
  '*',
  '~',
  ':',
  ':name',
  '@scope%2fname',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e999',
  '1.0.0',
  '1.0.0%2b1',
  '01.0.0',
  '999999999999999999999.0.0',
  "';--",
  '%27%20or%201=1',
  '%3Cscript%3E',
  '${7*7}',
  'a'.repeat(300),
  'a'.repeat(5_000),
  '%41'.repeat(200),
  '1/'.repeat(50),
  'index.json',
  'config.json',
  'new',
  'r',
  'admin',
] as const;

const queryValues = [
  '',
  '-1',
  '0',
  '1',
  '1e9',
  '99999999999999999999',
  'NaN',
  'Infinity',
  '0x10',
  '1.5',
  'null',
  'true',
  '%00',
  '%ff',
  '%',
  '%ed%a0%80',
  '%27',
  '%22',
  '%5c',
  '*',
  '%25%25%25',
  '(((((((',
  'a'.repeat(3_000),
  '%f0%9f%92%a9',
  'id:',
  'id:%22',
  '::::',
  '%2b-%2b!%26%7c',
  "a'%20%7C%20%3A*",
  'a%26b',
  '2026-13-45',
  '0001-01-01',
  '275760-09-14T00:00:00Z',
  '%E2%80%AE',
  '[object]',
] as const;

const queryNames = [
  'q',
  'page',
  'per_page',
  'skip',
  'take',
  'prerelease',
  'semVerLevel',
  'packageType',
  'id',
  'keyword',
  'category',
  'sort',
  'ecosystem',
  'org',
  'repository',
  'license',
  'state',
  'kind',
  'action',
  'actor_user_id',
  'occurred_from',
  'cursor',
  'include_resolved',
  '__proto__',
  'constructor',
  'q[]',
  'q[a]',
  'page[]',
  '%00',
] as const;

/** A path with one or two replaced segments and a meaningless query. */
export function strangePath(random: Random, pattern: string): string {
  const parts = pattern.split('/').map((part) => (/^[:*]/.test(part) ? random.pick(segments) : part));
  if (random.below(3) === 0) parts[1 + random.below(parts.length)] = random.pick(segments);
  if (random.below(8) === 0) parts.push(random.pick(segments));
  const path = parts.join('/') || '/';
  if (random.below(3) === 0) return path;
  const pairs = Array.from(
    { length: 1 + random.below(4) },
    () => `${random.pick(queryNames)}=${random.pick(queryValues)}`,
  );
  return `${path}?${pairs.join('&')}`;
}

/** Credentials that must not grant any access, and unreadable ones. */
export async function worthlessCredentials(issuer: string): Promise<string[]> {
  const claims = { sid: '01890000-0000-7000-8000-000000000000', scopes: ['admin:write', 'packages:write'] };
  const signed = (key: Uint8Array, expires: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject('01890000-0000-7000-8000-000000000000')
      .setIssuer(issuer)
      .setAudience('rookery')
      .setIssuedAt()
      .setJti('01890000-0000-7000-8000-000000000000')
      .setExpirationTime(expires)
      .sign(key);
  const soon = Math.floor(Date.now() / 1000) + 3_600;
  const foreign = await signed(new TextEncoder().encode('another key of thirty-two letters'), soon);
  const expired = await signed(new TextEncoder().encode('another key of thirty-two letters'), 1);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const asymmetric = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', jwk: { kty: 'RSA', n: 'AAAA', e: 'AQAB' }, kid: '../../dev/null' })
    .setExpirationTime(soon)
    .sign(privateKey);
  const [, payload = ''] = foreign.split('.');
  const withHeader = (header: object) =>
    `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.`;
  const tokens = [
    foreign,
    expired,
    asymmetric,
    withHeader({ alg: 'none' }),
    withHeader({ alg: 'NONE', typ: 'JWT' }),
    withHeader({ alg: 'HS256', crit: ['exp'], b64: false }),
    `${foreign}.${foreign}`,
    '..',
    '.',
    'eyJ',
    'null',
    'pub_',
    `pub_${'0'.repeat(64)}`,
    `pub_${'Z'.repeat(64)}`,
    `pub_${'a'.repeat(6_000)}`,
    'a'.repeat(7_000),
    "pub_' or '1'='1",
    '\u00ff\u00fe',
    'undefined',
    '{}',
  ];
  const basic = ['', ':', 'a', 'a:', ':b', 'a:b:c', `a:${foreign}`, '\0:\0', `${'a'.repeat(3_000)}:b`];
  return [
    ...tokens.flatMap((token) => [`Bearer ${token}`, token]),
    ...basic.map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
    'Basic',
    'Basic ',
    'Basic ====',
    'Basic \u00e9\u00e9',
    'Basic a b c',
    'Bearer',
    'Bearer ',
    'Bearer  a',
    'bearer a b',
    'Digest username="a", realm="b"',
    'Negotiate YII',
    ', , ,',
    ';',
    '"',
    ' ',
  ];
}

const tag = '"0123456789abcdef"';

const headerValues: Record<string, readonly string[]> = {
  range: [
    'bytes=0-0',
    'bytes=-0',
    'bytes=-1',
    'bytes=0-',
    'bytes=5-2',
    'bytes=99999999999999999999-',
    'bytes=0-0,2-3',
    'bytes=',
    'bytes=a-b',
    'lines=1-2',
    `bytes=${'0-0,'.repeat(1_500)}`,
    'bytes=0-99999999999999',
    'bytes = 0 - 1',
    'bytes=--1',
  ],
  'if-none-match': [
    '*',
    tag,
    `W/${tag}`,
    `${tag},`.repeat(500),
    ',,,',
    '"',
    '',
    'abc',
    `"${'a'.repeat(5_000)}"`,
  ],
  'if-match': ['*', tag, '"'],
  'if-range': ['*', tag, 'Thu, 01 Jan 1970 00:00:00 GMT', 'x'],
  'if-modified-since': [
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'x',
    '0',
    '-1',
    '99999999999999999',
    '',
    'Sat, 31 Feb 9999 25:61:61 GMT',
  ],
  'if-unmodified-since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  accept: ['*/*', 'application/json', '', ';;;', 'a/b;q=9', 'a/b,'.repeat(1_000)],
  'accept-encoding': [
    'gzip',
    'gzip;q=0',
    '*',
    '*;q=0',
    'identity;q=0',
    'br;q=x',
    ',,,;;;',
    'gzip,'.repeat(1_000),
  ],
  'accept-language': ['x'.repeat(1_000)],
  'content-type': ['', ';', 'a', 'application/json', 'multipart/form-data', 'text/\u00e9'],
  host: ['', 'evil.example', 'a:b:c', '[::1', '127.0.0.1:99999', 'a b', '\u00e9', 'x'.repeat(3_000)],
  'x-forwarded-for': ['1.2.3.4', '::1, x', '1.1.1.1,'.repeat(500), "' or 1=1"],
  'x-forwarded-host': ['evil.example'],
  'x-forwarded-proto': ['javascript'],
  forwarded: ['for=1.2.3.4;host=evil.example'],
  'x-request-id': ['a', '\u00e9', 'x'.repeat(2_000), '../../x'],
  'x-nuget-apikey': ['', ' ', 'x', `pub_${'0'.repeat(64)}`, '\u00ff'],
  'x-dotnet-apikey': ['x'],
  cookie: ['a=b', '=;=;', 'a=b;'.repeat(1_000)],
  origin: ['null', 'https://evil.example'],
  'x-http-method-override': ['DELETE'],
  'user-agent': ['', '\u00e9', 'x'.repeat(5_000), "'; drop table audit_log; --"],
  expect: ['100-continue'],
  upgrade: ['websocket', 'h2c', 'x'],
  connection: ['close', 'keep-alive', 'upgrade', 'x-request-id'],
  te: ['trailers', 'gzip'],
  traceparent: [
    'x',
    '00-00000000000000000000000000000000-0000000000000000-00',
    `00-${'f'.repeat(32)}-${'f'.repeat(16)}-ff`,
  ],
};

export function strangeHeaders(random: Random, credentials: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.below(2) === 0) headers['authorization'] = random.pick(credentials);
  for (let count = random.below(4); count > 0; count -= 1) {
    const [name, values] = random.pick(Object.entries(headerValues));
    headers[name] = random.pick(values);
  }
  return headers;
}

/** Malformed requests, and requests that HTTP clients refuse to send. */
export const brokenRequests: Record<string, string> = {
  'a blank line': '\r\n\r\n',
  'no version': 'GET /v1/stats\r\n\r\n',
  'another version': 'GET /v1/stats HTTP/9.9\r\nHost: a\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a handshake of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'no host': 'GET /v1/stats HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /v1/stats HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'an absolute address': 'GET http://evil.example/v1/stats HTTP/1.1\r\nHost: a\r\n\r\n',
  'an address of another kind': 'GET javascript:alert(1) HTTP/1.1\r\nHost: a\r\n\r\n',
  'a proxy request': 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\n',
  'an asterisk': 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'an asterisk to read': 'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
  'an unknown method': 'BREW /v1/stats HTTP/1.1\r\nHost: a\r\n\r\n',
  'a method of WebDAV': 'PROPFIND /cargo/index/ HTTP/1.1\r\nHost: a\r\nDepth: infinity\r\n\r\n',
  'a query to search': 'QUERY /v1/search HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}',
  'blanks in the path': 'GET /v1/ stats HTTP/1.1\r\nHost: a\r\n\r\n',
  'raw letters in the path': 'GET /v1/packages/cargo/\xe9\xff HTTP/1.1\r\nHost: a\r\n\r\n',
  'a zero byte in the path': 'GET /v1/\0stats HTTP/1.1\r\nHost: a\r\n\r\n',
  'a fragment': 'GET /v1/stats#x HTTP/1.1\r\nHost: a\r\n\r\n',
  'two slashes': 'GET //v1//stats HTTP/1.1\r\nHost: a\r\n\r\n',
  'a host in the path': 'GET //evil.example/%2e%2e HTTP/1.1\r\nHost: a\r\n\r\n',
  backslashes: 'GET /\\..\\..\\etc\\passwd HTTP/1.1\r\nHost: a\r\n\r\n',
  'a path without a slash': 'GET v1/stats HTTP/1.1\r\nHost: a\r\n\r\n',
  'an endless path': `GET /${'a'.repeat(200_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'an endless header': `GET /v1/stats HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`,
  'very many headers': `GET /v1/stats HTTP/1.1\r\nHost: a\r\n${'X: a\r\n'.repeat(5_000)}\r\n`,
  'a header without a colon': 'GET /v1/stats HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n',
  'a blank before the colon': 'GET /v1/stats HTTP/1.1\r\nHost : a\r\n\r\n',
  'a folded header': 'GET /v1/stats HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n',
  'a zero byte in a header': 'GET /v1/stats HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n',
  'line feeds only': 'GET /v1/stats HTTP/1.1\nHost: a\n\n',
  'carriage returns only': 'GET /v1/stats HTTP/1.1\rHost: a\r\r',
  'two credentials':
    'GET /v1/users/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n',
  'a smuggled request':
    'POST /v1/auth/logout HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/users/me HTTP/1.1\r\nHost: a\r\n\r\n',
  'a body with a question': 'GET /v1/stats HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello',
  'an upgrade':
    'GET /v1/stats HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: a\r\n\r\n',
  'an upgrade to HTTP/2':
    'GET /v1/stats HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
  'half a request': 'GET /v1/sta',
  'half the headers': 'GET /v1/stats HTTP/1.1\r\nHost: a\r\nX-Ha',
  'ten requests at once': 'GET /v1/stats HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(10),
  rubbish: '\xff\xfe\xfd\x00\x01'.repeat(1_000),
};
