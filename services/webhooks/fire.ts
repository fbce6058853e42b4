import type { Format } from '../../ecosystems/format.ts';
import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { WebhookEvent } from '../../domain/webhook.ts';
import { newId } from '../../store/postgres/ids.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import type { Configured, Platform } from '../platform.ts';
import { composeNative } from './compose.ts';
import { getOwnSubject, secretOf } from './own-subject.ts';
import { assertReachable } from './reachable.ts';
import { sendMessage } from './send.ts';

const event: WebhookEvent = 'release.published';

/**
 * Sends a webhook about the newest version to an address once, while the caller waits; it is neither recorded nor
 * retried. Returns whether the receiver accepted it.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `validation_failed`,
 * `rate_limited`
 */
export async function fireWebhook(
  platform: Pick<Platform, 'pool' | 'ecosystems' | 'consumeLimit'> & Configured<'http' | 'webhooks'>,
  caller: Caller,
  ecosystem: Format,
  { url, name }: { name: string; url: string },
): Promise<boolean> {
  const { user, pkg } = await getOwnSubject(platform, caller, { ecosystem, name });
  assertReachable(platform.config.webhooks, url);
  const secret = await secretOf(platform.pool, user);
  const version = pkg?.latestVersion ?? null;
  const key = version === null ? null : ecosystem.versions.canonical(version);
  const release = pkg && key !== null ? await findRelease(platform.pool, pkg.id, key) : null;
  const message = pkg && release ? await composeNative(platform, { pkg, release, secret }) : null;
  if (!message) throw notFound('version');
  await platform.consumeLimit('fire_webhook', user.userId);
  try {
    const status = await sendMessage(
      { id: newId(), url, secret, event, ...message },
      platform.config.webhooks,
    );
    return status >= 200 && status <= 299;
  } catch {
    // no reason in the answer: it could reveal internal addresses
    return false;
  }
}
