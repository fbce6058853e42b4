import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { DomainError } from '../../domain/errors.ts';
import { heldBodyBytes, inlineJsonBytes } from '../../domain/limits.ts';
import type { BodyReader } from '../../ecosystems/bodies.ts';
import { createHeldBodies } from './memory-budget.ts';
import { type Holder } from './body-owner.ts';
import { createLane } from './bounded-queue.ts';
import type { ReadOutcome, ReadTask } from './thread.ts';

/** `Bodies` of one ecosystem, for whoever has to be counted for them. */
export interface HeldReading {
  hold<T>(work: (take: (bytes: number) => void) => Promise<T>): Promise<T>;
  keep<T>(bytes: number, work: () => Promise<T>): Promise<T>;
  read<Options, Result>(
    reader: BodyReader<Options, Result>,
    bytes: Buffer,
    options: NoInfer<Options>,
  ): Promise<Result>;
}

/** The process's reader of large bodies. */
export interface BodyReading {
  for(ecosystem: EcosystemId, holder: Holder): HeldReading;
  /** How many bodies were read in threads. */
  readonly threaded: number;
  close(): Promise<void>;
}

const maxThreads = 2;
const maxWaiting = 16;
/** Of those who are nobody known: a publisher's body always finds a thread soon, and a place until then. */
const maxAnonymousThreads = 1;
const maxAnonymousWaiting = 8;
/** The longest body takes a second: one that takes so long waits behind others, or was made to. */
const withinMs = 15_000;
const memoryMb = 512;
/** A process that reads no large bodies keeps no threads. */
const idleMs = 30_000;
const retryAfterSeconds = 2;

/** @param overrides for tests */
export function createBodyReading(overrides: { withinMs?: number } = {}): BodyReading {
  const held = createHeldBodies(heldBodyBytes);
  const kept = createHeldBodies(heldBodyBytes);
  const anonymousLane = createLane({
    maxRunning: maxAnonymousThreads,
    maxWaiting: maxAnonymousWaiting,
    full: () => overloaded(),
  });
  let pool: Piscina<ReadTask, ReadOutcome> | undefined;
  let threaded = 0;

  function threads(): Piscina<ReadTask, ReadOutcome> {
    pool ??= new Piscina<ReadTask, ReadOutcome>({
      filename: join(import.meta.dirname, 'thread.ts'),
      name: 'readInThread',
      minThreads: 0,
      maxThreads,
      maxQueue: maxWaiting,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
    });
    return pool;
  }

  async function readInThread({ isKnown }: Holder, task: ReadTask): Promise<unknown> {
    const signal = AbortSignal.timeout(overrides.withinMs ?? withinMs);
    const run = () => {
      threaded += 1;
      return threads().run(task, { signal });
    };
    const outcome = await (isKnown ? run() : anonymousLane.run(signal, run)).catch((error: unknown) => {
      throw explain(error);
    });
    if (outcome.status === 'refused') throw new DomainError(outcome.code, outcome.detail, outcome.meta);
    return outcome.result;
  }

  return {
    get threaded() {
      return threaded;
    },
    for: (ecosystem, holder) => ({
      hold: (work) => held.hold(holder, work),
      keep: (bytes, work) =>
        kept.hold(holder, async (take) => {
          take(bytes);
          return work();
        }),
      async read<Options, Result>(reader: BodyReader<Options, Result>, bytes: Buffer, options: Options) {
        if (bytes.length <= (reader.inlineBytes ?? inlineJsonBytes)) return reader.read(bytes, options);
        // the same function under the same name: what it returns here it returns there
        return (await readInThread(holder, { ecosystem, reader: reader.name, bytes, options })) as Result;
      },
    }),
    async close() {
      await pool?.destroy();
    },
  };
}

function explain(error: unknown): unknown {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new DomainError('too_large', 'the body takes more memory to read than there is', {}, error);
  }
  const isWaiting = name === 'AbortError' || name === 'TimeoutError' || message === 'Task queue is at limit';
  return isWaiting ? overloaded(error) : error;
}

function overloaded(cause?: unknown): DomainError {
  const detail = 'too many large bodies at a time, try again';
  return new DomainError('overloaded', detail, { retryAfterSeconds }, cause);
}
