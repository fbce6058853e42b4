import type { Caller } from '../../domain/caller.ts';

/** One of the caller's own. `packageName`: null is about all packages that the caller may see. */
export interface OwnWebhook {
  url: string;
  packageName: string | null;
  /** Deliveries of the last days that its receiver never took. */
  failures: number;
}

/** The identity of a webhook. */
export interface NamedWebhook {
  name: string | null;
  url: string;
}

/**
 * Addresses that get new releases, for protocols that have an API for it. Each message has the form of
 * `Traits.nativeMessage`, is signed with the SHA-256 of the key that asked for it, and is sent only if its person may read the release then.
 */
export interface Webhooks {
  /** Oldest first. @throws `unauthenticated`, `insufficient_scope` */
  list(caller: Caller): Promise<readonly OwnWebhook[]>;
  /** @throws `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `duplicate`, `validation_failed`, `policy_violation` */
  create(caller: Caller, webhook: NamedWebhook): Promise<void>;
  /** @throws `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found` */
  remove(caller: Caller, webhook: NamedWebhook): Promise<void>;
  /** Tells an address at once of the newest version; whether it took it. @throws `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `validation_failed`, `rate_limited` */
  fire(caller: Caller, webhook: { name: string; url: string }): Promise<boolean>;
}
