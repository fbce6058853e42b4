import { z } from 'zod';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { AuditFilter } from '../../../services/audit/read-log.ts';
import { Moment } from '../fields.ts';

/** The filters of every view of the audit log. */
export const auditQuery = {
  action: z.string().max(fieldLimits.word.characters).optional(),
  actor_user_id: z.uuid().optional(),
  target_package_id: z.uuid().optional(),
  occurred_from: Moment.optional(),
  occurred_until: Moment.optional().describe('Exclusive'),
};

export function readAuditQuery(
  query: z.infer<z.ZodObject<typeof auditQuery>>,
): Omit<AuditFilter, 'targetOrgId'> {
  return {
    action: query.action,
    actorUserId: query.actor_user_id,
    targetPackageId: query.target_package_id,
    from: query.occurred_from,
    until: query.occurred_until,
  };
}
