import type { Pool } from '../../store/postgres/pool.ts';
import { lockUnsealed, sealSecret } from '../../store/postgres/webhooks/webhooks.ts';
import { createSecretBox, type SecretBox } from '../secret-box.ts';

interface Key {
  readonly webhookKey?: string | undefined;
}

/** Webhooks of one transaction. */
const atOnce = 100;

/** For secrets of webhooks; the holder is the webhook's id. @throws Error in a process without the key */
export function boxOf({ webhookKey }: Key): SecretBox {
  if (webhookKey === undefined)
    throw new Error('WEBHOOK_KEY is missing: set it, or JWT_SECRET, for this process');
  return createSecretBox(webhookKey, 'webhook');
}

/** The secret that a message is signed with. @throws Error when it can't be opened, with what to do */
export function openSecret(
  key: Key,
  { webhookId, secret, sealedSecret }: { webhookId: string; secret: string; sealedSecret: Buffer | null },
): string {
  if (sealedSecret === null) return secret;
  const box = boxOf(key);
  try {
    return box.open(sealedSecret, webhookId);
  } catch (error) {
    throw new Error('the secret was sealed with another key: give the webhook a new one', { cause: error });
  }
}

/** Secrets that an earlier version stored as they are. Returns how many. */
export async function sealSecrets(pool: Pool, key: Key): Promise<number> {
  if (key.webhookKey === undefined) return 0;
  const box = boxOf(key);
  let sealed = 0;
  for (;;) {
    const count = await pool.transaction(async (tx) => {
      const unsealed = await lockUnsealed(tx, atOnce);
      for (const { id, secret } of unsealed) await sealSecret(tx, id, box.seal(secret, id));
      return unsealed.length;
    });
    sealed += count;
    if (count < atOnce) return sealed;
  }
}
