import { type Client, WorkflowFailedError } from '@temporalio/client';
import { DomainError } from '../../../domain/errors.ts';
import { boundedId } from '../../../domain/workflow-id.ts';
import type { Format } from '../../../ecosystems/format.ts';
import type { Logger } from '../../../config/logging.ts';
import type { PackageRow } from '../../../store/postgres/packages/packages.ts';
import type { ReleaseRow } from '../../../store/postgres/releases/releases.ts';
import {
  decidedSignal,
  heldSignal,
  type HoldInput,
  ids,
  queues,
  workflowNames,
} from '../../../workflows/definitions.ts';
import { publishAttributes } from '../../../workflows/search-attributes.ts';

/** Signals to the workflow of a held release. */
export interface ReleaseDecisions {
  /**
   * Makes the workflow read the decision. False when the workflow service is unreachable or the workflow is missing:
   * the decision is recorded, and the reconciler wakes the workflow later.
   */
  wake(held: Held): Promise<boolean>;
  /**
   * Starts the workflow of a hidden release, which runs until the release may be visible again.
   * @throws DomainError `not_ready`
   */
  hold(held: Held): Promise<void>;
  /** {@link awaitEnd} */
  ended(workflowId: string): Promise<void>;
}

/** A held release, or a file that waits to join one, and its workflow. */
export interface Held {
  workflowId: string;
  ownerOrgId: string | null;
  input: HoldInput;
  /** The release was visible before: the workflow that published it has ended. */
  wasVisible: boolean;
  /** The file that waits separately; absent: the release, with the files that wait with it. */
  file?: { uploadId: string; filename: string };
}

export function heldRelease(pkg: PackageRow, release: ReleaseRow): Held {
  return {
    workflowId: release.workflowId,
    ownerOrgId: pkg.ownerOrgId,
    wasVisible: release.publishedAt !== null,
    input: {
      releaseId: release.id,
      packageId: pkg.id,
      uploadId: release.uploadId,
      ecosystem: pkg.ecosystem,
      name: pkg.name,
      version: release.version,
      publisher: release.publishedBy ?? '',
    },
  };
}

/** A file that waits separately to join a visible release. */
export function heldFile(
  ecosystem: Format,
  pkg: PackageRow,
  release: ReleaseRow,
  { id: uploadId, filename }: { id: string; filename: string },
): Held {
  return {
    ...heldRelease(pkg, release),
    workflowId: boundedId(ids.publish(ecosystem.id, pkg.nameKey, release.versionKey, filename)),
    wasVisible: false,
    file: { uploadId, filename },
  };
}

/** The caller's change is committed, and the reconciler repeats a failed wake-up: the caller need not wait longer. */
const wakeWithinMs = 3_000;
const endWithinMs = 10_000;

const unavailable = (cause: unknown) =>
  new DomainError(
    'not_ready',
    'the workflow service is not available right now, try again',
    { retryAfterSeconds: 5 },
    cause,
  );

export function createReleaseDecisions(client: Client, log: Pick<Logger, 'warn'>): ReleaseDecisions {
  return {
    async wake(held) {
      const { workflowId } = held;
      const signal = () =>
        held.wasVisible
          ? signalHold(client, held, decidedSignal)
          : client.workflow.getHandle(workflowId).signal(decidedSignal);
      try {
        await client.withDeadline(Date.now() + wakeWithinMs, signal);
        return true;
      } catch (error) {
        log.warn({ err: error, workflowId }, 'the decision is left to the reconciler');
        return false;
      }
    },

    async hold(held) {
      try {
        await client.withDeadline(Date.now() + wakeWithinMs, () => signalHold(client, held, heldSignal));
      } catch (error) {
        throw unavailable(error);
      }
    },

    ended: (workflowId) => awaitEnd(client, workflowId),
  };
}

/** Waits until a workflow has ended in any way. @throws DomainError `not_ready` when that takes too long */
export async function awaitEnd(client: Client, workflowId: string): Promise<void> {
  try {
    await client.withDeadline(Date.now() + endWithinMs, () => client.workflow.getHandle(workflowId).result());
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw unavailable(error);
  }
}

/** Signals the workflow of the release, or starts a new one with the signal. */
async function signalHold(client: Client, { workflowId, input }: Held, signal: string): Promise<void> {
  await client.workflow.signalWithStart(workflowNames.holdRelease, {
    workflowId,
    taskQueue: queues.publish,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    signal,
    signalArgs: [],
    typedSearchAttributes: publishAttributes(input, 'hold_release'),
    staticSummary: `${input.ecosystem} ${input.name} ${input.version}`,
    staticDetails: 'Was visible and is hidden until a person decides.',
    args: [input],
  });
}
