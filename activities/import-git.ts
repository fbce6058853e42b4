import { inputLimits } from '../domain/limits/inputs.ts';
import { hostedPackage } from '../domain/package-address.ts';
import { activityInfo, Context } from '@temporalio/activity';
import { DomainError } from '../domain/errors.ts';
import { isTaken } from '../domain/deletion.ts';
import { boundedId } from '../domain/workflow-id.ts';
import { EcosystemId } from '../domain/ecosystem-id.ts';
import type { Format } from '../ecosystems/format.ts';
import { awaitReceipt } from '../services/publishing/publish-run.ts';
import { loadUploader } from '../services/publishing/placement.ts';
import { receive } from '../services/publishing/receive.ts';
import { discard } from '../services/publishing/uploads.ts';
import { addJobResult, startJob, updateJob } from '../store/postgres/jobs/jobs.ts';
import { noteRefusedTag } from '../store/postgres/jobs/refused-tags.ts';
import { findPackage } from '../store/postgres/packages/packages.ts';
import { findRelease, listStandings } from '../store/postgres/releases/releases.ts';
import { findUpload, insertUpload, type UploadRow } from '../store/postgres/releases/uploads.ts';
import { ids, type ImportGitInput, type PublishInput } from '../workflows/definitions.ts';
import { archiveTag, type GitAccess, listTags, type Tag } from './git/repository.ts';
import type { Configured, Platform } from '../services/platform.ts';

/** The most tags of one import; the next import continues after them. */
const maxTags = inputLimits['imported tags'].count;

export interface TagList {
  /** Tags whose version does not exist here yet, in the order of versions. */
  tags: Tag[];
  /** The number of tags of the repository that are not versions. */
  ignored: number;
  /** The number of versions that exist already. */
  present: number;
  /** The number of tags that are left for another import. */
  left: number;
}

export type TagOutcome = 'published' | 'held' | 'pending' | 'present' | 'refused';

interface Wanted {
  upload: UploadRow;
  url: string;
  tag: string | null;
  ecosystem: Format;
  nameKey: string;
}

export type ImportGitActivities = ReturnType<typeof createImportGitActivities>;

type ImportPlatform = Pick<Platform, 'pool' | 'blobs' | 'ecosystems' | 'client'> &
  Configured<'limits' | 'publish'>;

/** The steps of `importGit`. Each can run twice: a published tag is not changed. */
export function createImportGitActivities(platform: ImportPlatform, git: GitAccess) {
  return {
    /** Opens the job, and returns the tags to publish. @throws DomainError */
    async listImportTags({ uploadId }: ImportGitInput): Promise<TagList> {
      const wanted = await load(platform, uploadId);
      const { url, tag, ecosystem, nameKey, upload } = wanted;
      await startJob(platform.pool, {
        kind: 'import_git',
        ...run(),
        payload: { ecosystem: ecosystem.id, name: upload.declared.name, url, tag },
      });
      const { tags, others } = await listTags(git, url, Context.current().cancellationSignal);
      const named = tags.filter(({ name }) => tag === null || name === tag);
      if (tag !== null && named.length === 0)
        throw new DomainError('validation_failed', `the repository has no tag ${tag} that is a version`);
      const versions = named.flatMap((each) => {
        const key = keyOf(ecosystem, each.name);
        return key === undefined ? [] : [{ ...each, key }];
      });
      // `v1.0` and `1.0.0` are one version
      const once = [...new Map(versions.map((each) => [each.key, each])).values()];
      const pkg = await findPackage(platform.pool, hostedPackage(ecosystem.id, nameKey));
      const standings = pkg ? await listStandings(platform.pool, pkg.id) : [];
      const taken = standings.filter((each) => isTaken(each, ecosystem.deletedVersions));
      const known = new Set(taken.map(({ versionKey }) => versionKey));
      const missing = once
        .filter(({ key }) => !known.has(key))
        .toSorted((a, b) => ecosystem.versions.compare(a.key, b.key));
      const chosen = missing.slice(0, maxTags);
      const counts = {
        ignored: others + named.length - once.length,
        present: once.length - missing.length,
        left: missing.length - chosen.length,
      };
      await addJobResult(platform.pool, run(), { tags: chosen.length, ...counts });
      return { tags: chosen.map(({ name, commit }) => ({ name, commit })), ...counts };
    },

    /** Fetches and publishes one tag, and waits a while for the outcome. @throws Error for a retry */
    async importTag({ uploadId, tag }: ImportGitInput & { tag: string }): Promise<{ outcome: TagOutcome }> {
      const wanted = await load(platform, uploadId);
      let outcome: TagOutcome;
      try {
        outcome = await importOne(platform, git, { ...wanted, name: tag });
      } catch (error) {
        const isOfTag = error instanceof DomainError && error.isPermanent && error.code !== 'token_revoked';
        if (!isOfTag) throw error;
        await noteRefusedTag(platform.pool, run(), { tag, reason: error.detail.slice(0, 300) });
        outcome = 'refused';
      }
      await addJobResult(platform.pool, run(), { [outcome]: 1 });
      return { outcome };
    },

    /** Records the outcome; published versions stay in any case. */
    async endImport({
      status,
      message,
    }: ImportGitInput & {
      status: 'completed' | 'failed' | 'cancelled';
      message: string | null;
    }): Promise<void> {
      await updateJob(platform.pool, { ...run(), status, lastError: message });
    },
  };
}

async function importOne(
  platform: ImportPlatform,
  git: GitAccess,
  { ecosystem, upload, url, nameKey, name: tag }: Wanted & { name: string },
): Promise<TagOutcome> {
  const { pool, blobs } = platform;
  const versionKey = ecosystem.versions.canonical(tag);
  const pkg = await findPackage(pool, hostedPackage(ecosystem.id, nameKey));
  const existing = pkg && (await findRelease(pool, pkg.id, versionKey));
  // otherwise a running publish is joined below
  if (existing && isTaken(existing, ecosystem.deletedVersions)) return 'present';

  const signal = Context.current().cancellationSignal;
  const maxBytes = Math.min(
    platform.config.limits.maxUploadBytes,
    git.limits?.maxBytes ?? platform.config.limits.maxUploadBytes,
  );
  const { commit, taken, ended } = await archiveTag(git, { url, tag, signal }, (zip) =>
    receive(blobs, zip, maxBytes),
  );
  try {
    await ended;
  } catch (error) {
    await discard(platform, taken.uploadId);
    throw error;
  }
  const { name } = upload.declared;
  const metadata = { ...upload.declared.metadata, reference: commit };
  await insertUpload(pool, {
    ...taken,
    id: taken.uploadId,
    ecosystem: ecosystem.id,
    declared: { name, version: tag, metadata },
    actor: upload.actor,
    purpose: { kind: 'publish' },
    ttlSeconds: platform.config.publish.stagedTtlSeconds,
  });
  const input: PublishInput = {
    uploadId: taken.uploadId,
    ecosystem: ecosystem.id,
    name,
    version: tag,
    sha256: taken.sha256,
    publisher: upload.actor.userId,
  };
  const workflowId = boundedId(ids.publish(ecosystem.id, nameKey, versionKey));
  try {
    const receipt = await awaitReceipt(platform, workflowId, input, upload.actor.username);
    if (receipt && receipt.uploadId !== taken.uploadId) await discard(platform, taken.uploadId);
    if (!receipt) return 'pending';
    return receipt.status === 'published' ? 'published' : 'held';
  } catch (error) {
    if (error instanceof DomainError && error.isPermanent) await discard(platform, taken.uploadId);
    throw error;
  }
}

/**
 * Loads the request from its row; the workflow has only its id. @throws DomainError `invalid_state`, `token_revoked`,
 * `forbidden`
 */
async function load({ pool, ecosystems }: ImportPlatform, uploadId: string): Promise<Wanted> {
  const upload = await findUpload(pool, uploadId);
  if (upload?.purpose.kind !== 'import')
    throw new DomainError('invalid_state', 'the import has expired: ask for it again');
  const { url, tag } = upload.purpose;
  const ecosystem = ecosystems.get(EcosystemId.parse(upload.ecosystem));
  const nameKey = ecosystem.names.canonical(upload.declared.name);
  // checked before each step; versions that are published already stay
  await loadUploader(pool, upload);
  if (run().workflowId !== boundedId(ids.importGit(ecosystem.id, nameKey)))
    throw new DomainError('invalid_state', 'the import was asked for elsewhere');
  return { upload, url, tag, ecosystem, nameKey };
}

function run(): { workflowId: string; runId: string } {
  const { workflowExecution } = activityInfo();
  return { workflowId: workflowExecution?.workflowId ?? '', runId: workflowExecution?.runId ?? '' };
}

function keyOf({ versions }: Format, tag: string): string | undefined {
  try {
    return versions.canonical(tag);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
