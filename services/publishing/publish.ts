import {
  type Client,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure, type Workflow } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { canRead } from '../../domain/access.ts';
import { isPlatformAdmin, may } from '../../domain/authorize.ts';
import { requireBinding, requireScope, type UserActor } from '../../domain/actor.ts';
import { isTaken } from '../../domain/deletion.ts';
import { sha256Hex } from '../../domain/digest.ts';
import {
  DomainError,
  type ErrorMeta,
  forbidden,
  isErrorCode,
  trustedPublishingOnly,
  versionExists,
} from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PublishCommand, Receipt } from '../../ecosystems/context/publishing.ts';
import type { Blobs } from '../../store/blobs/blobs.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Pool, Queryable } from '../../store/postgres/pool.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import { deleteUpload, insertUpload, type Purpose } from '../../store/postgres/releases/uploads.ts';
import {
  decidedSignal,
  ids,
  joinedSteps,
  type PublishReceipt,
  type PublishInput,
  queues,
  type SettleInput,
  settleUpdate,
  workflowNames,
} from '../../workflows/definitions.ts';
import { publishAttributes } from '../../workflows/search-attributes.ts';
import { awaitEnd } from '../releases/decisions/held-release.ts';
import { boundedId } from '../../domain/workflow-id.ts';
import type { TakeAction } from '../limits/actions.ts';

export interface PublishingDeps {
  take: TakeAction;
  client: Client;
  pool: Pool;
  blobs: Blobs;
  baseUrl: string;
  deadlineMs: number;
  stagedTtlSeconds: number;
  /** The package has something new to show: caches drop it before the client can ask again. */
  onPublished(packageId: string): void;
  onOutcome(ecosystem: string, outcome: string): void;
}

export type Publish = (ecosystem: Format, command: PublishCommand) => Promise<Receipt>;

/** On top of the deadline; an unreachable service must not double it. */
const confirmWithinMs = 2_000;

/** Starts the durable publish, or joins the one that is running, and waits for its receipt. */
export function createPublishing(deps: PublishingDeps): Publish {
  return async (ecosystem, asked) => {
    const command = withApproval(asked);
    const { declared, upload } = command;
    const statusUrl = statusUrlOf(deps.baseUrl, ecosystem, declared);
    try {
      const actor = requireScope(command.caller.actor, 'packages:write');
      const nameKey = ecosystem.names.canonical(declared.name);
      const versionKey = ecosystem.versions.canonical(declared.version);
      const pkg = await refuseEarly(deps.pool, ecosystem, actor, { nameKey, versionKey });
      if (!pkg) await takeName(deps, ecosystem, actor, { nameKey, uploadId: upload.uploadId });
      await saveUpload(deps, ecosystem, actor, command, {
        packageId: pkg?.id ?? null,
        purpose: { kind: 'publish' },
      });
      const input: PublishInput = {
        uploadId: upload.uploadId,
        ecosystem: ecosystem.id,
        name: declared.name,
        version: declared.version,
        sha256: upload.sha256,
        publisher: actor.userId,
        intent: intentOf(command),
        steps: joinedSteps,
      };
      const workflowId = boundedId(ids.publish(ecosystem.id, nameKey, versionKey));
      const receipt = await awaitLasting(deps, { workflowId, versionKey, input }, actor.username);
      if (receipt) deps.onPublished(receipt.packageId);
      if (receipt && receipt.uploadId !== upload.uploadId) await discard(deps, upload.uploadId);
      const status =
        receipt === undefined ? 'pending' : receipt.status === 'published' ? 'published' : 'held';
      deps.onOutcome(ecosystem.id, status);
      return { status, statusUrl };
    } catch (error) {
      deps.onOutcome(ecosystem.id, error instanceof DomainError ? error.code : 'internal');
      // a refusal is final; after anything else the workflow may still be using the bytes: they expire
      if (error instanceof DomainError && error.isPermanent) await discard(deps, upload.uploadId);
      throw error;
    }
  };
}

/** Page where people follow a release. */
export function statusUrlOf(
  baseUrl: string,
  { id }: Pick<Format, 'id'>,
  { name, version }: { name: string; version: string },
): string {
  return `${baseUrl}/v1/packages/${id}/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`;
}

/** Whoever vouched for the credential may have said that people decide. */
function withApproval(command: PublishCommand): PublishCommand {
  const { actor } = command.caller;
  return actor.kind === 'user' && actor.needsApproval === true
    ? { ...command, needsApproval: true }
    : command;
}

/** What can be refused without starting a workflow; `quarantine` judges again, under the lock. */
export async function refuseEarly(
  pool: Pool,
  ecosystem: Format,
  actor: UserActor,
  key: { nameKey: string; versionKey: string },
): Promise<PackageRow | null> {
  const pkg = await findPackage(pool, ecosystem.id, key.nameKey);
  if (!pkg && actor.boundPackageIds) throw forbidden('this token is bound to a package: it creates none');
  if (!pkg) return null;
  if (!may(actor, 'publish', pkg)) {
    const whose = canRead(pkg, actor) ? 'it belongs to somebody else' : 'the name is taken';
    throw forbidden(`you may not publish ${pkg.name}: ${whose}`);
  }
  requireBinding(actor, { packageId: pkg.id, repositoryId: pkg.repositoryId });
  if (pkg.trustedPublishingOnly && actor.exchangedIn === undefined) throw trustedPublishingOnly(pkg.name);
  const release = await findRelease(pool, pkg.id, key.versionKey);
  if (release && isTaken(release, ecosystem.deletedVersions)) {
    throw versionExists(pkg.name, release.version);
  }
  return pkg;
}

/** A name costs its person one of a few. Whoever runs the platform may bring whole registries. @throws DomainError `rate_limited` */
export async function takeName(
  deps: PublishingDeps,
  ecosystem: Format,
  actor: UserActor,
  { nameKey, uploadId }: { nameKey: string; uploadId: string },
): Promise<void> {
  if (isPlatformAdmin(actor)) return;
  try {
    await deps.take('create_name', actor.userId, `${ecosystem.id}:${nameKey}`);
  } catch (error) {
    // no workflow knows of the bytes yet
    await discard(deps, uploadId);
    throw error;
  }
}

/** What the workflow finds again by the upload's id. @throws DomainError `too_large` for what no such file may be */
export async function saveUpload(
  deps: { pool: Queryable; stagedTtlSeconds: number },
  ecosystem: Format,
  actor: UserActor,
  { declared, upload, caller, needsApproval = false }: PublishCommand,
  target: { packageId: string | null; purpose: Purpose },
): Promise<void> {
  const { maxBytes } = ecosystem.file(declared);
  if (upload.sizeBytes > maxBytes) {
    throw new DomainError('too_large', `the file is larger than ${maxBytes} bytes`);
  }
  await insertUpload(deps.pool, {
    ...upload,
    id: upload.uploadId,
    ecosystem: ecosystem.id,
    declared,
    purpose: target.purpose,
    ttlSeconds: deps.stagedTtlSeconds,
    actor: {
      userId: actor.userId,
      username: actor.username,
      tokenId: actor.tokenId ?? null,
      boundRepositoryId: actor.boundRepositoryId ?? null,
      // of the packages it may be, the one it is
      boundPackageId: actor.boundPackageIds ? target.packageId : null,
      ...(actor.boundPackageIds ? { boundPackageIds: [...actor.boundPackageIds] } : {}),
      scopes: [...actor.scopes],
      ...(actor.tokenKind === undefined ? {} : { tokenKind: actor.tokenKind }),
      isExchanged: actor.exchangedIn !== undefined,
      repositorySlug: caller.repository,
      ...caller.origin,
      ...(needsApproval ? { asksForApproval: true } : {}),
    },
  });
}

/**
 * A run ends a moment later than its release may: who joins one whose release was deleted meanwhile has published
 * nothing, and starts over once it has ended.
 */
async function awaitLasting(
  deps: PublishingDeps,
  { workflowId, versionKey, input }: { workflowId: string; versionKey: string; input: PublishInput },
  username: string,
): Promise<PublishReceipt | undefined> {
  for (;;) {
    const receipt = await awaitReceipt(deps, workflowId, input, username);
    if (receipt?.status !== 'published' || receipt.uploadId === input.uploadId) return receipt;
    const release = await findRelease(deps.pool, receipt.packageId, versionKey);
    if (release && release.state !== 'deleted') return receipt;
    await awaitEnd(deps.client, workflowId);
  }
}

export function awaitReceipt(
  deps: Waiting,
  workflowId: string,
  input: PublishInput,
  username: string,
): Promise<PublishReceipt | undefined> {
  const operation = new WithStartWorkflowOperation(workflowNames.publishRelease, {
    workflowId,
    ...optionsOf(input, username),
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  return awaitSettled<PublishReceipt>(deps, workflowId, operation, input);
}

function optionsOf(input: PublishInput, username: string) {
  return {
    taskQueue: queues.publish,
    // an existing version is refused by the database, under a lock; a rejected one may come again
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    typedSearchAttributes: publishAttributes(input),
    staticSummary: `${input.ecosystem} ${input.name} ${input.version}`,
    staticDetails: `Published by ${username}, sha256 ${input.sha256}`,
    priority: { priorityKey: 1 },
    args: [input],
  };
}

/** The caller's change is on record, and the reconciler would see to the rest: no reason to keep it waiting. */
const wakeWithinMs = 3_000;

/** Has the run look at its rows again, and starts one if there is none. @throws DomainError `not_ready` */
export async function wakePublish(
  { client }: Pick<PublishingDeps, 'client'>,
  { workflowId, input }: { workflowId: string; input: PublishInput },
  username: string,
): Promise<void> {
  try {
    await client.withDeadline(Date.now() + wakeWithinMs, () =>
      client.workflow.signalWithStart(workflowNames.publishRelease, {
        workflowId,
        ...optionsOf(input, username),
        signal: decidedSignal,
        signalArgs: [],
      }),
    );
  } catch (error) {
    throw unavailable(error);
  }
}

type Waiting = Pick<PublishingDeps, 'client' | 'deadlineMs'>;

/** Undefined when the deadline passed first: the workflow goes on. */
export async function awaitSettled<Outcome>(
  { client, deadlineMs }: Waiting,
  workflowId: string,
  startWorkflowOperation: WithStartWorkflowOperation<Workflow>,
  { sha256, publisher, intent }: SettleInput,
): Promise<Outcome | undefined> {
  try {
    return await client.withDeadline(Date.now() + deadlineMs, () =>
      client.workflow.executeUpdateWithStart<Workflow, Outcome, [SettleInput]>(settleUpdate, {
        startWorkflowOperation,
        updateId: randomUUID(),
        args: [{ sha256, publisher, ...(intent === undefined ? {} : { intent }) }],
      }),
    );
  } catch (error) {
    const isLate = error instanceof WorkflowUpdateRPCTimeoutOrCancelledError;
    if (isLate && (await isRunning(client, workflowId))) return undefined;
    throw asDomainError(error);
  }
}

/** The deadline also passes while the service can't be reached: only a workflow that exists may be promised. */
async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.withDeadline(Date.now() + confirmWithinMs, () =>
      client.workflow.getHandle(workflowId).describe(),
    );
    return status.name === 'RUNNING';
  } catch {
    return false;
  }
}

function asDomainError(error: unknown): DomainError {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
  if (cause instanceof ApplicationFailure && isErrorCode(cause.type)) {
    const meta = (cause.details?.[0] ?? {}) as ErrorMeta;
    return new DomainError(cause.type, cause.message, meta, error);
  }
  if (error instanceof WorkflowUpdateFailedError)
    return new DomainError('internal', 'the publish failed', {}, error);
  return unavailable(error);
}

const unavailable = (cause: unknown) =>
  new DomainError(
    'not_ready',
    'publishing is not available right now, try again',
    { retryAfterSeconds: 5 },
    cause,
  );

/** Throws away staged bytes that nobody will use. */
export async function discard(
  { pool, blobs }: Pick<PublishingDeps, 'pool' | 'blobs'>,
  uploadId: string,
): Promise<void> {
  await deleteUpload(pool, uploadId);
  await blobs.delete(stagingKey(uploadId));
}

/** What a request wants beside its bytes: joining a publish that wants something else would betray one of them. */
function intentOf({ declared, needsApproval = false }: PublishCommand): string {
  return sha256Hex(JSON.stringify([declared, needsApproval]));
}
