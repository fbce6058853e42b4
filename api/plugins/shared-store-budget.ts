import type { FastifyInstance } from 'fastify';
import { type Budget, createBudget, spend } from '../../store/kv/budget.ts';

declare module 'fastify' {
  interface FastifyRequest {
    sharedStoreBudget: Budget | null;
  }
}

/** Gives all key-value store requests of one client request a shared budget. Register it before the counters. */
export function registerSharedStoreBudget(app: FastifyInstance): void {
  app.decorateRequest('sharedStoreBudget', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.sharedStoreBudget = createBudget();
    spend(request.sharedStoreBudget, done);
  });
  // handlers that wait for the body continue in the context of the connection
  app.addHook('preValidation', (request, _reply, done) => {
    spend(request.sharedStoreBudget ?? createBudget(), done);
  });
}
