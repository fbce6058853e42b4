import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { WebhookEvent } from '../../domain/webhook.ts';
import { newId } from '../../store/postgres/ids.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import type { TakeAction } from '../limits/actions.ts';
import { type ComposeDeps, composeNative } from './compose.ts';
import { getOwnSubject, type OwnSubject, type OwnWebhookDeps, secretOf } from './own-subject.ts';
import { assertReachable } from './reachable.ts';
import { sendMessage } from './send.ts';

export interface FireDeps extends OwnWebhookDeps, ComposeDeps {
  webhooks: { readonly mayReachInside: boolean; readonly take: TakeAction };
}

const event: WebhookEvent = 'release.published';

/**
 * Tells an address once what a webhook would tell it of the newest version, while the caller waits: nothing is written down
 * and nothing is tried again. Returns whether the address took it.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_found`, `validation_failed`, `rate_limited`
 */
export async function fireWebhook(
  deps: FireDeps,
  caller: Caller,
  { url, ...subject }: OwnSubject & { name: string; url: string },
): Promise<boolean> {
  const { user, pkg } = await getOwnSubject(deps, caller, subject);
  assertReachable(deps.webhooks, url);
  const secret = await secretOf(deps.pool, user);
  const version = pkg?.latestVersion ?? null;
  const key = version === null ? null : subject.ecosystem.versions.canonical(version);
  const release = pkg && key !== null ? await findRelease(deps.pool, pkg.id, key) : null;
  const message = pkg && release ? await composeNative(deps, { pkg, release, secret }) : null;
  if (!message) throw notFound('version');
  await deps.webhooks.take('fire_webhook', user.userId);
  try {
    const status = await sendMessage({ id: newId(), url, secret, event, ...message }, deps.webhooks);
    return status >= 200 && status <= 299;
  } catch {
    // it is the answer: why does not matter here, and could tell of what is inside
    return false;
  }
}
