import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../domain/errors.ts';

export interface PressureOptions {
  /** The limit of the mean of a sample; 0: no limit. */
  maxEventLoopDelayMs: number;
  sampleEveryMs?: number;
}

const retryAfterSeconds = 5;
/** A process that has just loaded its modules has been late with everything: samples that begin before it serves do not count. */
const samplesBeforeServing = 2;
const sayEveryMs = 10_000;
/** Beyond this part of its heap a process spends most of its time on garbage collection, and dies of the next large allocation. */
const maxHeapShare = 0.9;

/**
 * While the process runs late or is about to run out of memory, requests are refused before any work on
 * them: running ones are completed, and clients get a Retry-After instead of waiting. Each surface has its
 * own form of the refusal. Probes are answered: they ask whether the process lives.
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
      // the library gives Infinity for a sample without a reading, which is no lateness: the next sample has it
      const isReading = Number.isFinite(value) && now >= countsFrom;
      if (kind === 'eventLoopDelay' && !isReading) return;
      // saying it of every request would be more of the load
      if (now - saidAt > sayEveryMs) request.log.warn({ kind, value }, 'overloaded: requests are refused');
      if (now - saidAt > sayEveryMs) saidAt = now;
      throw new DomainError('overloaded', `the service is busy, try again in ${retryAfterSeconds} s`, {
        retryAfterSeconds,
      });
    },
  });
}
