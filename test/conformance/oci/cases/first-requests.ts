import { expect } from 'vitest';
import { must, type Case } from '../case.ts';
import {
  blobOf,
  manifestOf,
  octets,
  pushBlob,
  pushManifest,
  putManifest,
  startUpload,
  types,
} from '../content.ts';
import { codesOf, digestOf, header, jsonOf, type Registry } from '../registry.ts';
import { tradingWith } from '../token-exchange.ts';

/** Requests that clients may send first in a new repository, each with another token. */
export const firstRequestCases: Case[] = [
  must('a blob is read back and deleted before there is a manifest', (registry) =>
    inFreshName(registry, async (client, name) => {
      const blob = blobOf();
      await pushBlob(client, name, blob);

      const [head, read] = [await blobAt('HEAD'), await blobAt('GET')];
      const deleted = await blobAt('DELETE');

      expect([head.status, read.status, deleted.status]).toEqual([200, 200, 202]);
      expect(read.body).toEqual(blob.bytes);
      expect((await blobAt('HEAD')).status).toBe(404);
      expect((await blobAt('DELETE')).status).toBe(404);

      function blobAt(method: string) {
        return client.ask(method, `${name}/blobs/${blob.digest}`);
      }
    }),
  ),
  must('what was refused leaves nothing to read or delete, and says so', (registry) =>
    inFreshName(registry, async (client, name) => {
      const [wrong, blob] = [digestOf('something else'), blobOf()];

      const refused = await client.ask('POST', `${name}/blobs/uploads/?digest=${wrong}`, octets(blob.bytes));

      expect([refused.status, codesOf(refused)]).toEqual([400, ['DIGEST_INVALID']]);
      for (const method of ['HEAD', 'GET', 'DELETE']) {
        for (const digest of [wrong, blob.digest]) {
          expect((await client.ask(method, `${name}/blobs/${digest}`)).status).toBe(404);
        }
      }
    }),
  ),
  must('a manifest that is not there is 404 to read and to delete', (registry) =>
    inFreshName(registry, async (client, name) => {
      for (const method of ['HEAD', 'GET', 'DELETE']) {
        for (const reference of ['latest', digestOf('missing')]) {
          expect((await client.ask(method, `${name}/manifests/${reference}`)).status).toBe(404);
        }
      }
    }),
  ),
  must('a manifest that was refused is 404 to delete', (registry) =>
    inFreshName(registry, async (client, name) => {
      const manifest = manifestOf(blobOf(), [blobOf()]);

      const refused = await putManifest(client, name, manifest.digest, manifest);
      const deleted = await client.ask('DELETE', `${name}/manifests/${manifest.digest}`);

      expect([refused.status, codesOf(refused)]).toEqual([404, ['MANIFEST_BLOB_UNKNOWN']]);
      expect(deleted.status).toBe(404);
    }),
  ),
  must('tokens for everything, asked for before anything is there, last for a whole life', (registry) =>
    inFreshName(registry, async (client, name) => {
      const [config, layer] = [blobOf('{}'), blobOf()];
      const manifest = manifestOf(config, [layer]);
      await client.ask('GET', `${name}/tags/list`);
      await client.ask('DELETE', `${name}/manifests/latest`);

      for (const blob of [config, layer]) await pushBlob(client, name, blob);
      await pushManifest(client, name, manifest, 'latest');
      const read = await client.ask('GET', `${name}/manifests/latest`);
      const untagged = await client.ask('DELETE', `${name}/manifests/latest`);
      const deleted = await client.ask('DELETE', `${name}/manifests/${manifest.digest}`);
      const gone = await client.ask('HEAD', `${name}/manifests/${manifest.digest}`);
      const unlinked = await client.ask('DELETE', `${name}/blobs/${layer.digest}`);

      expect([read, untagged, deleted, gone, unlinked].map(({ status }) => status)).toEqual([
        200, 202, 202, 404, 202,
      ]);
    }),
  ),
  must('an upload is looked after and given up', (registry) =>
    inFreshName(registry, async (client, name) => {
      const location = await startUpload(client, name);

      const status = await client.ask('GET', location);
      const ended = await client.ask('DELETE', location);

      expect([status.status, ended.status]).toEqual([204, 204]);
      expect((await client.ask('GET', location)).status).toBe(404);
    }),
  ),
  must('a blob is mounted from a repository that has nothing but it', (registry) =>
    inFreshName(registry, async (client, name) => {
      const [source, blob] = [client.newName(), blobOf()];
      await pushBlob(client, source, blob);
      await startUpload(client, name);

      const named = await client.ask('POST', `${name}/blobs/uploads/?mount=${blob.digest}&from=${source}`);

      expect([named.status, header(named, 'location')]).toEqual([
        201,
        `${client.mount}/${name}/blobs/${blob.digest}`,
      ]);
    }),
  ),
  must('a list of referrers is empty', (registry) =>
    inFreshName(registry, async (client, name) => {
      const answer = await client.ask('GET', `${name}/referrers/${digestOf('missing')}`);

      expect([answer.status, jsonOf(answer)]).toEqual([
        200,
        { schemaVersion: 2, mediaType: types.index, manifests: [] },
      ]);
    }),
  ),
  must(
    'a repository that another user began is missing for a client that may not take the name',
    async (registry) => {
      const [name, blob] = [registry.newName(), blobOf()];
      await pushBlob(registry, name, blob);

      for (const [method, path] of [
        ['GET', `${name}/blobs/${blob.digest}`],
        ['GET', `${name}/tags/list`],
        ['DELETE', `${name}/blobs/${blob.digest}`],
      ] as const) {
        expect((await registry.ask(method, path, { authorization: null })).status).toBe(401);
      }
      expect((await registry.ask('GET', `${name}/blobs/${blob.digest}`)).status).toBe(200);
    },
  ),
];

/** Runs with the credential itself, and with tokens that the client exchanges for it on demand. */
async function inFreshName(
  registry: Registry,
  run: (client: Registry, name: string) => Promise<void>,
): Promise<void> {
  for (const client of [registry, tradingWith(registry)]) await run(client, client.newName());
}
