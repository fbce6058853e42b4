import { randomInt } from 'node:crypto';

/** Letters that are easy to distinguish, without vowels, so that codes do not form words. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;
const wellFormed = new RegExp(`^[${alphabet}]{${length}}$`);

/** The code that a person types to identify the waiting client: 20^8 values, without the displayed dash. */
export function createUserCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** `ABCD-EFGH`, as clients and pages show it. */
export function showUserCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

/** Reads a code in any spelling; undefined for an impossible code. */
export function readUserCode(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return wellFormed.test(code) ? code : undefined;
}
