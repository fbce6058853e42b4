import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { DomainError } from '../../domain/errors.ts';
import { createConcurrencyLimit } from '../../store/concurrency-limit.ts';

/** Memory in KiB, passes, lanes. An increase is safe: every hash contains its own parameters. */
export interface HashCost {
  memoryKib: number;
  passes: number;
  parallelism: number;
}

/** The lowest cost: OWASP's first choice for Argon2id. */
export const leastCost: HashCost = { memoryKib: 19 * 1024, passes: 2, parallelism: 1 };

/** Hashes and verifies passwords, with the settings of this instance. */
export interface Passwords {
  /** Argon2id in the PHC string format. @throws DomainError `overloaded` */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. For a missing hash (null, or {@link noPassword}) it costs the same.
   * @throws DomainError `overloaded`
   */
  verify(password: string, stored: string | null): Promise<boolean>;
  /**
   * Whether the hash has weaker parameters than the current ones, and should be renewed while the password is known.
   */
  isOutdated(stored: string): boolean;
}

/** The hash of accounts without a password: no password matches it. */
export const noPassword = '!';

export interface PasswordOptions {
  cost: HashCost;
  /** Concurrent hashes: each takes a thread of the pool and the memory of its cost. */
  concurrency: number;
  /** Requests that may wait for their turn; further requests are refused at once. */
  maxWaiting?: number;
}

const derive = promisify(argon2);
const saltBytes = 16;
const hashBytes = 32;
const defaultMaxWaiting = 100;
const encoded = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$([\w+/]{1,128})\$([\w+/]{1,128})$/;

interface Parsed {
  cost: HashCost;
  salt: Buffer;
  hash: Buffer;
}

/** Hashes on the thread pool with limited concurrency: a flood of log-ins must not take all memory and threads. */
export function createPasswords({ cost, concurrency, maxWaiting }: PasswordOptions): Passwords {
  const slots = createConcurrencyLimit({
    size: concurrency,
    maxWaiting: maxWaiting ?? defaultMaxWaiting,
    refuse: () =>
      new DomainError('overloaded', 'too many log-ins at the same time, try again', { retryAfterSeconds: 1 }),
  });
  const unknownUser: Parsed = { cost, salt: Buffer.alloc(saltBytes), hash: Buffer.alloc(hashBytes) };
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      const hash = await slots.run(() => run(password, salt, cost, hashBytes));
      const { memoryKib, passes, parallelism } = cost;
      return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
    },
    async verify(password, stored) {
      const known = parse(stored);
      const expected = known ?? unknownUser;
      const length = expected.hash.length;
      const actual = await slots.run(() => run(password, expected.salt, expected.cost, length));
      return timingSafeEqual(actual, expected.hash) && known !== null;
    },
    isOutdated(stored) {
      const made = parse(stored)?.cost;
      return made !== undefined && isWeaker(made, cost);
    },
  };
}

function parse(stored: string | null): Parsed | null {
  const [, memory, passes, parallelism, salt = '', hash = ''] = encoded.exec(stored ?? '') ?? [];
  if (memory === undefined) return null;
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/**
 * Whether a hash is weaker in one parameter and stronger in none: hashes from before a setting was lowered are kept.
 */
function isWeaker(made: HashCost, wanted: HashCost): boolean {
  const pairs = [
    [made.memoryKib, wanted.memoryKib],
    [made.passes, wanted.passes],
    [made.parallelism, wanted.parallelism],
  ] as const;
  return pairs.every(([has, wants]) => has <= wants) && pairs.some(([has, wants]) => has < wants);
}

function run(password: string, nonce: Buffer, cost: HashCost, tagLength: number): Promise<Buffer> {
  const { memoryKib: memory, passes, parallelism } = cost;
  const message = Buffer.from(password);
  return derive('argon2id', { message, nonce, tagLength, memory, passes, parallelism });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
