import { log } from '@temporalio/activity';
import { isAffected } from '../domain/advisory.ts';
import { EcosystemId } from '../domain/ecosystem-id.ts';
import { DomainError } from '../domain/errors.ts';
import type { Format } from '../ecosystems/format.ts';
import { requestMatching } from '../services/findings/request-matching.ts';
import { announceImport } from '../services/advisories/finish-import.ts';
import { stagingKey } from '../store/blobs/blobs.ts';
import { listAdvisories, saveAdvisories } from '../store/postgres/findings/advisories.ts';
import { listAdvisedPackages } from '../store/postgres/findings/advisory-feeds.ts';
import { startJob, updateJob } from '../store/postgres/jobs/jobs.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { deleteUpload, findUpload } from '../store/postgres/releases/uploads.ts';
import type { ImportAdvisoriesInput, ImportCounts, RunRef } from '../workflows/definitions.ts';
import { type AdvisoryRead, readAdvisories } from './advisory-archive.ts';
import type { Platform } from '../services/platform.ts';

export interface AdvisoryBatch {
  counts: ImportCounts;
  /** Entries of the whole archive. */
  total: number;
  /** The first entry of the next step; null at the end. */
  next: number | null;
}

/** Counts of packages and releases in this registry that an open advisory affects. */
export interface AffectedHere {
  packages: number;
  releases: number;
}

/** Entries of the archive per step. After a crash the step reads its entries again. */
const batchEntries = 20_000;
const rowsPerStatement = 200;
const packagesPerQuery = 200;

export type AdvisoryActivities = ReturnType<typeof createAdvisoryActivities>;

/** The steps of `importAdvisories`. Each can run twice: a stored advisory is not changed. */
export function createAdvisoryActivities(
  platform: Pick<Platform, 'pool' | 'blobs' | 'ecosystems' | 'client'>,
) {
  const { pool, blobs, ecosystems } = platform;
  return {
    /** Opens the job; refuses an ecosystem that is not served. */
    async beginImport({
      ecosystem,
      uploadId,
      workflowId,
      runId,
    }: ImportAdvisoriesInput & RunRef): Promise<void> {
      if (!(await isArchiveOf(pool, uploadId, ecosystem))) {
        throw new DomainError('invalid_state', 'the upload was sent for another purpose');
      }
      ecosystems.get(EcosystemId.parse(ecosystem));
      await startJob(pool, { kind: 'import_advisories', workflowId, runId, payload: { ecosystem } });
    },

    /** Stores the advisories of the archive's next entries. @throws DomainError `invalid_archive` */
    async importBatch({
      uploadId,
      ...input
    }: ImportAdvisoriesInput & { from: number }): Promise<AdvisoryBatch> {
      const ecosystem = ecosystems.get(EcosystemId.parse(input.ecosystem));
      return blobs.withLocalFile(stagingKey(uploadId), async (path) => {
        const window = { from: input.from, count: batchEntries };
        const { total, reads } = await readAdvisories(path, window, {
          osvName: ecosystem.osvName,
          canonicalName: (raw) => ecosystem.names.canonical(raw),
        });
        const counts = await saveAll(pool, ecosystem.id, reads);
        const next = input.from + batchEntries;
        return { counts, total, next: next < total ? next : null };
      });
    },

    /** Notifies clients of the new advisories, and requests findings for the packages in this registry. */
    async finishImport({
      uploadId,
      workflowId,
      runId,
      counts,
      ...input
    }: ImportAdvisoriesInput & RunRef & { counts: ImportCounts }): Promise<AffectedHere> {
      const ecosystem = ecosystems.get(EcosystemId.parse(input.ecosystem));
      await announceImport(pool, ecosystem.id, counts);
      const here = await countAffected(pool, ecosystem);
      await requestMatching(platform.client, ecosystem.id);
      await discard(platform, uploadId);
      await updateJob(pool, { workflowId, runId, status: 'completed' });
      return here;
    },

    /** Stored advisories stay: each of them is complete. */
    async abandonImport({
      ecosystem,
      uploadId,
      workflowId,
      runId,
      message,
    }: ImportAdvisoriesInput & RunRef & { message: string }): Promise<void> {
      if (await isArchiveOf(pool, uploadId, ecosystem)) await discard(platform, uploadId);
      await updateJob(pool, { workflowId, runId, status: 'dead', lastError: message });
    },
  };
}

/**
 * Whether the upload is an advisory archive that an operator sent. The workflow input proves nothing: any client of
 * the workflow service can name any upload.
 */
async function isArchiveOf(pool: Pool, uploadId: string, ecosystem: string): Promise<boolean> {
  const upload = await findUpload(pool, uploadId);
  const isOperators = upload?.actor.userId === '' && upload.ecosystem === ecosystem;
  return isOperators && upload.purpose.kind === 'advisories';
}

async function discard({ pool, blobs }: Pick<Platform, 'pool' | 'blobs'>, uploadId: string): Promise<void> {
  await deleteUpload(pool, uploadId);
  await blobs.delete(stagingKey(uploadId));
}

async function saveAll(
  pool: Pool,
  ecosystem: EcosystemId,
  reads: AsyncIterable<AdvisoryRead>,
): Promise<ImportCounts> {
  const counts = { read: 0, added: 0, updated: 0, withdrawn: 0, unchanged: 0, elsewhere: 0, refused: 0 };
  let waiting: Extract<AdvisoryRead, { kind: 'advisory' }>['record'][] = [];
  const flush = async () => {
    const saved = await saveAdvisories(pool, ecosystem, waiting);
    waiting = [];
    for (const key of ['added', 'updated', 'withdrawn', 'unchanged'] as const) counts[key] += saved[key];
  };
  for await (const read of reads) {
    counts.read += 1;
    if (read.kind === 'advisory') waiting.push(read.record);
    else counts[read.kind] += 1;
    if (read.kind === 'refused')
      log.warn('an advisory was left out', { path: read.path, reason: read.reason });
    if (waiting.length === rowsPerStatement) await flush();
  }
  if (waiting.length > 0) await flush();
  return counts;
}

async function countAffected(pool: Pool, ecosystem: Format): Promise<AffectedHere> {
  const here = { packages: 0, releases: 0 };
  let after: string | null = null;
  for (;;) {
    const candidates = await listAdvisedPackages(pool, ecosystem.id, after, packagesPerQuery);
    for (const { nameKey, versionKeys } of candidates) {
      const advisories = await listAdvisories(pool, ecosystem.id, [nameKey]);
      const about = advisories.flatMap(({ affected }) => affected.filter((pkg) => pkg.nameKey === nameKey));
      const releases = versionKeys.filter((key) =>
        about.some((affected) => isAffected(affected, key, ecosystem.versions)),
      );
      here.packages += Math.sign(releases.length);
      here.releases += releases.length;
    }
    after = candidates.at(-1)?.packageId ?? null;
    if (candidates.length < packagesPerQuery) return here;
  }
}
