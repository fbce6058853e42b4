import { z } from 'zod';
import type { ClaimView } from '../../../../services/namespaces/claims.ts';
import { Time, time } from '../../fields.ts';

export const Namespace = z.object({
  id: z.string(),
  ecosystem: z.string(),
  namespace: z.string().describe('Without marks: acme for @acme'),
  owner_user_id: z.string().nullable(),
  owner_org_id: z.string().nullable(),
  is_verified: z.boolean(),
  created_at: Time,
  can_manage: z.boolean(),
  can_transfer: z.boolean(),
});

export function presentClaim(claim: ClaimView): z.infer<typeof Namespace> {
  return {
    id: claim.id,
    ecosystem: claim.ecosystem,
    namespace: claim.namespace,
    owner_user_id: claim.ownerUserId,
    owner_org_id: claim.ownerOrgId,
    is_verified: claim.isVerified,
    created_at: time(claim.createdAt),
    can_manage: claim.canManage,
    can_transfer: claim.canTransfer,
  };
}
