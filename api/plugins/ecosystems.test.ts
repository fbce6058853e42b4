import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { cargo } from '../../ecosystems/cargo/index.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';
import { createEcosystems } from '../../ecosystems/index.ts';
import { createIdleServices } from '../../test/support/idle-services.ts';
import { registerEcosystems } from './ecosystems.ts';

const wire = await cargo.wire();
const rooted: Ecosystem = {
  ...cargo,
  rootPrefixes: ['/v9', '/-/rooted'],
  wire: async () => ({
    ...wire,
    rootRoutes(app, context) {
      app.addHook('onRequest', async (_request, reply) => {
        reply.header('x-rooted', 'yes');
      });
      app.setErrorHandler((error, _request, reply) =>
        reply.code(418).send({ rooted: context.toDomainError(error).code }),
      );
      app.get('/v9/ping', () => ({ pong: true }));
      app.get('/v9/fails', () => {
        throw new Error('for a reason');
      });
    },
  }),
};

async function serve() {
  const app = fastify();
  // the routes below never reach the platform behind the context
  const ecosystems = createEcosystems([rooted]);
  await registerEcosystems(app, ecosystems, createIdleServices(ecosystems));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ rooted: 'no' }));
  return app;
}

test.each([
  ['/v9/ping', 200, { pong: true }, 'yes'],
  ['/v9/fails', 418, { rooted: 'internal' }, 'yes'],
  ['/v9/missing', 418, { rooted: 'not_found' }, 'yes'],
  ['/-/rooted/missing', 418, { rooted: 'not_found' }, 'yes'],
  ['/v99', 404, { rooted: 'no' }, undefined],
  ['/missing', 404, { rooted: 'no' }, undefined],
])('%s is answered with %i %j', async (url, status, body, header) => {
  const app = await serve();

  const response = await app.inject({ url });

  expect(response.statusCode).toBe(status);
  expect(response.json()).toEqual(body);
  expect(response.headers['x-rooted']).toBe(header);
  await app.close();
});

test('the mount keeps its own errors', async () => {
  const app = await serve();

  const response = await app.inject({ url: '/cargo/nothing/here' });

  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({ errors: [{ detail: 'page not found' }] });
  await app.close();
});
