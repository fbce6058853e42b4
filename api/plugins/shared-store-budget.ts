import type { FastifyInstance } from 'fastify';
import { type Budget, createBudget, spend } from '../../store/kv/budget.ts';

declare module 'fastify' {
  interface FastifyRequest {
    sharedStoreBudget: Budget | null;
  }
}

/** All that one request asks the key-value store for shares a budget. Before what counts requests. */
export function registerSharedStoreBudget(app: FastifyInstance): void {
  app.decorateRequest('sharedStoreBudget', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.sharedStoreBudget = createBudget();
    spend(request.sharedStoreBudget, done);
  });
  // what waits for the body goes on in the context of the connection
  app.addHook('preValidation', (request, _reply, done) => {
    spend(request.sharedStoreBudget ?? createBudget(), done);
  });
}
