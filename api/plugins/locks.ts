import type { FastifyReply, FastifyRequest } from 'fastify';

/** One holder at a time for each address, in the order in which they came. */
export interface Locks {
  /** Until the answer has left, or the client has gone: then nobody waits for it. */
  take(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Within this process: two replicas may still let two changes through at the same instant. */
export function createLocks(): Locks {
  const tails = new Map<string, Promise<void>>();
  return {
    async take(request, reply) {
      // the query does not make it another resource
      const key = request.url.split('?', 1)[0] ?? '';
      const before = tails.get(key) ?? Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      tails.set(key, promise);
      // a caller that leaves while it waits gives up its own turn, not that of the holder before it
      const release = async () => {
        await before;
        resolve();
        if (tails.get(key) === promise) tails.delete(key);
      };
      // also where a client is gone before the answer: no hook of the framework is called then
      reply.raw.once('close', () => void release());
      await before;
    },
  };
}
