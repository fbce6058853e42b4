import { createSecretBox, type SecretBox } from '../secret-box.ts';

interface Key {
  readonly webhookKey?: string | undefined;
  /** Earlier keys, which open secrets from before the key was replaced. */
  readonly acceptedWebhookKeys?: readonly string[] | undefined;
}

/** Creates the box for webhook secrets; the holder is the webhook's id. @throws Error in a process without the key */
export function boxOf({ webhookKey, acceptedWebhookKeys = [] }: Key): SecretBox {
  if (webhookKey === undefined)
    throw new Error('WEBHOOK_KEY is missing: set it, or JWT_SECRET, for this process');
  return createSecretBox([webhookKey, ...acceptedWebhookKeys], 'webhook');
}

/**
 * Opens the secret that signs messages of an organization's or a user's webhook.
 * @throws Error with the remedy when it can't be opened
 */
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
