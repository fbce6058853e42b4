import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** Memory in KiB, passes, lanes. Raising them is safe: every hash carries the ones it was made with. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;
const encoded = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Argon2id in the PHC string format. Runs on the thread pool. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await run(password, salt, cost, hashBytes);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = encoded.exec(stored) ?? [];
  if (memory === undefined) return false;
  const expected = Buffer.from(hash, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await run(password, Buffer.from(salt, 'base64'), parameters, expected.length);
  return timingSafeEqual(actual, expected);
}

/**
 * A well-formed hash that no password matches, for accounts that have none. Comparing with it makes
 * unknown names cost a login as much as known ones.
 */
export const unmatchableHash =
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}` +
  `$${base64(Buffer.alloc(saltBytes))}$${base64(Buffer.alloc(hashBytes))}`;

function run(password: string, nonce: Buffer, parameters: typeof cost, tagLength: number): Promise<Buffer> {
  return derive('argon2id', { message: Buffer.from(password), nonce, tagLength, ...parameters });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
