import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../domain/digest.ts';
import { createToken } from '../domain/token.ts';
import { onDisk } from '../test/security/archives/on-disk.ts';
import { ownToken } from '../test/security/archives/payloads.ts';
import { zip } from '../test/security/archives/zip-bytes.ts';
import { archiveLimits } from './limits.ts';
import { openArchive } from './open-archive.ts';
import { scanSecrets, scanText } from './secrets.ts';

// Invented, and split so that no scanner reports this file as a leak.
const random = 'q8ZtR2mW6xKp4VbN9cLd3HsJ7gFy5TaE1uQoXr0iYwBvMnC8kDzGfPeU6lSjAhOtI2RbWqN5yXc';
const hex = '9f3b7c1e5a8d2046b7e1c9f0a35d8e624b17f8c06d2e9a53';
const join = (...parts: string[]) => parts.join('');
const pem = (cipher?: string) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const options = cipher ? { cipher, passphrase: 'x' } : {};
  return String(privateKey.export({ format: 'pem', type: 'pkcs8', ...options }));
};
const jwt = (payload: object, alg = 'HS256') =>
  [{ alg, typ: 'JWT' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('c2lnbmF0dXJlLW9mLWEtdG9rZW4tdGhhdC1pcy1ub3QtcmVhbA')
    .join('.');

const leaks: [string, string, string][] = [
  ['GitHub token', 'critical', join('ghp_', random.slice(0, 36))],
  ['GitHub token', 'critical', join('github_pat_', random.slice(0, 22), '_', random.slice(5, 64))],
  ['GitLab token', 'critical', join('glpat-', random.slice(0, 20))],
  ['npm token', 'critical', join('npm_', random.slice(0, 36))],
  ['PyPI token', 'critical', join('pypi-AgE', random.slice(0, 70))],
  ['crates.io token', 'critical', join('cio', random.slice(0, 32))],
  ['NuGet API key', 'critical', join('oy2', random.toLowerCase().slice(0, 43))],
  ['Slack token', 'critical', join('xoxb-', '17653672481-', random.slice(0, 24))],
  [
    'Slack webhook',
    'high',
    join('https://hooks.slack.com/services/', 'T0A1B2C3D/B4E5F6G7H/', random.slice(0, 24)),
  ],
  ['Stripe live key', 'critical', join('sk_live_', random.slice(0, 24))],
  ['Stripe test key', 'low', join('sk_test_', random.slice(0, 24))],
  ['Google API key', 'medium', join('AIza', random.slice(0, 35))],
  ['Google OAuth secret', 'high', join('GOCSPX-', random.slice(0, 28))],
  ['Azure storage key', 'critical', join('AccountKey=', random, random.slice(0, 11), '==')],
  ['Azure client secret', 'high', join('abc', '8Q~', random.slice(0, 34))],
  [
    'Model provider API key',
    'critical',
    join('sk-', random.slice(0, 20), 'T3Blbk', 'FJ', random.slice(20, 40)),
  ],
  ['SendGrid key', 'critical', join('SG.', random.slice(0, 22), '.', random.slice(10, 53))],
  ['Twilio API key', 'high', join('twilio: SK', hex.slice(0, 32))],
  ['DigitalOcean token', 'critical', join('dop_v1_', hex, hex.slice(0, 16))],
  [
    'AWS access key with its secret',
    'critical',
    join('AKIA', 'Q3EGTZ5VJWKR2MHX', '\nsecret_access = "', random.slice(0, 40), '"'),
  ],
  ...[': &str = "', ": string = '", ' string = `', ' = "', ': "', '" => "'].map(
    (between): [string, string, string] => [
      'AWS access key with its secret',
      'critical',
      join(
        'AKIA',
        'Q3EGTZ5VJWKR2MHX',
        '\npub const AWS_SECRET_ACCESS_KEY',
        between,
        random.slice(0, 40),
        '"',
      ),
    ],
  ),
  ['AWS access key id', 'medium', join('AKIA', 'Q3EGTZ5VJWKR2MHX')],
  ['Private key', 'critical', pem()],
  ['Private key', 'critical', pem().replaceAll(' PRIVATE', ' RSA PRIVATE')],
  ['Private key', 'critical', `const KEY: &str = "${pem().replaceAll('\n', '\\n')}";`],
  ['Encrypted private key', 'medium', pem('aes-256-cbc')],
  ['JSON web token', 'medium', jwt({ sub: 'service', iat: 1_700_000_000 })],
  ['Password or key written into a file', 'low', 'password = "kT9#vQ2!mZ7pLw4x"'],
  ['Token of this registry', 'critical', ownToken],
];

const harmless: [string, string][] = [
  [
    'the key of the documentation',
    join('AKIA', 'IOSFODNN7EXAMPLE', '\nsecret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"'),
  ],
  ['a token of one letter', join('ghp_', 'x'.repeat(36))],
  ['a token that is too short', join('ghp_', random.slice(0, 20))],
  ['a token inside a longer word', join('prefix', 'cio', random.slice(0, 32))],
  ['a parser for private keys', 'if line == "-----BEGIN PRIVATE KEY-----" { … } "-----END PRIVATE KEY-----"'],
  ['a public key', pem().replaceAll('PRIVATE', 'PUBLIC')],
  ['the token of every tutorial', jwt({ sub: '1234567890', name: 'John Doe', iat: 1516239022 })],
  ['an unsigned token', jwt({ sub: 'service', iat: 1 }, 'none')],
  ['a password from the environment', 'password = "${DATABASE_PASSWORD_2}"'],
  ['a password of words', 'password = "correcthorsebattery"'],
  ['a placeholder', 'api_key = "your-api-key-goes-here-123"'],
  ['a checksum', `sha256 = "${hex}"`],
  ['a package name of this registry', 'pub_traits = "1.0"'],
];

describe('secrets', () => {
  it.each(leaks)('reports a %s as %s', (title, severity, text) => {
    const [finding] = scanText('src/config.txt', `first line\n${text}\n`);

    expect(finding).toMatchObject({
      kind: 'secrets_exposed',
      title,
      severity,
      file: 'src/config.txt',
      line: 2,
    });
  });

  it.each(leaks)('never repeats a %s (%s)', (_, __, text) => {
    const parts = (text.match(/[A-Za-z0-9+/]{12,}/g) ?? []).filter((word) => /[0-9]/.test(word));

    const shown = JSON.stringify(scanText('src/config.txt', text));

    expect(parts.filter((word) => shown.includes(word.slice(0, 12)))).toEqual([]);
  });

  it.each(harmless)('leaves %s alone', (_, text) => {
    expect(scanText('src/config.txt', text)).toEqual([]);
  });

  it.each([
    ['tests/fixtures/key.pem', pem(), 'medium'],
    ['crate-1.0.0/examples/main.rs', join('ghp_', random.slice(0, 36)), 'medium'],
    ['tests/jwt.rs', jwt({ sub: 'service', iat: 1 }), 'low'],
    ['tests/token.rs', ownToken, 'critical'],
    ['probe-1.0/test/server.key', ownToken, 'critical'],
    ...[
      'package/test/server.key',
      'probe-1.0/testdata/ca.pem',
      'lib/spec/keys/id_rsa',
      'probe/test-ca/rsa/end.key',
      'src/unit_tests/key.rs',
      'org/acme/dummyserver/certs/server.key',
      'src/key_test.go',
      'src/tests.rs',
      'lib/test_ssl.py',
      'certs/server.test.pem',
    ].map((path): [string, string, string] => [path, pem(), 'medium']),
    ...['src/latest/key.pem', 'contest/key.pem', 'src/attest.rs', 'server.key', 'testimony/key.pem'].map(
      (path): [string, string, string] => [path, pem(), 'critical'],
    ),
  ])('weighs samples less, except our own tokens: %s', (file, text, severity) => {
    expect(scanText(file, text)[0]).toMatchObject({
      severity,
      file,
      description: expect.stringContaining(file),
    });
  });

  it('knows tokens with a checksum, and by it what only looks like one', async () => {
    const { secret, hash } = createToken();
    const wrong = `pub_${hex}${hex.slice(0, 16)}00000000`;

    const report = await scanFiles({ 'a.txt': `x ${secret} y`, 'b.txt': wrong });

    expect(report.leakedTokenHashes).toContain(hash);
    expect(report.findings.map(({ file }) => file)).toEqual(['a.txt']);
  });

  it('returns the hash of our own tokens, once each', async () => {
    const report = await scanFiles({ 'a.txt': `x ${ownToken} y ${ownToken}`, 'b.txt': ownToken });

    expect(report.leakedTokenHashes).toEqual([sha256Hex(ownToken)]);
    expect(report.findings).toHaveLength(2);
  });

  it('reads UTF-16 text and skips binary files', async () => {
    const token = join('ghp_', random.slice(0, 36));
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(token, 'utf16le')]);

    const report = await scanFiles({ 'wide.ps1': wide, 'program.bin': Buffer.from(`\0\0${token}`) });

    expect(report.findings.map((finding) => finding.file)).toEqual(['wide.ps1']);
  });

  it.each([
    ['eyJ'.repeat(350_000)],
    ['-----BEGIN PRIVATE KEY-----\n'.repeat(35_000)],
    [join('AKIA', 'Q3EGTZ5VJWKR2MHX ').repeat(50_000)],
    [`${ownToken}\n`.repeat(15_000)],
    ['password = "'.repeat(80_000)],
    ['ghp_'.repeat(250_000)],
  ])('stays fast on a mebibyte made to be slow: %.20s', (text) => {
    const startedAt = performance.now();

    scanText('slow.txt', text);

    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });
});

function scanFiles(files: Record<string, string | Buffer>) {
  const body = zip(Object.entries(files).map(([name, body]) => ({ name, body })));
  return onDisk(body, async (path) => scanSecrets(await openArchive(path, 'zip', archiveLimits(2 ** 28))));
}
