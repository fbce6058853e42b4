import { createSecretBox, type SecretBox } from '../secret-box.ts';

interface Key {
  readonly webhookKey?: string | undefined;
  /** Open what was sealed before the key was replaced. */
  readonly acceptedWebhookKeys?: readonly string[] | undefined;
}

/** For secrets of webhooks; the holder is the webhook's id. @throws Error in a process without the key */
export function boxOf({ webhookKey, acceptedWebhookKeys = [] }: Key): SecretBox {
  if (webhookKey === undefined)
    throw new Error('WEBHOOK_KEY is missing: set it, or JWT_SECRET, for this process');
  return createSecretBox([webhookKey, ...acceptedWebhookKeys], 'webhook');
}

/** The secret that signs a message: sealed for a webhook of an organization, as it is for one of a person. @throws Error when it can't be opened, with the remedy */
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
