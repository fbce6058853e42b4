import { validate as isUuid } from 'uuid';
import type { Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { ImportStatus } from '../../ecosystems/context/imports.ts';
import { findJob, type ListedJob } from '../../store/postgres/jobs/job-list.ts';
import { permissionsUnder } from '../packages/permissions.ts';
import type { Configured, Platform } from '../platform.ts';

interface Named {
  name: string;
  jobId: string;
}

/** {@link showImport} for a page that only has the id. @throws DomainError `not_found` */
export async function findImport(
  platform: Pick<Platform, 'pool'> & Configured<'publish'>,
  caller: Caller,
  ecosystem: Format,
  jobId: string,
): Promise<ImportStatus & { name: string }> {
  const job = isUuid(jobId) ? await findJob(platform.pool, jobId) : null;
  const name = job?.payload['name'];
  if (typeof name !== 'string') throw notFound('import');
  return { name, ...(await showImport(platform, caller, ecosystem, name, jobId)) };
}

/** Shows an import to publishers of the package. @throws DomainError `not_found` */
export async function showImport(
  platform: Pick<Platform, 'pool'> & Configured<'publish'>,
  caller: Caller,
  ecosystem: Format,
  name: string,
  jobId: string,
): Promise<ImportStatus> {
  const { id, status, payload, lastError, startedAt, completedAt } = await getImport(
    platform,
    caller,
    ecosystem,
    { name, jobId },
  );
  return {
    jobId: id,
    status,
    url: String(payload['url']),
    tag: typeof payload['tag'] === 'string' ? payload['tag'] : null,
    counts: (payload['result'] ?? {}) as ImportStatus['counts'],
    refused: (payload['refused'] ?? []) as ImportStatus['refused'],
    error: lastError,
    startedAt,
    completedAt,
  };
}

/** Cancels an import; published versions stay. @throws DomainError `not_found`, `invalid_state` once it has ended */
export async function cancelImport(
  platform: Pick<Platform, 'pool' | 'jobRuns'> & Configured<'publish'>,
  caller: Caller,
  ecosystem: Format,
  name: string,
  jobId: string,
): Promise<void> {
  const { jobRuns } = platform;
  const job = await getImport(platform, caller, ecosystem, { name, jobId });
  const isOpen = job.completedAt === null && (await jobRuns.isRunning(job));
  if (!isOpen || !(await jobRuns.cancel(job))) throw new DomainError('invalid_state', 'the import has ended');
}

async function getImport(
  platform: Pick<Platform, 'pool'> & Configured<'publish'>,
  caller: Caller,
  ecosystem: Format,
  { name, jobId }: Named,
): Promise<ListedJob> {
  const { publish } = await permissionsUnder(platform, caller, { ecosystem, name });
  const job = publish && isUuid(jobId) ? await findJob(platform.pool, jobId) : null;
  const { ecosystem: id, name: written } = job?.payload ?? {};
  const isOurs = job?.kind === 'import_git' && id === ecosystem.id && typeof written === 'string';
  if (!isOurs || ecosystem.names.canonical(written) !== ecosystem.names.canonical(name))
    throw notFound('import');
  return job;
}
