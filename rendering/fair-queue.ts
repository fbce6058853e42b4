import { DomainError } from '../domain/errors.ts';

export interface TurnsOptions {
  /** Turns at the same time. */
  places: number;
  /** Whoever works in a place for longer is slow: nobody waits behind them under their own name. */
  slowAfterMs: number;
  /** How long somebody stays slow whose turn had to be ended. */
  penaltyMs: number;
}

interface Waiting {
  start(): void;
  refuse(error: Error): void;
}

interface Owner {
  running: number;
  waiting: Waiting[];
  slowUntil: number;
}

/**
 * Places that several owners share: one after the other in a ring, and nobody ever holds the last place with what is
 * slow. Waiting costs a database connection and a lock, so those who would wait behind their own slow turn are
 * refused at once, to come again later.
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** In the order in which they are served next. */
  readonly #owners = new Map<string, Owner>();
  #running = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** `turn` says when its work has begun. @throws DomainError `overloaded` where the owner's own turns take long */
  async run<T>(
    key: string,
    turn: (begun: () => void) => Promise<T>,
    wasEnded: (error: unknown) => boolean,
  ): Promise<T> {
    const owner = this.#ownerOf(key);
    await this.#take(owner);
    let slow: NodeJS.Timeout | undefined;
    const begun = () => {
      slow = setTimeout(() => this.#slowDown(owner, Infinity), this.#options.slowAfterMs);
    };
    let until = 0;
    try {
      return await turn(begun);
    } catch (error) {
      if (wasEnded(error)) until = Date.now() + this.#options.penaltyMs;
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

  #take(owner: Owner): Promise<void> {
    if (this.#isFree(owner)) {
      this.#enter(owner);
      return Promise.resolve();
    }
    if (owner.running > 0 && owner.slowUntil > Date.now()) return Promise.reject(behindOneself());
    return new Promise((start, refuse) => {
      owner.waiting.push({ start, refuse });
    });
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
    for (const { refuse } of owner.waiting.splice(0)) refuse(behindOneself());
  }

  #leave(key: string, owner: Owner, slowUntil: number): void {
    owner.running -= 1;
    this.#running -= 1;
    if (slowUntil > 0) this.#slowDown(owner, slowUntil);
    else if (owner.slowUntil === Infinity && owner.running === 0) owner.slowUntil = 0;
    this.#forget(key, owner);
    this.#serve();
  }

  /** Those who wait, each owner once per round. */
  #serve(): void {
    for (const [key, owner] of this.#owners) {
      const next = this.#isFree(owner) ? owner.waiting.shift() : undefined;
      if (!next) continue;
      this.#owners.delete(key);
      this.#owners.set(key, owner);
      this.#enter(owner);
      next.start();
      if (this.#running >= this.#options.places) return;
    }
  }

  #forget(key: string, owner: Owner): void {
    const isIdle = owner.running === 0 && owner.waiting.length === 0;
    if (isIdle && owner.slowUntil <= Date.now()) this.#owners.delete(key);
  }
}

function behindOneself(): DomainError {
  return new DomainError('overloaded', 'another index of the same owner takes long to render: try again', {
    retryAfterSeconds: 5,
  });
}
