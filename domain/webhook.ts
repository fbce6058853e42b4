import { daysOf } from './limits.ts';
import { webhookRows } from './limits/webhooks.ts';
import { z } from 'zod';
import type { AuditAction } from './audit.ts';

/** The events of an organization. */
export const WebhookEvent = z.enum([
  'release.published',
  'release.held',
  'release.yanked',
  'release.deleted',
  'finding.opened',
  'finding.resolved',
  'member.added',
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The audit action of an event: the entry is written with the change. */
const events: Partial<Record<AuditAction, WebhookEvent>> = {
  release_publish: 'release.published',
  release_hold: 'release.held',
  release_yank: 'release.yanked',
  release_delete: 'release.deleted',
  security_finding_create: 'finding.opened',
  security_finding_resolve: 'finding.resolved',
  org_member_add: 'member.added',
  org_invitation_accept: 'member.added',
};

export function eventOf(action: AuditAction): WebhookEvent | undefined {
  return events[action];
}

export const webhookLimits = {
  ofOneOrganization: webhookRows['of an organization'].count,
  ofOnePerson: webhookRows['of a person'].count,
  aboutAllOfOnePerson: webhookRows['about all of a person'].count,
  aboutAllOfOneInstance: webhookRows['about all of the instance'].count,
  /** For a webhook of a person: a later attempt would be more than an hour after the first. */
  triedMinutes: webhookRows['tries of a person'].seconds / 60,
  /** For a webhook of a person: the webhook ends after this many failures in a row. */
  failuresInARow: webhookRows['failures of a person'].count,
  keptDays: daysOf(webhookRows['kept deliveries']),
} as const;
