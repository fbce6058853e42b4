import { join } from 'node:path';
import { canLeaveNetwork, checkNetworkIsolation } from '../activities/sandbox/launch.ts';
import { createSandbox, type Sandbox } from '../activities/sandbox/sandbox.ts';
import { DomainError, notFound } from '../domain/errors.ts';
import { FairQueue } from '../domain/fair-queue.ts';
import { answerLimits } from '../domain/limits/answers.ts';
import type { BrowseOutput, BrowseTask } from '../scan/browse.ts';
import type { ArchiveListing, ArchiveReader, BrowsableFile } from '../services/files/archive-reader.ts';
import { type Blobs, contentKey, stagingKey } from '../store/blobs/blobs.ts';
import type { SharedCache } from '../store/cache/shared-cache.ts';
import type { Config } from './config.ts';

/** The maximum size of a member that is shown or compared. */
const maxMemberBytes = answerLimits['member of an archive'].bytes;
const timeoutMs = 15_000;
const memoryMb = 256;
/** The number of concurrent processes that open archives for readers. */
const places = 2;
const maxWaiting = 64;

/** Opens archives for readers of pages, in processes without secrets that start on demand. */
export function createArchiveReader(
  config: Pick<Config, 'dataDir' | 'blobs' | 'limits' | 'sandbox'>,
  blobs: Pick<Blobs, 'withLocalFile'>,
  cache: SharedCache,
): ArchiveReader & AsyncDisposable {
  // a required sandbox is checked at the start, which fails without it; an optional one is checked at the first
  // archive
  const { isRequired } = config.sandbox;
  if (isRequired) checkNetworkIsolation(config.sandbox);
  let sandbox: Sandbox | undefined;
  const listings = cache.section<ArchiveListing>('archives');
  const bodies = cache.section<{ sizeBytes: number; body: Buffer | null }>('members');
  const turns = new FairQueue({
    places,
    maxWaiting,
    slowAfterMs: 2_000,
    penaltyMs: 30_000,
    refusal: 'this archive takes long to open: try again later',
    retryAfterSeconds: 30,
  });

  function open(): Sandbox {
    sandbox ??= createSandbox({
      memoryMb,
      readable: [join(config.dataDir, config.blobs.kind === 'disk' ? 'blobs' : 'tmp')],
      isOffline: isRequired || canLeaveNetwork(),
    });
    return sandbox;
  }

  function ask(file: BrowsableFile, task: Pick<BrowseTask, 'member'>): Promise<BrowseOutput> {
    const look = (begun: () => void) =>
      blobs.withLocalFile(keyOf(file), (path) => {
        begun();
        const { maxUploadBytes } = config.limits;
        const asked = { ...task, path, format: file.format, maxUploadBytes, maxBytes: maxMemberBytes };
        return open().run('browse', asked, timeoutMs);
      });
    // a process that had to be ended had kept other readers from its place
    return turns.run(file.sha256, look, { wasEnded: (error) => !(error instanceof DomainError) });
  }

  return {
    async list(file) {
      const known = listings.get(file.sha256);
      if (known) return known;
      const output = await ask(file, {});
      if (output.status !== 'listed') throw unreadable(output);
      const listing = { members: output.members, root: output.root };
      listings.set(file.sha256, listing);
      return listing;
    },
    async read(file, path) {
      const key = `${file.sha256} ${path}`;
      const known = bodies.get(key);
      if (known) return known;
      const { members } = await this.list(file);
      if (!members.some((member) => member.path === path)) throw notFound('file');
      const output = await ask(file, { member: path });
      if (output.status !== 'read') throw unreadable(output);
      const { sizeBytes, body } = output;
      const read = { sizeBytes, body: body && Buffer.from(body) };
      bodies.set(key, read);
      return read;
    },
    async [Symbol.asyncDispose]() {
      await sandbox?.[Symbol.asyncDispose]();
    },
  };
}

const keyOf = ({ sha256, uploadId }: BrowsableFile) =>
  uploadId === undefined ? contentKey(sha256) : stagingKey(uploadId);

function unreadable(output: BrowseOutput): DomainError {
  const why = output.status === 'refused' ? output.detail : 'it changed while it was read';
  return new DomainError('invalid_archive', why);
}
