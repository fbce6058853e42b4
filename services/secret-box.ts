import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { RotatingSecrets } from '../config/secrets.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals secrets in the database: AES-256-GCM with a separate key, derived from a secret that is not in the database.
 */
export interface SecretBox {
  /** Encrypts a text; it can only be opened with the same `holder`. */
  seal(text: string, holder: string): Buffer;
  /** @throws Error when the text was changed, belongs to another holder, or no accepted secret sealed it */
  open(sealed: Buffer, holder: string): string;
  /**
   * Seals the text again with the first secret; null when that secret sealed it already.
   * @throws as {@link SecretBox.open}
   */
  renew(sealed: Buffer, holder: string): Buffer | null;
}

/** The kinds of sealed secrets; each has a separate key. */
export type SealedKind = 'authenticator' | 'webhook' | 'flash';

export function createSecretBox(secrets: RotatingSecrets, kind: SealedKind): SecretBox {
  const keyOf = (secret: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `rookery ${kind} secrets`, 32));
  const [first, ...others] = secrets;
  const current = keyOf(first);
  const keys = [current, ...others.map(keyOf)];

  function seal(text: string, holder: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, current, nonce).setAAD(Buffer.from(holder));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Returns the text, and the index of the key that opened it. */
  function unseal(sealed: Buffer, holder: string): { text: string; at: number } {
    for (const [at, key] of keys.entries()) {
      try {
        return { text: openWith(key, sealed, holder), at };
      } catch (error) {
        if (at === keys.length - 1) throw error;
      }
    }
    throw new Error('there is always a key that opens');
  }

  return {
    seal,
    open: (sealed, holder) => unseal(sealed, holder).text,
    renew(sealed, holder) {
      const { text, at } = unseal(sealed, holder);
      return at === 0 ? null : seal(text, holder);
    },
  };
}

function openWith(key: Buffer, sealed: Buffer, holder: string): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(holder)).setAuthTag(tag);
  const body = sealed.subarray(nonceBytes + tagBytes);
  return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
}
