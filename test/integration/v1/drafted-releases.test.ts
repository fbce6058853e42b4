import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { buildNupkg } from '../../../ecosystems/nuget/fixtures/nupkg.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';

let platform: Platform;
let alice: { username: string; token: string };
let bob: { username: string; token: string };
beforeAll(async () => {
  platform = await startPlatform();
  [alice, bob] = await Promise.all([platform.createUser(), platform.createUser()]);
});
afterAll(() => platform?.stop());

const Body = z.record(z.string(), z.any());
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function call(
  method: string,
  path: string,
  body?: object | Buffer,
  token: string | null = alice.token,
) {
  const isRaw = Buffer.isBuffer(body);
  const response = await fetch(`${platform.url}/v1/packages${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined
        ? {}
        : { 'content-type': isRaw ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : Body.parse(JSON.parse(text)) };
}

/** Creates a package of alice without releases. Returns its path and name. */
async function makePackage(ecosystem: string): Promise<{ path: string; name: string }> {
  const given = `Drafted.P${randomBytes(8).toString('hex')}`;
  const name = ecosystem === 'generic' ? given.toLowerCase() : given;
  const made = await call('POST', '', { ecosystem, name, repository_slug: alice.username });
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
  return { path: `/${ecosystem}/${name}`, name };
}

describe('a release that is made, filled and published', () => {
  it('is hidden from others before, and visible to all after', async () => {
    const { path, name } = await makePackage('nuget');
    const file = buildNupkg({ id: name, version: '1.0.0' });
    const filename = `${name.toLowerCase()}.1.0.0.nupkg`;
    const texts = { description: 'The first', changelog: '- everything', source_ref: 'abc123' };
    const provenance = { builder: 'by hand' };

    const made = await call('POST', `${path}/releases`, { version: '1.0.0', ...texts, provenance });

    expect(made).toMatchObject({
      status: 201,
      body: { version: '1.0.0', status: 'quarantine', is_prerelease: false, published_at: null },
    });
    const release = `${path}/releases/1.0.0`;
    expect((await call('POST', `${path}/releases`, { version: '1.0.0' })).body['code']).toBe(
      'version_exists',
    );
    expect(await call('POST', `${release}/publish`)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    const held = { status: 'quarantine', status_reason: 'uploading' };
    expect(await call('GET', release)).toMatchObject({ status: 200, body: held });
    expect((await call('GET', `${path}/releases`)).body['releases']).toMatchObject([held]);
    const artifact = `${release}/artifacts/${filename}`;
    const sent = await call(
      'PUT',
      `${artifact}?sha256=${sha256(file)}&is_signed=true&signature_key_id=K1`,
      file,
    );
    expect(sent).toMatchObject({
      status: 201,
      body: { filename, sha256: sha256(file), size_bytes: file.length },
    });
    expect((await call('PUT', artifact, file)).status).toBe(200);
    expect((await call('PUT', artifact, Buffer.from('others'))).body['code']).toBe('digest_conflict');
    const waiting = await call('GET', `${release}/artifacts`);
    const line = {
      filename,
      is_staged: true,
      is_signed: true,
      sha256: sha256(file),
      size_bytes: file.length,
    };
    expect(waiting.body['artifacts']).toMatchObject([line]);
    for (const reader of [bob.token, null]) {
      expect((await call('GET', release, undefined, reader)).status).toBe(404);
      expect((await call('GET', `${release}/artifacts`, undefined, reader)).status).toBe(404);
    }

    const published = await call('POST', `${release}/publish`);

    expect(published).toMatchObject({
      status: 200,
      body: { version: '1.0.0', status: 'published', artifact_count: 1, scan_jobs_enqueued: 1 },
    });
    expect(await call('POST', `${release}/publish`)).toMatchObject({
      status: 200,
      body: { status: 'published', scan_jobs_enqueued: 0 },
    });
    const page = await call('GET', release, undefined, null);
    const shown = { ...texts, provenance, status: 'published', status_reason: null };
    expect(page).toMatchObject({ status: 200, body: shown });
    expect(page.body['ecosystem_metadata']).toMatchObject({ kind: 'nuget', details: { is_listed: true } });
    await call('PUT', `${release}/yank`);
    expect((await call('GET', release)).body['ecosystem_metadata'].details).toMatchObject({
      is_listed: false,
    });
    await call('PUT', `${release}/unyank`);
    expect(page.body['bundle_analysis']).toMatchObject({ artifact_count: expect.any(Number) });
    const { artifacts } = (await call('GET', `${release}/artifacts`, undefined, null)).body;
    expect(artifacts).toContainEqual(
      expect.objectContaining({
        filename,
        is_staged: false,
        is_signed: true,
        signature_key_id: 'K1',
        sha512: expect.any(String),
      }),
    );
    expect(await call('PUT', artifact, file)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
  });

  it('can have several files, in the protocols that have them', async () => {
    const { path } = await makePackage('generic');
    const release = `${path}/releases/1.0.0`;
    await call('POST', `${path}/releases`, { version: '1.0.0' });
    expect((await call('PUT', `${release}/artifacts/a.txt`, Buffer.from('one'))).status).toBe(201);
    expect((await call('PUT', `${release}/artifacts/b.txt`, Buffer.from('two'))).status).toBe(201);

    const published = await call('POST', `${release}/publish`);

    expect(published).toMatchObject({ status: 200, body: { status: 'published', artifact_count: 2 } });
  });

  it('is refused with its files when they are not what they say, and can be made again', async () => {
    const { path, name } = await makePackage('nuget');
    const release = `${path}/releases/1.0.0`;
    await call('POST', `${path}/releases`, { version: '1.0.0' });
    const artifact = `${release}/artifacts/${name.toLowerCase()}.1.0.0.nupkg`;
    await call('PUT', artifact, Buffer.from('no archive'));

    expect((await call('POST', `${release}/publish`)).status).toBe(422);

    expect((await call('GET', release)).status).toBe(404);
    // the package stays, because it was created explicitly
    expect((await call('GET', path)).status).toBe(200);
    expect((await call('POST', `${path}/releases`, { version: '1.0.0' })).status).toBe(201);
  });
});

test('a release that was begun by mistake is thrown away, and its version is free at once', async () => {
  const { path } = await makePackage('generic');
  const release = `${path}/releases/1.0.0`;
  const begin = () => call('POST', `${path}/releases`, { version: '1.0.0' });
  await begin();
  await call('PUT', `${release}/artifacts/a.txt`, Buffer.from('one'));

  expect((await call('DELETE', release, undefined, bob.token)).status).toBe(404);
  expect((await call('DELETE', release)).status).toBe(204);

  expect((await call('GET', release)).status).toBe(404);
  expect((await call('DELETE', release)).status).toBe(404);
  expect((await begin()).status).toBe(201);
  expect((await call('GET', `${release}/artifacts`)).body['artifacts']).toEqual([]);
  // a release without files is removed as well
  expect((await call('DELETE', release)).status).toBe(204);
  expect((await begin()).status).toBe(201);
});

test('a manifest of an image comes after its blobs, and says which one is missing', async () => {
  const name = `${alice.username}/i${randomBytes(8).toString('hex')}`;
  await call('POST', '', { ecosystem: 'oci', name, repository_slug: alice.username });
  const config = Buffer.from('{}');
  const digest = `sha256:${sha256(config)}`;
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      config: { mediaType: 'application/vnd.oci.empty.v1+json', digest, size: 2 },
      layers: [],
    }),
  );
  const version = `sha256:${sha256(manifest)}`;
  const path = `/oci/${encodeURIComponent(name)}`;
  const artifacts = `${path}/releases/${version}/artifacts`;
  await call('POST', `${path}/releases`, { version });

  const early = await call('PUT', `${artifacts}/${version.replace(':', '-')}.json`, manifest);
  const wrong = await call('PUT', `${artifacts}/${digest}`, Buffer.from('others'));
  const other = await call('PUT', `${artifacts}/${version.replace(':', '-')}.json`, config);
  const blob = await call('PUT', `${artifacts}/${digest}?kind=oci_layer`, config);
  const again = await call('PUT', `${artifacts}/${digest}`, config);
  const late = await call('PUT', `${artifacts}/${version.replace(':', '-')}.json`, manifest);

  expect(early).toMatchObject({ status: 409, body: { detail: expect.stringContaining(digest) } });
  expect([wrong.status, other.status]).toEqual([400, 422]);
  expect([blob.status, again.status, late.status]).toEqual([201, 200, 201]);
  expect((await call('POST', `${path}/releases/${version}/publish`)).body).toMatchObject({
    status: 'published',
  });
  const metadata = (await call('GET', `${path}/releases/${version}`)).body['ecosystem_metadata'].details;
  expect(metadata).toMatchObject({ mediaType: 'application/vnd.oci.image.manifest.v1+json' });
});

test('what does not fit is refused, and leaves nothing behind', async () => {
  const { path, name } = await makePackage('nuget');
  const release = `${path}/releases/1.0.0`;
  const artifact = `${release}/artifacts/${name.toLowerCase()}.1.0.0.nupkg`;
  const file = buildNupkg({ id: name, version: '1.0.0' });
  expect((await call('PUT', artifact, file)).status).toBe(404);
  await call('POST', `${path}/releases`, { version: '1.0.0' });

  const statuses = [
    await call('PUT', `${artifact}?sha256=${'0'.repeat(64)}`, file),
    await call('PUT', `${artifact}?kind=gem`, file),
    await call('PUT', `${release}/artifacts/other.nupkg`, file),
    await call('PUT', artifact, file, bob.token),
    await call('PUT', artifact, file, null),
    await call('POST', `${path}/releases`, { version: 'not a version' }),
    await call('POST', `${path}/releases`, { version: '2.0.0' }, bob.token),
    await call('POST', '/nuget/Never.Made/releases', { version: '1.0.0' }),
  ].map(({ status }) => status);

  expect(statuses).toEqual([422, 422, 422, 404, 401, 422, 404, 404]);
  expect((await call('POST', `${release}/publish`)).status).toBe(409);
});
