import { z } from 'zod';
import type { AuditAction } from './audit.ts';

/** What an organization can be told of. */
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

/** The entry of the audit log that stands for an event: it is written with the change. */
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
  ofOneOrganization: 20,
  ofOnePerson: 50,
  /** Each publish of the ecosystem is judged once for each of them. */
  aboutAllOfOnePerson: 2,
  aboutAllOfOneInstance: 100,
  /** A person's: after its last attempt, the next would come later than an hour. */
  triedMinutes: 30,
  /** A person's: then it ends. */
  failuresInARow: 10,
  keptDays: 30,
} as const;
