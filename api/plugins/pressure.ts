import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../domain/errors.ts';

export interface PressureOptions {
  /** The limit of a sample's mean delay; 0: no limit. */
  maxEventLoopDelayMs: number;
  sampleEveryMs?: number;
}

const retryAfterSeconds = 5;
/** Loading modules delays the loop: samples that begin before the process serves requests do not count. */
const samplesBeforeServing = 2;
const sayEveryMs = 10_000;
/** Above this share of its heap a process mostly collects garbage, and the next large allocation ends it. */
const maxHeapShare = 0.9;

/**
 * Refuses requests while the event loop is late or the heap is nearly full, before any work on them: running requests
 * are completed, and refused clients get a Retry-After. Each surface has its own form of the refusal. Probes are
 * answered: they check that the process is alive.
 */
export async function registerPressure(app: FastifyInstance, options: PressureOptions): Promise<void> {
  const { maxEventLoopDelayMs, sampleEveryMs = 1_000 } = options;
  let saidAt = -Infinity;
  let countsFrom = Infinity;
  app.addHook('onReady', async () => {
    countsFrom = performance.now() + samplesBeforeServing * sampleEveryMs;
  });
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    maxHeapUsedBytes: Math.floor(getHeapStatistics().heap_size_limit * maxHeapShare),
    sampleInterval: sampleEveryMs,
    pressureHandler(request, _reply, kind, value) {
      if (request.routeOptions.config?.tier === 'none') return;
      const now = performance.now();
      // the library reports Infinity for a sample without a reading, which does not mean a delay
      const isReading = Number.isFinite(value) && now >= countsFrom;
      if (kind === 'eventLoopDelay' && !isReading) return;
      // a log line per request would add to the load
      if (now - saidAt > sayEveryMs) request.log.warn({ kind, value }, 'overloaded: requests are refused');
      if (now - saidAt > sayEveryMs) saidAt = now;
      throw new DomainError('overloaded', `the service is busy, try again in ${retryAfterSeconds} s`, {
        retryAfterSeconds,
      });
    },
  });
}
