import { EnginePool, type PoolOptions } from '../pool.ts';
import type { Settings } from './options.ts';

/** The pool of a conversation: created when needed, replaced when options change. */
export class Engine {
  #pool: EnginePool | undefined;
  /** The path without readable tablebases; '' without a failure. */
  #unreadable = '';
  #onNoTables: (error: unknown) => void;

  constructor(onNoTables: (error: unknown) => void) {
    this.#onNoTables = onNoTables;
  }

  /** Opens a pool for the settings. No search may run in the previous pool. */
  async open({ threads, hashMb, syzygyPath }: Settings): Promise<EnginePool> {
    const open = this.#pool?.options;
    const readable = syzygyPath === this.#unreadable ? '' : syzygyPath;
    if (open?.threads !== threads || open.syzygyPath !== readable) await this.close();
    this.#pool ??= await this.#openWith({ threads, hashMb, syzygyPath: readable });
    return this.#pool;
  }

  /** Tries unreadable tablebases again at the next use. */
  retryTables(): void {
    this.#unreadable = '';
  }

  /** Creates threads, table and tablebases now, so that the first search of the game starts at once. */
  async prepare(settings: Settings, game: string): Promise<void> {
    const pool = await this.open(settings);
    await pool.prepare({ threads: settings.threads, hash_mb: settings.hashMb, game });
  }

  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = undefined;
  }

  /** Leaves out tablebases that can't be read: a game continues without them. */
  async #openWith(options: PoolOptions & { syzygyPath: string }): Promise<EnginePool> {
    try {
      return await EnginePool.open(options);
    } catch (error) {
      if (!options.syzygyPath) throw error;
      this.#unreadable = options.syzygyPath;
      this.#onNoTables(error);
      return EnginePool.open({ ...options, syzygyPath: '' });
    }
  }
}
