import { randomInt } from 'node:crypto';

/** Letters that are not mistaken for others, without vowels, so that codes are no words. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;
const wellFormed = new RegExp(`^[${alphabet}]{${length}}$`);

/** What a person types to find the client that waits for them: 20^8 of them, without the dash it is shown with. */
export function createUserCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** `ABCD-EFGH`, as clients and pages show it. */
export function showUserCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

/** However it was typed; undefined for what can be no code. */
export function readUserCode(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return wellFormed.test(code) ? code : undefined;
}
