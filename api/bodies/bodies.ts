import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { DomainError } from '../../domain/errors.ts';
import { heldBodyBytes, inlineJsonBytes } from '../../domain/limits.ts';
import type { Bodies, BodyReader } from '../../ecosystems/bodies.ts';
import { createHeldBodies } from './held.ts';
import type { ReadOutcome, ReadTask } from './thread.ts';

/** The process's reader of large bodies. */
export interface BodyReading {
  for(ecosystem: EcosystemId): Bodies;
  /** How many bodies were read in threads. */
  readonly threaded: number;
  close(): Promise<void>;
}

const maxThreads = 2;
const maxWaiting = 16;
/** The longest body takes a second: one that takes so long waits behind others, or was made to. */
const withinMs = 15_000;
const memoryMb = 512;
/** A process that reads no large bodies keeps no threads. */
const idleMs = 30_000;
const retryAfterSeconds = 2;

/** @param overrides for tests */
export function createBodyReading(overrides: { withinMs?: number } = {}): BodyReading {
  const held = createHeldBodies(heldBodyBytes);
  let pool: Piscina<ReadTask, ReadOutcome> | undefined;
  let threaded = 0;

  async function readInThread(task: ReadTask): Promise<unknown> {
    pool ??= new Piscina<ReadTask, ReadOutcome>({
      filename: join(import.meta.dirname, 'thread.ts'),
      name: 'readInThread',
      minThreads: 0,
      maxThreads,
      maxQueue: maxWaiting,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
    });
    threaded += 1;
    const outcome = await pool
      .run(task, { signal: AbortSignal.timeout(overrides.withinMs ?? withinMs) })
      .catch((error: unknown) => {
        throw explain(error);
      });
    if (outcome.status === 'refused') throw new DomainError(outcome.code, outcome.detail, outcome.meta);
    return outcome.result;
  }

  return {
    get threaded() {
      return threaded;
    },
    for: (ecosystem) => ({
      hold: (work) => held.hold(work),
      async read<Options, Result>(reader: BodyReader<Options, Result>, bytes: Buffer, options: Options) {
        if (bytes.length <= (reader.inlineBytes ?? inlineJsonBytes)) return reader.read(bytes, options);
        // the same function under the same name: what it returns here it returns there
        return (await readInThread({ ecosystem, reader: reader.name, bytes, options })) as Result;
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
  if (!isWaiting) return error;
  return new DomainError(
    'overloaded',
    'too many large bodies at a time, try again',
    { retryAfterSeconds },
    error,
  );
}
