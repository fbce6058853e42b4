import type { Client } from '@temporalio/client';
import { DomainError } from '../domain/errors.ts';
import {
  changedSignal,
  type Decision,
  decideSignal,
  ids,
  queues,
  workflowNames,
} from '../workflows/contract.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';

/** Speaks to the workflow that carries a held release. */
export interface ReleaseDecisions {
  /** @throws DomainError `not_ready` when the workflow service is away or the workflow is gone for the moment */
  decide(workflowId: string, decision: Decision): Promise<void>;
}

/** Asks for the search engine to be brought up to date with a package; requests coalesce. */
export interface Projection {
  request(ecosystem: string, nameKey: string, packageId: string): Promise<void>;
}

const unavailable = (cause: unknown) =>
  new DomainError(
    'not_ready',
    'the workflow service is not available right now, try again',
    { retryAfterSeconds: 5 },
    cause,
  );

export function createReleaseDecisions(client: Client): ReleaseDecisions {
  return {
    async decide(workflowId, decision) {
      try {
        await client.workflow.getHandle(workflowId).signal<[Decision]>(decideSignal, decision);
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}

export function createProjection(client: Client): Projection {
  return {
    async request(ecosystem, nameKey, packageId) {
      await client.workflow.signalWithStart(workflowNames.projectPackage, {
        workflowId: ids.project(ecosystem, nameKey),
        taskQueue: queues.publish,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        signal: changedSignal,
        signalArgs: [],
        typedSearchAttributes: jobAttributes(workflowNames.projectPackage),
        staticSummary: `search document of ${ecosystem} ${nameKey}`,
        args: [{ packageId }],
      });
    },
  };
}
