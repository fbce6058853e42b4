import { inputLimits } from '../../domain/limits/inputs.ts';
import { WorkflowExecutionAlreadyStartedError, WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { DomainError, isErrorCode } from '../../domain/errors.ts';
import { insertUpload } from '../../store/postgres/releases/uploads.ts';
import {
  ids,
  type ImportAdvisoriesInput,
  type ImportReport,
  progressQuery,
  queues,
  workflowNames,
} from '../../workflows/definitions.ts';
import { jobAttributes } from '../../workflows/search-attributes.ts';
import { receive } from '../publishing/receive.ts';
import { discard } from '../publishing/uploads.ts';
import type { Platform } from '../platform.ts';

/** Largest accepted archive in bytes. */
const maxArchiveBytes = inputLimits['advisory archive'].bytes;

/** Long enough for an import to wait for a worker. */
const ttlSeconds = 7 * 86_400;

const pollMs = 500;

/**
 * Uploads an archive of OSV records and starts the workflow that reads it. Returns its id.
 * @throws DomainError `duplicate` while another import of this ecosystem runs
 */
export async function startImport(
  platform: Pick<Platform, 'pool' | 'blobs' | 'client'>,
  ecosystem: EcosystemId,
  file: string,
): Promise<string> {
  const upload = await receive(platform.blobs, createReadStream(file), maxArchiveBytes);
  const workflowId = ids.importAdvisories(ecosystem);
  try {
    await insertUpload(platform.pool, {
      ...upload,
      id: upload.uploadId,
      ecosystem,
      ttlSeconds,
      declared: { name: 'advisories', version: '', metadata: {} },
      purpose: { kind: 'advisories' },
      actor: {
        userId: '',
        username: 'operator',
        tokenId: null,
        boundRepositoryId: null,
        scopes: [],
        isExchanged: false,
        repositorySlug: null,
        ipAddress: null,
        userAgent: 'rookery admin',
      },
    });
    const input: ImportAdvisoriesInput = { ecosystem, uploadId: upload.uploadId };
    await platform.client.workflow.start(workflowNames.importAdvisories, {
      workflowId,
      taskQueue: queues.publish,
      workflowIdConflictPolicy: 'FAIL',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      typedSearchAttributes: jobAttributes(workflowNames.importAdvisories),
      staticSummary: `advisories of ${ecosystem}`,
      staticDetails: `sha256 ${upload.sha256}, ${upload.sizeBytes} bytes`,
      args: [input],
    });
    return workflowId;
  } catch (error) {
    await discard(platform, upload.uploadId);
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    throw new DomainError('duplicate', `advisories of ${ecosystem} are being imported already`, {}, error);
  }
}

/** Waits for the end of an import and returns its progress. @throws DomainError when it was refused or failed */
export async function followImport(
  { client }: Pick<Platform, 'client'>,
  workflowId: string,
  onProgress: (report: ImportReport) => void,
): Promise<ImportReport> {
  const handle = client.workflow.getHandle(workflowId);
  const finished = new AbortController();
  const watching = watch(
    async () => onProgress(await handle.query<ImportReport>(progressQuery)),
    finished.signal,
  );
  try {
    return (await handle.result()) as ImportReport;
  } catch (error) {
    const cause = error instanceof WorkflowFailedError ? error.cause : undefined;
    if (!(cause instanceof ApplicationFailure)) throw error;
    throw new DomainError(isErrorCode(cause.type) ? cause.type : 'internal', cause.message, {}, error);
  } finally {
    finished.abort();
    await watching;
  }
}

async function watch(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // an unreachable worker answers no queries; the import continues when it is back
    await look().catch(() => undefined);
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
}
