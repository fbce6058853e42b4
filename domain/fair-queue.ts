import { DomainError } from './errors.ts';

export interface FairQueueOptions {
  /** The number of concurrent turns. */
  places: number;
  /** The maximum number of waiting requests of all owners; default: unlimited. */
  maxWaiting?: number;
  /** An owner with a turn longer than this is slow: its other requests are refused, not queued. Default: never. */
  slowAfterMs?: number;
  /** How long an owner stays slow after one of its turns had to be ended. */
  penaltyMs?: number;
  /** The message of a refusal. */
  refusal: string;
  retryAfterSeconds: number;
}

export interface TurnHooks {
  /** Ends the wait for a turn. It does not end a turn that has begun. */
  signal?: AbortSignal;
  /** Whether the turn failed in a way that ended the turns of all owners. Default: no. */
  wasEnded?(error: unknown): boolean;
}

interface Waiting {
  start(): void;
  refuse(error: unknown): void;
}

interface Owner {
  running: number;
  waiting: Waiting[];
  slowUntil: number;
}

/**
 * Places shared by several owners, served in a ring; with more than one place, no owner holds all places. Waiting
 * costs memory, or a connection and a lock: a request behind a slow turn of its own owner is refused at once, with a
 * Retry-After. If too many requests wait, the owner with the most waiting requests loses its newest one.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** In the order of service. */
  readonly #owners = new Map<string, Owner>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs `turn` in a place; `turn` reports when its work has begun.
   * @throws DomainError `overloaded`, and the reason of the signal
   */
  async run<T>(
    key: string,
    turn: (begun: () => void) => Promise<T>,
    { signal, wasEnded = () => false }: TurnHooks = {},
  ): Promise<T> {
    const owner = this.#ownerOf(key);
    try {
      await this.#take(owner, signal);
    } catch (error) {
      this.#forget(key, owner);
      throw error;
    }
    const { slowAfterMs, penaltyMs = 0 } = this.#options;
    let slow: NodeJS.Timeout | undefined;
    const begun = () => {
      if (slowAfterMs !== undefined) slow = setTimeout(() => this.#slowDown(owner, Infinity), slowAfterMs);
    };
    let until = 0;
    try {
      return await turn(begun);
    } catch (error) {
      if (wasEnded(error)) until = Date.now() + penaltyMs;
      throw error;
    } finally {
      clearTimeout(slow);
      this.#leave(key, owner, until);
    }
  }

  #ownerOf(key: string): Owner {
    const known = this.#owners.get(key);
    if (known) return known;
    const owner: Owner = { running: 0, waiting: [], slowUntil: 0 };
    this.#owners.set(key, owner);
    return owner;
  }

  async #take(owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#isFree(owner)) return this.#enter(owner);
    if (owner.running > 0 && owner.slowUntil > Date.now()) throw this.#refusal();
    this.#makeRoom(owner);
    await this.#wait(owner, signal);
  }

  async #wait(owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const mine: Waiting = { start: resolve, refuse: reject };
    const giveUp = () => {
      const at = owner.waiting.indexOf(mine);
      if (at === -1) return;
      owner.waiting.splice(at, 1);
      this.#waiting -= 1;
      reject(signal?.reason);
    };
    owner.waiting.push(mine);
    this.#waiting += 1;
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** Refuses the newest request of the owner with the most waiting requests; that can be the new request. */
  #makeRoom(comer: Owner): void {
    const { maxWaiting = Infinity } = this.#options;
    if (this.#waiting < maxWaiting) return;
    const longest = [...this.#owners.values()].reduce((most, owner) =>
      owner.waiting.length > most.waiting.length ? owner : most,
    );
    if (longest.waiting.length <= comer.waiting.length + 1) throw this.#refusal();
    longest.waiting.pop()?.refuse(this.#refusal());
    this.#waiting -= 1;
  }

  #isFree(owner: Owner): boolean {
    const { places } = this.#options;
    if (this.#running >= places) return false;
    if (owner.running > 0 && owner.slowUntil > Date.now()) return false;
    return owner.running < Math.max(1, places - 1);
  }

  #enter(owner: Owner): void {
    owner.running += 1;
    this.#running += 1;
  }

  #slowDown(owner: Owner, until: number): void {
    owner.slowUntil = until;
    this.#waiting -= owner.waiting.length;
    for (const { refuse } of owner.waiting.splice(0)) refuse(this.#refusal());
  }

  #leave(key: string, owner: Owner, slowUntil: number): void {
    owner.running -= 1;
    this.#running -= 1;
    if (slowUntil > 0) this.#slowDown(owner, slowUntil);
    else if (owner.slowUntil === Infinity && owner.running === 0) owner.slowUntil = 0;
    this.#forget(key, owner);
    this.#serve();
  }

  /** Serves the waiting requests, each owner once per round. */
  #serve(): void {
    for (const [key, owner] of this.#owners) {
      const next = this.#isFree(owner) ? owner.waiting.shift() : undefined;
      if (!next) continue;
      this.#owners.delete(key);
      this.#owners.set(key, owner);
      this.#waiting -= 1;
      this.#enter(owner);
      next.start();
      if (this.#running >= this.#options.places) return;
    }
  }

  #forget(key: string, owner: Owner): void {
    const isIdle = owner.running === 0 && owner.waiting.length === 0;
    if (isIdle && owner.slowUntil <= Date.now()) this.#owners.delete(key);
  }

  #refusal(): DomainError {
    const { refusal, retryAfterSeconds } = this.#options;
    return new DomainError('overloaded', refusal, { retryAfterSeconds });
  }
}
