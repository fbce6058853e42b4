import type { Client } from '@temporalio/client';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { changedSignal, ids, type MatchInput, queues, workflowNames } from '../../workflows/definitions.ts';
import { jobAttributes } from '../../workflows/search-attributes.ts';

/** Has findings brought in line with the advisories of an ecosystem; what is asked for meanwhile is one more round. */
export async function requestMatching(client: Client, ecosystem: EcosystemId): Promise<void> {
  await client.workflow.signalWithStart(workflowNames.matchAdvisories, {
    workflowId: ids.matchAdvisories(ecosystem),
    taskQueue: queues.publish,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    signal: changedSignal,
    signalArgs: [],
    typedSearchAttributes: jobAttributes(workflowNames.matchAdvisories),
    staticSummary: `findings from advisories of ${ecosystem}`,
    args: [{ ecosystem } satisfies MatchInput],
  });
}
