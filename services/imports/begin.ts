import { inputLimits } from '../../domain/limits/inputs.ts';
import { setTimeout } from 'node:timers/promises';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { requireScope, type UserActor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { aboutInput, DomainError, forbidden, notFound } from '../../domain/errors.ts';
import { boundedId } from '../../domain/workflow-id.ts';
import type { Format } from '../../ecosystems/format.ts';
import { newId } from '../../store/postgres/ids.ts';
import { findOpenJob, findJobOfRun } from '../../store/postgres/jobs/job-list.ts';
import { startJob } from '../../store/postgres/jobs/jobs.ts';
import { deleteUpload } from '../../store/postgres/releases/uploads.ts';
import { ids, type ImportGitInput, queues, workflowNames } from '../../workflows/definitions.ts';
import { jobAttributes } from '../../workflows/search-attributes.ts';
import { assertOutside } from '../outgoing/guarded-request.ts';
import { permissionsUnder } from '../packages/permissions.ts';
import { refuseEarly, takeName } from '../publishing/refuse-early.ts';
import { saveUpload } from '../publishing/uploads.ts';
import type { Configured, Platform } from '../platform.ts';
import { nothing } from '../publishing/open-draft.ts';

export interface ImportCommand {
  name: string;
  /** The URL of a repository that needs no password. */
  url: string;
  /** Null: all tags that are versions. */
  tag: string | null;
}

const maxUrl = inputLimits['repository address'].characters;
const startAttempts = 15;
const startPauseMs = 200;

/**
 * Starts an import of a repository's tags and returns the id of its job. The same request during the import returns
 * the same job. @throws DomainError `insufficient_scope`, `forbidden`, `validation_failed`, `rate_limited`,
 * `invalid_state` while another import runs, `not_ready`, `not_found` for an ecosystem whose releases are not tags
 */
export async function beginImport(
  platform: Pick<Platform, 'client' | 'pool' | 'blobs' | 'consumeLimit'> & Configured<'publish' | 'imports'>,
  caller: Caller,
  ecosystem: Format,
  command: ImportCommand,
): Promise<{ jobId: string }> {
  const actor = requireScope(caller.actor, 'packages:write');
  const { name, tag } = command;
  if (ecosystem.ofGit === null) throw notFound('import');
  const metadata = ecosystem.ofGit(command.url);
  const url = readUrl(platform, command.url);
  const nameKey = ecosystem.names.canonical(name);
  const pkg = await refuseEarly(platform.pool, ecosystem, actor, { nameKey, versionKey: '', name });
  const { publish, refusal } = await permissionsUnder(platform, caller, { ecosystem, name });
  if (!publish) throw refusal ?? forbidden(`you may not publish ${name}`);
  const uploadId = newId();
  if (!pkg) await takeName(platform, ecosystem, actor, { nameKey, uploadId });
  await saveUpload(
    platform,
    ecosystem,
    actor,
    {
      caller,
      // each release gets the version of its tag
      declared: { name, version: tag ?? '', metadata },
      upload: { uploadId, sizeBytes: 0, ...nothing },
      needsApproval: actor.needsApproval === true,
    },
    { packageId: pkg?.id ?? null, purpose: { kind: 'import', url, tag } },
  );
  const workflowId = boundedId(ids.importGit(ecosystem.id, nameKey));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(platform, workflowId, { uploadId }, { ecosystem, actor, name, url, tag });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
    const job = await findOpenJob(platform.pool, workflowId);
    // the earlier job has ended, and its workflow is about to end
    if (!job && attempt < startAttempts) {
      await setTimeout(startPauseMs);
      continue;
    }
    await deleteUpload(platform.pool, uploadId);
    if (!job) throw new DomainError('not_ready', 'an import of this package has just begun: try again');
    if (job.payload.url === url && job.payload.tag === tag) return { jobId: job.id };
    throw new DomainError('invalid_state', 'another import of this package is running');
  }
}

interface Begun {
  ecosystem: Format;
  actor: UserActor;
  name: string;
  url: string;
  tag: string | null;
}

/** @throws WorkflowExecutionAlreadyStartedError */
async function start(
  { client, pool }: Pick<Platform, 'client' | 'pool'>,
  workflowId: string,
  input: ImportGitInput,
  { ecosystem, actor, name, url, tag }: Begun,
): Promise<{ jobId: string }> {
  const { firstExecutionRunId: runId } = await client.workflow.start(workflowNames.importGit, {
    workflowId,
    taskQueue: queues.publish,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: jobAttributes('import_git'),
    staticSummary: `${ecosystem.id} ${name} from git`,
    staticDetails: `Asked for by ${actor.username}: ${url}`,
    args: [input],
  });
  const run = { workflowId, runId };
  const payload = { ecosystem: ecosystem.id, name, url, tag };
  await startJob(pool, { kind: 'import_git', ...run, payload });
  return { jobId: await findJobOfRun(pool, run) };
}

const refusedUrl = (why: string, cause?: unknown) =>
  aboutInput('url', new DomainError('validation_failed', `url ${why}`, {}, cause));

/** @throws DomainError `validation_failed` */
function readUrl({ config }: Configured<'imports'>, raw: string): string {
  const { mayReachInside } = config.imports;
  const url = raw.length <= maxUrl ? URL.parse(raw) : null;
  const isWeb = url?.protocol === 'https:' || (mayReachInside && url?.protocol === 'http:');
  if (url === null || !isWeb) throw refusedUrl('is the address of a repository, and begins with https://');
  if (url.search !== '' || url.hash !== '') throw refusedUrl('has no question mark and no number sign');
  try {
    assertOutside(url, mayReachInside);
  } catch (error) {
    throw refusedUrl(`is refused: ${(error as Error).message}`, error);
  }
  return url.href;
}
