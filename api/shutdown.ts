import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../config/logging.ts';

const sweepMs = 100;

export interface ShutdownTimes {
  /** The time between the failure of readiness and the close of the port, in which proxies notice. */
  delayMs: number;
  /** The time limit for running requests after the port closes. */
  deadlineMs: number;
}

/** Ends kept-alive connections with their next answer while the process stops. */
export function registerDraining(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done();
  });
}

/**
 * Stops a server without errors for clients: readiness fails first, further requests are answered during the delay,
 * then the port closes. A request without an answer at the deadline loses its connection.
 */
export async function closeGently(
  app: FastifyInstance,
  { drain, log, delayMs, deadlineMs }: ShutdownTimes & { drain(): void; log: Pick<Logger, 'warn'> },
): Promise<void> {
  drain();
  await delay(delayMs);
  const giveUp = setTimeout(() => {
    log.warn({ deadlineMs }, 'requests that are still under way lose their connections');
    app.server.closeAllConnections();
  }, deadlineMs);
  // answers that began before the stop do not close their connections: this sweep does
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
  await app.close();
  clearInterval(sweep);
  clearTimeout(giveUp);
}

/** Ends the process before its supervisor kills it, even if it can't release its resources. */
export function exitWithin(milliseconds: number): void {
  setTimeout(() => process.exit(1), milliseconds).unref();
}
