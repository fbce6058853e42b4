import { join } from 'node:path';
import { Piscina } from 'piscina';
import { DomainError } from '../domain/errors.ts';
import { FairQueue } from '../domain/fair-queue.ts';
import type { Package } from '../domain/package.ts';
import { RenderFailure } from '../domain/render-failure.ts';
import type { SearchEntry } from '../ecosystems/format.ts';
import type { PackageTask } from './input.ts';
import type { PartsTask, RenderedParts } from './parts.ts';
import type { PlanTask, RenderPlan } from './plan.ts';
import type { DocumentsTask, RenderedPackage } from './task.ts';
import type { WideEntry, WideTask } from './wide.ts';
import type { Numbered, ThreadAnswer, ThreadTask } from './thread.ts';

export interface RenderLimits {
  threads: number;
  timeoutMs: number;
  /** Heap of each thread. */
  memoryMb: number;
  maxOutputBytes: number;
}

/** A thread keeps the ecosystems loaded while changes arrive. */
const idleMs = 60_000;
/** Ordinary indexes take milliseconds; indexes of thousands of releases take some hundred. */
const slowAfterMs = 1_000;
const penaltyMs = 30_000;
const retryAfterSeconds = 5;
/** The time for the start of a thread: it takes seconds on a busy machine, independent of the input. */
const startMs = 30_000;

/**
 * Renders on separate threads. The input is untrusted: a thread has a heap limit and a time limit, and ending it is
 * the only way to stop code that hangs. The event loop of the process only waits.
 */
export class RenderPool implements AsyncDisposable {
  readonly #limits: RenderLimits;
  readonly #baseUrl: string;
  readonly #piscina: Piscina;
  readonly #turns: FairQueue;
  /** Callbacks for threads that report the begin of a task. */
  readonly #waiting = new Map<number, () => void>();
  #last = 0;

  /** `warmThreads` are started at once, so that the first rendering does not wait. */
  constructor(limits: RenderLimits, baseUrl: string, warmThreads: number) {
    this.#limits = limits;
    this.#baseUrl = baseUrl;
    this.#piscina = new Piscina({
      filename: join(import.meta.dirname, 'thread.ts'),
      name: 'renderInThread',
      minThreads: Math.min(warmThreads, limits.threads),
      maxThreads: limits.threads,
      idleTimeout: idleMs,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 64 },
    });
    this.#piscina.on('message', (id: number) => this.#waiting.get(id)?.());
    this.#turns = new FairQueue({
      places: limits.threads,
      slowAfterMs,
      penaltyMs,
      refusal: 'another index of the same owner takes long to render: try again',
      retryAfterSeconds,
    });
  }

  /** @throws RenderFailure, or DomainError `overloaded` if the owner's other indexes take long */
  documents(task: DocumentsTask): Promise<RenderedPackage> {
    const { maxOutputBytes } = this.#limits;
    return this.#run(task.package, { kind: 'documents', baseUrl: this.#baseUrl, task, maxOutputBytes });
  }

  /** Like {@link documents}. */
  plan(task: PlanTask): Promise<RenderPlan> {
    return this.#run(task.package, { kind: 'plan', baseUrl: this.#baseUrl, task });
  }

  /** Like {@link documents}, for some segments at a time, so that each task is within the bounds. */
  parts(task: PartsTask): Promise<RenderedParts> {
    const { maxOutputBytes } = this.#limits;
    return this.#run(task.package, { kind: 'parts', baseUrl: this.#baseUrl, task, maxOutputBytes });
  }

  /** Like {@link documents}. */
  wide(task: WideTask): Promise<WideEntry[]> {
    const { maxOutputBytes } = this.#limits;
    return this.#run(task.package, { kind: 'wide', baseUrl: this.#baseUrl, task, maxOutputBytes });
  }

  /** Like {@link documents}. */
  entry(task: PackageTask): Promise<SearchEntry> {
    return this.#run(task.package, { kind: 'entry', baseUrl: this.#baseUrl, task });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#piscina.destroy();
  }

  #run<Result>(pkg: Package, task: ThreadTask): Promise<Result> {
    const owner = pkg.ownerUserId ?? pkg.ownerOrgId ?? pkg.id;
    return this.#turns.run(owner, (begun) => this.#render<Result>(task, begun), { wasEnded });
  }

  async #render<Result>(task: ThreadTask, begun: () => void): Promise<Result> {
    const answer = await this.#answer<Result>(task, begun);
    if (answer.isDone) return answer.result;
    throw new RenderFailure(answer.problem, new Error(answer.message));
  }

  /** The time limit of a task starts when a thread has begun it. */
  async #answer<Result>(asked: ThreadTask, begun: () => void): Promise<ThreadAnswer<Result>> {
    const id = (this.#last += 1);
    const end = new AbortController();
    let timer = setTimeout(() => end.abort(), startMs);
    let hasBegun = false;
    this.#waiting.set(id, () => {
      hasBegun = true;
      begun();
      clearTimeout(timer);
      timer = setTimeout(() => end.abort(), this.#limits.timeoutMs);
    });
    try {
      return await this.#piscina.run({ id, asked } satisfies Numbered, { signal: end.signal });
    } catch (error) {
      if (!hasBegun && end.signal.aborted) throw busy();
      throw new RenderFailure(problemOf(error), error);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }
}

function busy(): DomainError {
  return new DomainError('overloaded', 'nothing can be rendered right now: try again', {
    retryAfterSeconds,
  });
}

function problemOf(error: unknown): RenderFailure['problem'] {
  if (!(error instanceof Error)) return 'broken';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'took_too_long';
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out_of_memory' : 'broken';
}

/** Whether the error ended the thread. */
function wasEnded(error: unknown): boolean {
  return (
    error instanceof RenderFailure && (error.problem === 'took_too_long' || error.problem === 'out_of_memory')
  );
}
