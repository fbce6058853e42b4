import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { organizations } from './activities.ts';
import type { DeleteOrganizationInput } from './definitions.ts';

/** Archives the packages of an organization, then removes the organization. */
export async function deleteOrganization(input: DeleteOrganizationInput): Promise<void> {
  const { organizationId } = input;
  for (;;) {
    const { isMore } = await organizations.archivePackages({ organizationId });
    if (!isMore && (await organizations.removeOrganization({ organizationId })).isDone) return;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof deleteOrganization>(input);
  }
}
