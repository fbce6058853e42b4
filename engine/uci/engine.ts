import { EnginePool, type PoolOptions } from '../pool.ts';
import type { Settings } from './options.ts';

/** The threads and memory of a conversation: made when they are needed, anew when options ask for others. */
export class Engine {
  #pool: EnginePool | undefined;
  /** The path without readable tablebases; '' without a failure. */
  #unreadable = '';
  #onNoTables: (error: unknown) => void;

  constructor(onNoTables: (error: unknown) => void) {
    this.#onNoTables = onNoTables;
  }

  /** A pool for such options. No search may be running in another. */
  async open({ threads, hashMb, syzygyPath }: Settings): Promise<EnginePool> {
    const open = this.#pool?.options;
    const readable = syzygyPath === this.#unreadable ? '' : syzygyPath;
    if (open?.threads !== threads || open.syzygyPath !== readable) await this.close();
    this.#pool ??= await this.#openWith({ threads, hashMb, syzygyPath: readable });
    return this.#pool;
  }

  /** Tablebases that could not be read may be there by now. */
  retryTables(): void {
    this.#unreadable = '';
  }

  /** Pays for threads, table and tablebases now, so that the first search of the game starts at once. */
  async prepare(settings: Settings, game: string): Promise<void> {
    const pool = await this.open(settings);
    await pool.prepare({ threads: settings.threads, hash_mb: settings.hashMb, game });
  }

  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = undefined;
  }

  /** Tablebases that can't be read are left out: a game goes on without them. */
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
