import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { RouteContext } from '../../context/context.ts';
import type { AddressOf, Asked } from './request.ts';
import { imageOf, manifestType } from '../fixtures/samples.ts';
import { pushManifest } from './push.ts';
import { unprovided } from '../../context/absent-context.ts';

it('a manifest has left the room of those that are read before it is published', async () => {
  const steps: string[] = [];
  const bytes = imageOf();
  const alice = { kind: 'user', userId: 'alice', scopes: new Set(['packages:write']) };
  const context = {
    ...unprovided,
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
    },
    releases: {
      get: async () => {
        steps.push('settled');
        return {};
      },
    },
    tags: { set: async () => undefined },
  } as Pick<RouteContext, 'bodies'> as RouteContext;
  const reply = { code: () => reply, headers: () => reply, send: () => reply };
  const asked = {
    request: { body: Readable.from([bytes]), headers: { 'content-type': manifestType } },
    reply,
    caller: { actor: alice, claims: undefined },
    address: { kind: 'manifest', name: 'alice/app', reference: 'v1', mount: '/v2' },
  } as unknown as Asked<AddressOf<'manifest'>>;

  await pushManifest(context, asked);

  expect(steps).toEqual(['read', 'true true', 'settled']);
});
