import { expect } from 'vitest';
import { may, must, should, type Case } from '../case.ts';
import { blobOf, imageOfLayers, pushBlob, pushImage, types } from '../content.ts';
import { codesOf, digestOf, header } from '../registry.ts';

const unknown = digestOf('never pushed');

export const pullCases: Case[] = [
  must('a manifest is pulled by its digest, byte for byte', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name);

    const answer = await registry.ask('GET', `${name}/manifests/${manifest.digest}`, {
      headers: { accept: types.manifest },
    });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(manifest.bytes);
    expect(answer.headers.get('content-type')).toBe(types.manifest);
  }),
  must('a manifest is pulled by its tag', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name, '1.0');

    const answer = await registry.ask('GET', `${name}/manifests/1.0`);

    expect([answer.status, answer.headers.get('docker-content-digest')]).toEqual([200, manifest.digest]);
    expect(answer.body).toEqual(manifest.bytes);
  }),
  must('the digest of an answer is that of its body', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name, 'latest');
    const [layer] = imageOfLayers(manifest);

    for (const path of [`${name}/manifests/latest`, `${name}/blobs/${layer?.digest}`]) {
      const answer = await registry.ask('GET', path);
      expect(header(answer, 'docker-content-digest')).toBe(digestOf(answer.body));
    }
  }),
  must('the head of a manifest has its size, type and digest and no body', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name, 'latest');

    for (const reference of ['latest', manifest.digest]) {
      const answer = await registry.ask('HEAD', `${name}/manifests/${reference}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-length')).toBe(String(manifest.bytes.length));
      expect(answer.headers.get('content-type')).toBe(types.manifest);
      expect(answer.headers.get('docker-content-digest')).toBe(manifest.digest);
      expect(answer.body).toHaveLength(0);
    }
  }),
  must('a manifest that does not exist is 404', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name, 'latest');

    for (const reference of ['missing', unknown]) {
      const answer = await registry.ask('GET', `${name}/manifests/${reference}`);
      expect([answer.status, codesOf(answer)]).toEqual([404, ['MANIFEST_UNKNOWN']]);
      expect(await registry.ask('HEAD', `${name}/manifests/${reference}`)).toMatchObject({ status: 404 });
    }
  }),
  must('a repository that does not exist is 404', async (registry) => {
    const answer = await registry.ask('GET', `${registry.newName()}/manifests/latest`);

    expect([answer.status, codesOf(answer)]).toEqual([404, ['NAME_UNKNOWN']]);
  }),
  must('a blob is pulled by its digest', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf()];
    await pushBlob(registry, name, blob);

    const answer = await registry.ask('GET', `${name}/blobs/${blob.digest}`);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(blob.bytes);
    expect(answer.headers.get('content-length')).toBe(String(blob.bytes.length));
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  }),
  must('the head of a blob has its size and no body', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf()];
    await pushBlob(registry, name, blob);

    const answer = await registry.ask('HEAD', `${name}/blobs/${blob.digest}`);

    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(blob.bytes.length)]);
    expect(answer.body).toHaveLength(0);
  }),
  must('a blob that does not exist is 404', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name);

    const answer = await registry.ask('GET', `${name}/blobs/${unknown}`);

    expect([answer.status, codesOf(answer)]).toEqual([404, ['BLOB_UNKNOWN']]);
    expect(await registry.ask('HEAD', `${name}/blobs/${unknown}`)).toMatchObject({ status: 404 });
  }),
  must('a blob of one repository is no blob of another', async (registry) => {
    const [name, other, blob] = [registry.newName(), registry.newName(), blobOf()];
    await pushBlob(registry, name, blob);
    await pushImage(registry, other);

    expect(await registry.ask('GET', `${other}/blobs/${blob.digest}`)).toMatchObject({ status: 404 });
  }),
  should('a part of a blob can be asked for', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf('0123456789')];
    await pushBlob(registry, name, blob);
    const ask = (range: string) =>
      registry.ask('GET', `${name}/blobs/${blob.digest}`, { headers: { range } });

    for (const [range, body, told] of [
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
    ] as const) {
      const answer = await ask(range);
      expect([answer.status, answer.body.toString(), answer.headers.get('content-range')]).toEqual([
        206,
        body,
        told,
      ]);
    }
    for (const range of ['bytes=10-', 'bytes=10-12', 'bytes=5-0']) {
      expect([range, (await ask(range)).status]).toEqual([range, 416]);
    }
  }),
  should('an answer can be asked for again on condition that it changed', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name, 'latest');

    for (const path of [`${name}/manifests/latest`, `${name}/blobs/${imageOfLayers(manifest)[0]?.digest}`]) {
      const etag = header(await registry.ask('GET', path), 'etag');
      const again = await registry.ask('GET', path, { headers: { 'if-none-match': etag } });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
  }),
  should('a tag may not be cached without revalidation, a digest may', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name, 'latest');
    const control = async (reference: string) =>
      header(await registry.ask('GET', `${name}/manifests/${reference}`), 'cache-control');

    expect(await control('latest')).toContain('no-cache');
    expect(await control(manifest.digest)).toContain('immutable');
  }),
  must('what a client accepts changes nothing about the bytes', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name, 'latest');

    for (const accept of [types.dockerManifest, types.index, '*/*', 'text/html']) {
      const answer = await registry.ask('GET', `${name}/manifests/latest`, { headers: { accept } });
      expect(answer.body).toEqual(manifest.bytes);
      expect(answer.headers.get('content-type')).toBe(types.manifest);
    }
  }),
  may('every answer says which protocol this is', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name, 'latest');

    for (const path of [
      '',
      `${name}/manifests/latest`,
      `${name}/manifests/missing`,
      `${name}/nothing`,
      'X/tags/list',
    ]) {
      const answer = await registry.ask('GET', path);
      expect(answer.headers.get('docker-distribution-api-version')).toBe('registry/2.0');
    }
  }),
];
