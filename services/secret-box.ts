import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { RotatingSecrets } from '../config/secrets.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Keeps secrets in the database: AES-256-GCM under a key of its own, made of a secret that the database does not have. */
export interface SecretBox {
  /** Encrypts a text; only the same `holder` opens it. */
  seal(text: string, holder: string): Buffer;
  /** @throws Error when it was changed, is another holder's, or the secret is a new one */
  open(sealed: Buffer, holder: string): string;
  /** The same under the first secret; null where it is. @throws as {@link SecretBox.open} */
  renew(sealed: Buffer, holder: string): Buffer | null;
}

/** The kinds of sealed secrets; each has a key of its own. */
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

  /** The text, and the place of the key that opened it. */
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
