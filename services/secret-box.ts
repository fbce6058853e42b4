import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Keeps secrets in the database: AES-256-GCM under a key of its own, made of a secret that the database does not have. */
export interface SecretBox {
  /** Only for that holder it can be opened again. */
  seal(text: string, holder: string): Buffer;
  /** @throws Error when it was changed, is another holder's, or the secret is a new one */
  open(sealed: Buffer, holder: string): string;
}

/** The kinds of sealed secrets; each has a key of its own. */
export type SealedKind = 'authenticator' | 'webhook' | 'flash';

export function createSecretBox(secret: string, kind: SealedKind): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `rookery ${kind} secrets`, 32));
  return {
    seal(text, holder) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(holder));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, holder) {
      const nonce = sealed.subarray(0, nonceBytes);
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(holder)).setAuthTag(tag);
      const body = sealed.subarray(nonceBytes + tagBytes);
      return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
