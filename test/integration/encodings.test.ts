import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCrate, publishBody } from '../../ecosystems/cargo/fixtures/archives.ts';
import { buildTarball, documentFor } from '../../ecosystems/npm/fixtures/tarball.ts';
import { buildNupkg, buildNuspec } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { uniqueName } from '../support/crates.ts';
import { sendForm } from '../support/nuget.ts';
import { startPlatform, type Platform } from '../support/platform.ts';

let platform: Platform;
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
  token = (await platform.createUser()).token;
});
afterAll(() => platform.stop());

/** The same text in Latin-1, where each é is one byte that is not valid UTF-8. */
function latin1(value: unknown): Buffer {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value), 'latin1');
}

async function send(
  method: string,
  path: string,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const response = await fetch(platform.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: new Uint8Array(body),
  });
  return { status: response.status, text: await response.text() };
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a body that is not UTF-8 is refused, and told why', () => {
  test.each<[string, string, unknown, Record<string, string>?]>([
    ['PUT', '/cargo/api/v1/crates/none/owners', { users: ['é'] }],
    ['POST', '/cargo/api/v1/trusted_publishing/tokens', { jwt: 'é' }],
    ['PUT', '/npm/probe', { name: 'probe', description: 'é', versions: {}, _attachments: {} }],
    ['PUT', '/npm/-/package/probe/dist-tags/next', '"é"'],
    ['PUT', '/npm/-/user/org.couchdb.user:missing', { name: 'missing', password: 'é' }],
    ['POST', '/npm/-/v1/login', { hostname: 'é' }],
    ['POST', '/npm/-/npm/v1/tokens', { password: 'é' }],
    ['POST', '/npm/-/npm/v1/security/advisories/bulk', { é: ['1.0.0'] }],
    ['POST', '/npm/-/npm/v1/security/audits/quick', { name: 'é' }],
    ['POST', '/nuget/v3/staging/groups', { id: 'a', name: 'é' }],
    ['POST', '/nuget/api/v2/token', { username: 'é' }],
    ['POST', '/maven/-/oidc/token', { package: 'é' }],
    ['POST', '/oci/token', 'grant_type=password&username=é', form],
    ['POST', '/v1/auth/login', { username_or_email: 'é', password: 'x' }],
    ['POST', '/v1/tokens', { name: 'é', scopes: [] }],
    ['PATCH', '/v1/packages/npm/probe', { description: 'é' }],
    ['POST', '/api/games', { white: 'é' }],
  ])('%s %s', async (method, path, body, headers) => {
    const { status, text } = await send(method, path, latin1(body), headers);

    expect([status, text]).toEqual([400, expect.stringMatching(/UTF-8/)]);
  });

  test('also where it is compressed', async () => {
    const body = gzipSync(latin1({ é: ['1.0.0'] }));
    const path = '/npm/-/npm/v1/security/advisories/bulk';

    expect(await send('POST', path, body, { 'content-encoding': 'gzip' })).toEqual({
      status: 400,
      text: JSON.stringify({ error: 'the body is not valid UTF-8' }),
    });
  });

  test('also where it is a manifest of an image', async () => {
    const headers = { 'content-type': 'application/vnd.oci.image.manifest.v1+json' };

    const answer = await send('PUT', '/oci/v2/probe/manifests/latest', latin1('{"a":"é"}'), headers);

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('is not valid UTF-8') });
  });

  test('also where it comes with a crate', async () => {
    const name = uniqueName();
    const file = await buildCrate({ [`${name}-1.0.0/Cargo.toml`]: '' });
    const json = { name, vers: '1.0.0', deps: [], features: {}, authors: ['Zoé'] };

    const answer = await send('PUT', '/cargo/api/v1/crates/new', publishBody(latin1(json), file));

    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      { errors: [{ detail: 'the metadata of the crate is not valid UTF-8' }] },
    ]);
  });
});

describe('a manifest inside an archive that is not UTF-8 is refused by name', () => {
  test('of a crate', async () => {
    const name = uniqueName();
    const manifest = `[package]\nname = "${name}"\nversion = "1.0.0"\nauthors = ["Zoé"]\n`;
    const file = await buildCrate({ [`${name}-1.0.0/Cargo.toml`]: latin1(manifest) });
    const json = { name, vers: '1.0.0', deps: [], features: {} };

    const answer = await send('PUT', '/cargo/api/v1/crates/new', publishBody(json, file));

    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      { errors: [{ detail: 'Cargo.toml inside the crate is not valid UTF-8' }] },
    ]);
  });

  test('of an npm package', async () => {
    const manifest = { name: uniqueName(), version: '1.0.0', description: 'é' };
    const tarball = await buildTarball({ 'package/package.json': latin1(manifest) });
    const body = Buffer.from(JSON.stringify(documentFor(manifest, tarball)));

    const answer = await send('PUT', `/npm/${manifest.name}`, body);

    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      { error: 'package.json in the archive is not valid UTF-8' },
    ]);
  });

  test.each([
    [
      'that is Latin-1',
      (text: string) => latin1(text.replace('Alice', 'Zoé')),
      'is not valid UTF-8 or UTF-16',
    ],
    [
      'that says it is UTF-16 and is UTF-8',
      (text: string) => Buffer.from(text.replace('utf-8', 'utf-16')),
      'declares the encoding utf-16, but is written in UTF-8',
    ],
  ])('of a .NET package %s', async (_title, write, reason) => {
    const id = uniqueName('Probe');
    const nuspec = write(buildNuspec({ id, version: '1.0.0' }));

    const answer = await sendForm(
      platform,
      '/v2/package',
      token,
      buildNupkg({ id, version: '1.0.0', nuspec }),
    );

    expect([answer.status, JSON.parse(answer.text)]).toEqual([400, { error: `the nuspec ${reason}` }]);
  });
});
