import type { Client } from '@temporalio/client';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { changedSignal, ids, type MatchInput, queues, workflowNames } from '../../workflows/definitions.ts';
import { jobAttributes } from '../../workflows/search-attributes.ts';

/**
 * Requests a run that updates findings from the advisories of an ecosystem. Requests during a run share one more
 * round.
 */
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
