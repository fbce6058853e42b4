import type { ProcessBook } from './orphan-processes.ts';
import type { Log } from './log.ts';
import { createService, type Service, type ServiceSpec } from './service.ts';
import type { StartSettings } from './settings.ts';
import { waitFor } from './wait-until.ts';

export interface Readiness {
  what: string;
  isReady(): Promise<boolean>;
}

/** The running parts of one `start` command. */
export interface Platform {
  settings: StartSettings;
  log: Log;
  /** Fires when the platform stops, for any reason: afterwards, no part is started. */
  signal: AbortSignal;
  /** Starts a part and, with a readiness check, waits until the part is ready. */
  startService(spec: ServiceSpec, readiness?: Readiness): Promise<Service>;
  /** Stops clients before the servers they use; parts that never started are skipped. */
  stopInOrder(): Promise<void>;
  /** Ends every part at once. */
  killAll(): void;
}

/** The parts of a row stop at the same time; rows stop one after the other. */
const stopOrder = [['api'], ['worker', 'scanner', 'engine'], ['temporal'], ['postgres']];

export interface PlatformParts {
  settings: StartSettings;
  log: Log;
  /** Fires when the user asks to stop. */
  stop: AbortSignal;
  book: ProcessBook;
}

export function createPlatform({ settings, log, stop, book }: PlatformParts): Platform {
  const services = new Map<string, Service>();
  const closing = new AbortController();
  const signal = AbortSignal.any([stop, closing.signal]);
  return {
    settings,
    log,
    signal,
    async startService(spec, readiness) {
      signal.throwIfAborted();
      const service = createService(spec, log, book);
      services.set(spec.name, service);
      await service.start();
      if (readiness !== undefined) {
        await waitFor({ ...readiness, assertHopeful: service.assertHopeful, signal, say: log.say });
      }
      return service;
    },
    async stopInOrder() {
      closing.abort();
      for (const names of stopOrder) {
        await Promise.all(names.map((name) => services.get(name)?.stop() ?? Promise.resolve()));
      }
    },
    killAll() {
      for (const service of services.values()) service.kill();
    },
  };
}
