import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { DomainError } from '../../domain/errors.ts';
import { FairQueue } from '../../domain/fair-queue.ts';
import { heldBodyBytes, inlineJsonBytes } from '../../domain/limits.ts';
import type { BodyReader } from '../../ecosystems/context/bodies.ts';
import { createHeldBodies } from './memory-budget.ts';
import { type Holder } from './body-owner.ts';
import type { ReadOutcome, ReadTask } from './thread.ts';

/** The body reading of one ecosystem, with every body counted for one sender. */
export interface HeldReading {
  hold<T>(work: (take: (bytes: number) => void) => Promise<T>): Promise<T>;
  keep<T>(bytes: number, work: () => Promise<T>): Promise<T>;
  read<Options, Result>(
    reader: BodyReader<Options, Result>,
    bytes: Buffer,
    options: NoInfer<Options>,
  ): Promise<Result>;
}

/** Reads large bodies for all ecosystems of the process. */
export interface BodyReading {
  for(ecosystem: EcosystemId, holder: Holder): HeldReading;
  /** How many bodies were read in threads. */
  readonly threaded: number;
  close(): Promise<void>;
}

const maxThreads = 2;
const maxWaiting = 16;
/** Anonymous clients queue separately; in the main queue all of them together count as one sender. */
const maxAnonymousThreads = 1;
const maxAnonymousWaiting = 8;
/** The longest valid body takes a second. A slower body waits behind others, or is an attack. */
const withinMs = 15_000;
const memoryMb = 512;
/** A process that reads no large bodies keeps no threads. */
const idleMs = 30_000;
const refused = { refusal: 'too many large bodies at a time, try again', retryAfterSeconds: 2 };

/** @param overrides for tests */
export function createBodyReading(overrides: { withinMs?: number } = {}): BodyReading {
  const held = createHeldBodies(heldBodyBytes);
  const kept = createHeldBodies(heldBodyBytes);
  const turns = new FairQueue({ places: maxThreads, maxWaiting, ...refused });
  const anonymousTurns = new FairQueue({
    places: maxAnonymousThreads,
    maxWaiting: maxAnonymousWaiting,
    ...refused,
  });
  let pool: Piscina<ReadTask, ReadOutcome> | undefined;
  let threaded = 0;

  function threads(): Piscina<ReadTask, ReadOutcome> {
    pool ??= new Piscina<ReadTask, ReadOutcome>({
      filename: join(import.meta.dirname, 'thread.ts'),
      name: 'readInThread',
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
    });
    return pool;
  }

  async function readInThread({ key, isKnown }: Holder, task: ReadTask): Promise<unknown> {
    const signal = AbortSignal.timeout(overrides.withinMs ?? withinMs);
    const run = () => {
      threaded += 1;
      return threads().run(task, { signal });
    };
    const outcome = await (
      isKnown
        ? turns.run(key, run, { signal })
        : anonymousTurns.run(key, () => turns.run('anonymous', run, { signal }), { signal })
    ).catch((error: unknown) => {
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
        // the thread finds the reader by its name, so the result has the same type
        return (await readInThread(holder, { ecosystem, reader: reader.name, bytes, options })) as Result;
      },
    }),
    async close() {
      await pool?.destroy();
    },
  };
}

function explain(error: unknown): unknown {
  const { name, code } = error as { name?: string; code?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new DomainError('too_large', 'the body takes more memory to read than there is', {}, error);
  }
  if (name !== 'AbortError' && name !== 'TimeoutError') return error;
  const { refusal, retryAfterSeconds } = refused;
  return new DomainError('overloaded', refusal, { retryAfterSeconds }, error);
}
