import { expect } from 'vitest';
import { must, type Case } from '../case.ts';
import { blobOf, imageOfLayers, pushBlob, pushImage, pushManifest } from '../content.ts';
import { codesOf, digestOf, jsonOf } from '../registry.ts';

export const managementCases: Case[] = [
  must('a tag is deleted, and the manifest stays', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name, 'gone');
    await pushManifest(registry, name, manifest, 'stays');

    const answer = await registry.ask('DELETE', `${name}/manifests/gone`);

    expect(answer.status).toBe(202);
    expect(await registry.ask('GET', `${name}/manifests/gone`)).toMatchObject({ status: 404 });
    for (const reference of ['stays', manifest.digest]) {
      expect(await registry.ask('GET', `${name}/manifests/${reference}`)).toMatchObject({ status: 200 });
    }
  }),
  must('a manifest is deleted with all its tags', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name, 'one');
    await pushManifest(registry, name, manifest, 'two');
    const kept = await pushImage(registry, name, 'kept');

    const answer = await registry.ask('DELETE', `${name}/manifests/${manifest.digest}`);

    expect(answer.status).toBe(202);
    for (const reference of ['one', 'two', manifest.digest]) {
      expect(await registry.ask('GET', `${name}/manifests/${reference}`)).toMatchObject({ status: 404 });
    }
    expect(jsonOf(await registry.ask('GET', `${name}/tags/list`))).toEqual({ name, tags: ['kept'] });
    expect(await registry.ask('GET', `${name}/manifests/${kept.digest}`)).toMatchObject({ status: 200 });
  }),
  must('what was deleted may be pushed again', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name, 'latest');
    await registry.ask('DELETE', `${name}/manifests/${manifest.digest}`);

    await pushManifest(registry, name, manifest, 'latest');

    expect((await registry.ask('GET', `${name}/manifests/latest`)).body).toEqual(manifest.bytes);
  }),
  must('deleting what is not there is 404', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name, 'latest');

    for (const [path, code] of [
      [`${name}/manifests/missing`, 'MANIFEST_UNKNOWN'],
      [`${name}/manifests/${digestOf('missing')}`, 'MANIFEST_UNKNOWN'],
      [`${name}/blobs/${digestOf('missing')}`, 'BLOB_UNKNOWN'],
      [`${registry.newName()}/manifests/${digestOf('missing')}`, 'NAME_UNKNOWN'],
    ] as const) {
      const answer = await registry.ask('DELETE', path);
      expect([path, answer.status, codesOf(answer)]).toEqual([path, 404, [code]]);
    }
  }),
  must('a blob is deleted', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf()];
    await pushImage(registry, name);
    await pushBlob(registry, name, blob);

    const answer = await registry.ask('DELETE', `${name}/blobs/${blob.digest}`);

    expect(answer.status).toBe(202);
    expect(await registry.ask('GET', `${name}/blobs/${blob.digest}`)).toMatchObject({ status: 404 });
  }),
  must('a blob that a manifest needs is not deleted', async (registry) => {
    const name = registry.newName();
    const [layer] = imageOfLayers(await pushImage(registry, name));

    const answer = await registry.ask('DELETE', `${name}/blobs/${layer?.digest}`);

    expect([answer.status, codesOf(answer)]).toEqual([405, ['UNSUPPORTED']]);
    expect(await registry.ask('GET', `${name}/blobs/${layer?.digest}`)).toMatchObject({ status: 200 });
  }),
  must('a method that a page does not have is 405', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name, 'latest');

    for (const [method, path] of [
      ['POST', `${name}/tags/list`],
      ['DELETE', `${name}/referrers/${digestOf('x')}`],
      ['PATCH', `${name}/manifests/latest`],
      ['PUT', '_catalog'],
    ] as const) {
      const answer = await registry.ask(method, path);
      expect([method, answer.status, codesOf(answer)]).toEqual([method, 405, ['UNSUPPORTED']]);
    }
  }),
];
