import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { PublishCommand, Receipt } from '../../context/publishing.ts';
import { only, unprovided } from '../../context/absent-context.ts';
import { emptyConfig, imageOf, manifestType } from '../fixtures/samples.ts';
import { digestOf } from '../format/digest.ts';
import { pushManifest } from './push.ts';
import type { AddressOf, Asked } from './request.ts';

const alice = { kind: 'user', userId: 'alice', scopes: new Set(['packages:write']) };

/** Pushes the bytes as `v1`; returns the headers of the answer. */
async function push(context: object, bytes: Buffer): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  const reply = {
    code: () => reply,
    headers: (more: object) => (Object.assign(headers, more), reply),
    header: (name: string, value: string) => ((headers[name] = value), reply),
    send: () => reply,
  };
  const asked = {
    request: { body: Readable.from([bytes]), headers: { 'content-type': manifestType } },
    reply,
    caller: { actor: alice, claims: undefined },
    address: { kind: 'manifest', name: 'alice/app', reference: 'v1', mount: '/v2' },
  } as unknown as Asked<AddressOf<'manifest'>>;
  await pushManifest({ ...unprovided, ...context } as RouteContext, asked);
  return headers;
}

it('a manifest has left the room of those that are read before it is published', async () => {
  const steps: string[] = [];
  const bytes = imageOf();
  const context = {
    bodies: {
      ...unprovided.bodies,
      hold: async (_sender, work) => {
        const result = await work(() => undefined);
        steps.push('read');
        return result;
      },
      keep: async (sender, size, work) => {
        steps.push(`${sender.actor === (alice as unknown)} ${size === bytes.length}`);
        return work();
      },
    } satisfies RouteContext['bodies'],
    releases: {
      get: async () => {
        steps.push('settled');
        return {};
      },
    },
    tags: { set: async () => undefined },
  };

  await push(context, bytes);

  expect(steps).toEqual(['read', 'true true', 'settled']);
});

/** A platform that has the manifest's parts, but not the manifest. */
function publishing(status: Receipt['status']) {
  const published: PublishCommand['declared'][] = [];
  const context = {
    releases: only<RouteContext['releases']>({ get: () => Promise.reject(notFound('version')) }),
    parts: only<RouteContext['parts']>({ listMissing: async () => [] }),
    publishing: {
      receive: async () => ({ uploadId: 'upload' }),
      publish: async ({ declared }: PublishCommand) => {
        published.push(declared);
        return { status, statusUrl: 'https://registry.test/x' };
      },
    },
  };
  return { context, published };
}

it('a new manifest declares what the platform has to know', async () => {
  const subject = digestOf(Buffer.from('x'));
  const bytes = imageOf({ subject: { mediaType: manifestType, digest: subject, size: 1 } });
  const { context, published } = publishing('published');

  const headers = await push(context, bytes);

  expect(published).toEqual([
    {
      name: 'alice/app',
      version: digestOf(bytes),
      metadata: { mediaType: manifestType },
      tags: ['v1'],
      blobs: [{ digest: emptyConfig.digest, sizeBytes: 2 }],
      subject,
    },
  ]);
  expect(headers).toEqual({
    location: `/v2/alice/app/manifests/${digestOf(bytes)}`,
    'docker-content-digest': digestOf(bytes),
    'oci-subject': subject,
  });
});

it.each([
  ['held', '299 - "held for review: https://registry.test/x"'],
  ['pending', '299 - "still being checked: https://registry.test/x"'],
] as const)('a push that is %s says so', async (status, warning) => {
  expect(await push(publishing(status).context, imageOf())).toMatchObject({ warning });
});
