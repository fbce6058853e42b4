import { Piscina } from 'piscina';
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { compileCore } from './core.ts';
import { EngineError } from './errors.ts';
import { FenError } from './position-setup.ts';
import { Groups, type Group } from './thread-groups.ts';
import { readTableFiles, type TableFile, tablebaseBytes } from './tablebase/files.ts';
import { type AnalysisRequest, clamp, limits, searchLimits } from './request.ts';
import type { Analysis, Progress } from './result.ts';
import { summarise } from './summarise.ts';
import type { Job, Refusal, ThreadResult } from './thread.ts';

export interface PoolOptions {
  /** Threads of the pool, and so the most that can search at once. */
  threads: number;
  /** Table of a search that names no size. */
  hashMb: number;
  /** Folders of Syzygy files, separated like PATH. */
  syzygyPath?: string;
}

/** The request's part that decides about threads and memory. */
type Seats = Pick<AnalysisRequest, 'threads' | 'hash_mb' | 'game'>;

/** A search stops within milliseconds. A thread that still runs after this time is terminated as if it had crashed. */
const deafMs = 5_000;

/** Most functions of a search are called often in it. The time is for machines that are busy with other things. */
const warmUp: AnalysisRequest = {
  fen: 'r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9',
  nodes: 100_000,
  movetime: 1_000,
};

/**
 * Searches on a fixed number of threads. Each search has a memory of its own, shared by its threads; nothing
 * is queued: without enough free threads `analyse` fails as `busy` at once. Memory is bounded by one group per
 * thread: 6 MB of tables and histories, 3 MB per thread, the table asked for, and the tablebases.
 */
export class EnginePool {
  readonly options: PoolOptions;
  #piscina: Piscina;
  #groups: Groups;
  #tables: TableFile[];
  #busyThreads = 0;
  #isClosed = false;

  private constructor(module: WebAssembly.Module, options: PoolOptions, tables: TableFile[]) {
    this.#tables = tables;
    this.options = options;
    this.#groups = new Groups(module, options.threads, tablebaseBytes(tables));
    this.#piscina = new Piscina({
      filename: join(import.meta.dirname, 'thread.ts'),
      minThreads: options.threads,
      maxThreads: options.threads,
      idleTimeout: Infinity,
      concurrentTasksPerWorker: 1,
    });
  }

  static async open(options: PoolOptions): Promise<EnginePool> {
    const threads = clamp(options.threads, 1, limits.threads);
    const tables = options.syzygyPath ? await readTableFiles(options.syzygyPath) : [];
    const module = await compileCore();
    await EnginePool.#warmUp(module);
    return new EnginePool(module, { ...options, threads }, tables);
  }

  /**
   * V8 starts with machine code at a third of the speed, until it has compiled the most called functions again. Compiled code
   * belongs to the module, so all threads share it: one search on a temporary pool without tables is enough.
   */
  static async #warmUp(module: WebAssembly.Module): Promise<void> {
    const pool = new EnginePool(module, { threads: 1, hashMb: 1 }, []);
    try {
      await pool.analyse(warmUp);
    } finally {
      await pool.close();
    }
  }

  /** Threads searching now. */
  get busyThreads(): number {
    return this.#busyThreads;
  }

  /**
   * Searches until a limit is reached or the signal fires; both end with the results so far.
   * Throws FenError, or EngineError `busy`, `illegal_move`, `failed`, `closed`.
   */
  async analyse(request: AnalysisRequest, onInfo?: (progress: Progress) => void): Promise<Analysis> {
    return this.#withGroup(request, async (group) => {
      const stop = () => group.stop();
      group.start(this.#isClosed);
      if (request.signal?.aborted) stop();
      request.signal?.addEventListener('abort', stop);
      try {
        await this.#clear(group);
        group.isEmpty = false;
        const started = performance.now();
        const results = await this.#runThreads(group, request, onInfo);
        return summarise(results, performance.now() - started);
      } finally {
        request.signal?.removeEventListener('abort', stop);
      }
    });
  }

  /**
   * Makes the memory of such a search and lets its threads take their places, so that it starts at once.
   * Throws EngineError `busy`, `failed`, `closed`.
   */
  async prepare(request: Seats & { game: string }): Promise<void> {
    await this.#withGroup(request, async (group) => {
      await this.#clear(group, true);
      const task = { group: group.shared, live: this.#groups.live() };
      // each of those that are free takes one
      const threads = Array.from({ length: group.shared.threads });
      const seats = await Promise.allSettled(
        threads.map(() => this.#piscina.run(task, { name: 'takeSeat' })),
      );
      for (const seat of seats) if (seat.status === 'rejected') throw seat.reason;
    });
  }

  /** Ends running searches with their results so far and stops all threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#groups.stopAll();
    await this.#piscina.close();
  }

  /** Ends the threads as a crash would. Only tests have a reason to. */
  killThreadForTest(): void {
    for (const worker of this.#piscina.threads) void worker.terminate();
  }

  /** Lends threads and a memory to the work, and takes them back. */
  async #withGroup<Result>(wanted: Seats, work: (group: Group) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw closed();
    const threads = clamp(wanted.threads ?? 1, 1, this.options.threads);
    if (this.#busyThreads + threads > this.options.threads)
      throw new EngineError(
        'busy',
        `${this.#busyThreads} of ${this.options.threads} engine threads are searching`,
      );
    this.#busyThreads += threads;
    try {
      const hashMb = clamp(wanted.hash_mb ?? this.options.hashMb, 1, limits.hashMb);
      return await this.#lend(this.#groups.take({ threads, hashMb, game: wanted.game }), work);
    } finally {
      this.#busyThreads -= threads;
    }
  }

  async #lend<Result>(group: Group, work: (group: Group) => Promise<Result>): Promise<Result> {
    try {
      const result = await work(group);
      this.#groups.giveBack(group);
      return result;
    } catch (error) {
      group.stop();
      const isRequest = error instanceof FenError || error instanceof EngineError;
      if (isRequest) this.#groups.giveBack(group);
      else this.#groups.discard(group);
      if (isRequest) throw error;
      if (this.#isClosed) throw closed();
      throw new EngineError('failed', 'a thread of the engine failed', { cause: error });
    }
  }

  /** Empties the table and histories of a group, unless they are empty or those of the same game. */
  async #clear(group: Group, inAdvance = false): Promise<void> {
    if (group.isWarm || group.isEmpty) return;
    await this.#piscina.run(
      {
        group: group.shared,
        live: this.#groups.live(),
        isNew: group.isNew,
        // Memory pages of a search are allocated during its use: the old ones are only released by the collector.
        inAdvance: inAdvance && group.isFirst,
        tables: group.isNew ? this.#tables : [],
      },
      { name: 'prepareGroup' },
    );
    group.isNew = false;
    group.isEmpty = true;
  }

  async #runThreads(group: Group, request: AnalysisRequest, onInfo?: (progress: Progress) => void) {
    const deaf = new AbortController();
    setMaxListeners(group.shared.threads, deaf.signal);
    let patience: NodeJS.Timeout | undefined;
    const losePatience = () => {
      patience ??= setTimeout(() => deaf.abort(), deafMs);
    };
    if (request.signal?.aborted) losePatience();
    request.signal?.addEventListener('abort', losePatience);
    const channel = onInfo ? new MessageChannel() : undefined;
    channel?.port1.on('message', (progress: Progress) => onInfo?.(progress));
    const base = {
      group: group.shared,
      live: this.#groups.live(),
      fen: request.fen,
      moves: request.moves ?? [],
      searchMoves: request.searchMoves ?? [],
      known: request.known ?? [],
      ...searchLimits(request),
    };
    const runs = Array.from({ length: group.shared.threads }, (_, thread) => {
      const port = thread === 0 ? channel?.port2 : undefined;
      const job: Job = { ...base, thread, ...(port ? { port } : {}) };
      const transferList = port ? [port] : [];
      // One failed thread ends the others: their result would be incomplete.
      return this.#piscina
        .run(job, { name: 'searchThread', transferList, signal: deaf.signal })
        .catch((error: unknown) => {
          group.stop();
          losePatience();
          throw error;
        }) as Promise<ThreadResult | Refusal>;
    });
    try {
      const settled = await Promise.allSettled(runs);
      return settled.map((outcome) => {
        if (outcome.status === 'rejected') throw outcome.reason;
        if ('refused' in outcome.value) throw asError(outcome.value);
        return outcome.value;
      });
    } finally {
      request.signal?.removeEventListener('abort', losePatience);
      clearTimeout(patience);
      if (channel) deliverRest(channel.port1, onInfo);
    }
  }
}

function closed(): EngineError {
  return new EngineError('closed', 'the engine is shut down');
}

/** Messages from before the end of the search may still be on their way. */
function deliverRest(port: MessagePort, onInfo?: (progress: Progress) => void): void {
  port.removeAllListeners('message');
  for (let rest = receiveMessageOnPort(port); rest; rest = receiveMessageOnPort(port))
    onInfo?.(rest.message as Progress); // our own message
  port.close();
}

function asError(refusal: Refusal): Error {
  return refusal.refused === 'fen'
    ? new FenError(refusal.message)
    : new EngineError('illegal_move', refusal.message);
}
