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
  /** Threads of the pool: the most that can search at once. */
  threads: number;
  /** Table size of a search without its own. */
  hashMb: number;
  /** Folders of Syzygy files, separated like PATH. */
  syzygyPath?: string;
}

/** The part of a request that decides about threads and memory. */
type Seats = Pick<AnalysisRequest, 'threads' | 'hash_mb' | 'game'>;

/** A search stops within milliseconds. A thread that still runs after this time is terminated like a crashed one. */
const deafMs = 5_000;

/** 100,000 nodes call most functions often enough for their compilation. The time limit is for busy machines. */
const warmUp: AnalysisRequest = {
  fen: 'r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9',
  nodes: 100_000,
  movetime: 1_000,
};

/**
 * Searches on a fixed number of threads. The threads of a search share one memory. There is no queue: without enough
 * free threads `analyse` fails with `busy` at once. Memory is bounded by one group per thread: 6 MB of tables and
 * histories, 3 MB per thread, the requested table, and the tablebases.
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
   * V8 starts with machine code at a third of the speed, until it has compiled the hot functions again. Compiled code
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
   * Creates the memory of a search and its threads' instances, so that the search starts at once. Throws EngineError
   * `busy`, `failed`, `closed`.
   */
  async prepare(request: Seats & { game: string }): Promise<void> {
    await this.#withGroup(request, async (group) => {
      await this.#clear(group, true);
      const task = { group: group.shared, live: this.#groups.live() };
      // each free thread takes one of these tasks
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

  /** Terminates the threads like a crash, for tests. */
  killThreadForTest(): void {
    for (const worker of this.#piscina.threads) void worker.terminate();
  }

  /** Reserves threads and a memory for the work, and releases them afterwards. */
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

  /** Empties the table and histories of a group, unless they are empty already or belong to the same game. */
  async #clear(group: Group, inAdvance = false): Promise<void> {
    if (group.isWarm || group.isEmpty) return;
    await this.#piscina.run(
      {
        group: group.shared,
        live: this.#groups.live(),
        isNew: group.isNew,
        // Later groups allocate their pages during the search: the collector may not have released the old memory
        // yet.
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
      // A failed thread ends the others, as their result would be incomplete.
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

/** Delivers messages that were sent before the end of the search but have not arrived yet. */
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
