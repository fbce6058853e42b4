import type { FastifyRequest } from 'fastify';

/** One holder at a time for each address, in the order in which they came. */
export interface Locks {
  take(request: FastifyRequest): Promise<void>;
  /** Of a request that holds none: nothing. */
  release(request: FastifyRequest): void;
}

/** Within this process: two replicas may still let two changes through at the same instant. */
export function createLocks(): Locks {
  const tails = new Map<string, Promise<void>>();
  const held = new WeakMap<FastifyRequest, () => void>();
  return {
    async take(request) {
      const key = request.url;
      const before = tails.get(key) ?? Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      tails.set(key, promise);
      held.set(request, () => {
        resolve();
        if (tails.get(key) === promise) tails.delete(key);
      });
      await before;
    },
    release(request) {
      held.get(request)?.();
      held.delete(request);
    },
  };
}
