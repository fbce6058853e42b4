import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../config/logging.ts';

const sweepMs = 100;

export interface ShutdownTimes {
  /** Between the failure of readiness and the moment the port closes: proxies need it to notice. */
  delayMs: number;
  /** The time for running requests from then on. */
  deadlineMs: number;
}

/** Connections that are kept alive end with their next answer, once the process was asked to stop. */
export function registerDraining(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done();
  });
}

/**
 * Stops a server so that no client notices: readiness fails first, further requests are answered during the delay, then
 * the port closes, and a request without an answer by the deadline loses its connection.
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
  // those whose answer had begun before are kept alive by their clients
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
  await app.close();
  clearInterval(sweep);
  clearTimeout(giveUp);
}

/** A process that can't release its resources ends all the same, before its supervisor kills it. */
export function exitWithin(milliseconds: number): void {
  setTimeout(() => process.exit(1), milliseconds).unref();
}
