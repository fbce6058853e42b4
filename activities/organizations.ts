import { validate as isUuid } from 'uuid';
import { unattended } from '../domain/caller.ts';
import { dissolveOrganization } from '../services/organizations/dissolve.ts';
import { archiveLocked } from '../services/packages/archive.ts';
import type { AfterChange } from '../services/packages/after-change.ts';
import { findDeletion, listUnarchived, lockHoldings } from '../store/postgres/organizations/deletions.ts';
import { lockOrganization } from '../store/postgres/organizations/organizations.ts';
import type { DeleteOrganizationInput } from '../workflows/definitions.ts';
import type { Platform } from '../services/platform.ts';

/** Packages per step. */
const atOnce = 25;

export type OrganizationActivities = ReturnType<typeof createOrganizationActivities>;

/** The steps of `deleteOrganization`. They act only on the recorded request of its owner. */
export function createOrganizationActivities(platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>) {
  const { pool } = platform;
  return {
    /**
     * Archives the next packages; `isMore` is false when no package is left, or when the deletion was not requested.
     */
    async archivePackages({ organizationId }: DeleteOrganizationInput): Promise<{
      archived: number;
      isMore: boolean;
    }> {
      const isAsked = isUuid(organizationId) && (await findDeletion(pool, organizationId)) !== null;
      const ids = isAsked ? await listUnarchived(pool, organizationId, atOnce) : [];
      for (const id of ids) await archiveLocked(platform, unattended, id);
      return { archived: ids.length, isMore: ids.length === atOnce };
    },

    /** Removes the organization in one transaction, unless a package was added meanwhile. */
    async removeOrganization({ organizationId }: DeleteOrganizationInput): Promise<{ isDone: boolean }> {
      if (!isUuid(organizationId)) return { isDone: true };
      return pool.transaction(async (tx) => {
        const organization = await lockOrganization(tx, organizationId);
        const heir = await findDeletion(tx, organizationId);
        if (!organization || heir === null) return { isDone: true };
        await lockHoldings(tx, organization);
        if ((await listUnarchived(tx, organizationId, 1)).length > 0) return { isDone: false };
        await dissolveOrganization(tx, unattended, organization, heir);
        return { isDone: true };
      });
    },
  };
}
