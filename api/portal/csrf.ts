import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RotatingSecrets } from '../../config/secrets.ts';

/** Proofs that a form was rendered for the browser that sends it. */
export interface FormProofs {
  /**
   * `holder`: the session, or the visitor's cookie. The text differs each time, so that compression reveals nothing
   * of it.
   */
  make(holder: string): string;
  isValid(proof: string | null, holder: string): boolean;
}

const bytes = 16;

export function createFormProofs(secrets: RotatingSecrets): FormProofs {
  const macOf = (holder: string, secret = secrets[0]) =>
    createHmac('sha256', secret).update(`form of ${holder}`).digest().subarray(0, bytes);
  const xor = (a: Buffer, b: Buffer) => Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)));
  return {
    make(holder) {
      const mask = randomBytes(bytes);
      return Buffer.concat([mask, xor(mask, macOf(holder))]).toString('base64url');
    },
    isValid(proof, holder) {
      const given = Buffer.from(proof ?? '', 'base64url');
      if (given.length !== 2 * bytes) return false;
      const mac = xor(given.subarray(0, bytes), given.subarray(bytes));
      return secrets.some((secret) => timingSafeEqual(mac, macOf(holder, secret)));
    },
  };
}
