import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { only, callerWith, unprovided } from '../../context/absent-context.ts';
import type { RouteContext } from '../../context/context.ts';
import { normalise } from '../format/name.ts';
import { sendProjects } from './project-list.ts';

const person = { kind: 'user', userId: 'u' } as unknown as Parameters<typeof callerWith>[0];

test('a user with a token gets more projects than one page holds, however they are spelled', async () => {
  const names = Array.from({ length: 12_345 }, (_each, index) => `Z_Probe.${String(index).padStart(5, '0')}`);
  const context = {
    ...unprovided,
    packages: only<RouteContext['packages']>({
      async list(_caller, { after = '', limit }) {
        const rest = names.filter((name) => normalise(name) > after);
        const packages = rest.slice(0, limit).map((name) => ({ name, latestVersion: null }));
        return { packages, hasMore: rest.length > limit };
      },
    }),
  } as unknown as RouteContext;
  const app = Fastify();
  app.get('/', (request, reply) => sendProjects(context, callerWith(person, request), reply, 'json'));

  const answer = await app.inject('/');
  const { projects } = answer.json<{ projects: { name: string }[] }>();
  const again = await app.inject({
    url: '/',
    headers: { 'if-none-match': `"x", ${answer.headers['etag']}` },
  });

  expect(projects.map(({ name }) => name)).toEqual(names);
  expect(again.statusCode).toBe(304);
});
