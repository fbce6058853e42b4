import { z } from 'zod';
import type { UserActor } from '../../../../domain/actor.ts';
import { mayManageClaim } from '../../../../domain/namespace.ts';
import type { Claim } from '../../../../store/postgres/packages/namespaces.ts';
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
  can_transfer: z.boolean().describe('Always false: claims are released and claimed anew'),
});

export function presentClaim(claim: Claim, actor: UserActor): z.infer<typeof Namespace> {
  const { ownerUserId: userId, ownerOrgId: organizationId } = claim;
  return {
    id: claim.id,
    ecosystem: claim.ecosystem,
    namespace: claim.namespace,
    owner_user_id: userId,
    owner_org_id: organizationId,
    is_verified: claim.isVerified,
    created_at: time(claim.createdAt),
    can_manage: mayManageClaim({ userId, organizationId }, actor),
    can_transfer: false,
  };
}
