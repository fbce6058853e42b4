import type { Caller } from '../../domain/caller.ts';

/** A webhook of the caller. `packageName`: null for all packages that the caller may see. */
export interface OwnWebhook {
  url: string;
  packageName: string | null;
  /** Deliveries of the last days that the receiver never accepted. */
  failures: number;
}

/** The identity of a webhook. */
export interface NamedWebhook {
  name: string | null;
  url: string;
}

/**
 * Webhooks about new releases, for protocols with an API for them. Each message has the form of `Traits.nativeMessage`
 * and is signed with the SHA-256 of the key that created the webhook. A message is sent only if the key's owner may
 * read the release at that time.
 */
export interface Webhooks {
  /** Oldest first. @throws `unauthenticated`, `insufficient_scope` */
  list(caller: Caller): Promise<readonly OwnWebhook[]>;
  /** @throws `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `duplicate`, `validation_failed`, `policy_violation` */
  create(caller: Caller, webhook: NamedWebhook): Promise<void>;
  /** @throws `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found` */
  remove(caller: Caller, webhook: NamedWebhook): Promise<void>;
  /**
   * Sends a message about the newest version to the URL at once; returns whether the receiver accepted it. @throws
   * `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `validation_failed`, `rate_limited`
   */
  fire(caller: Caller, webhook: { name: string; url: string }): Promise<boolean>;
}
