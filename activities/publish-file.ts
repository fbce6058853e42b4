import type { Configured, Platform } from '../services/platform.ts';
import {
  assertSentFor,
  discardFile,
  type FileTarget,
  findFileTarget,
} from '../services/publishing/file-target.ts';
import { addFile, type FileOutcome } from '../services/releases/add-file.ts';
import { keepStagedFile, type StagedFileInput } from '../services/releases/keep-staged-file.ts';
import { noteUnscanned } from '../services/releases/scan-failure.ts';
import type { FileInput } from '../workflows/definitions.ts';

export type FileActivities = ReturnType<typeof createFileActivities>;

/** The steps of `publishFile`. Each can run twice with the same outcome. */
export function createFileActivities(
  platform: Pick<Platform, 'pool' | 'blobs' | 'catalog' | 'ecosystems'> & Configured<'publish'>,
) {
  return {
    findTarget: (input: FileInput): Promise<FileTarget> => findFileTarget(platform, input),

    /** Keeps the file with a release that is not visible yet; adds the file if the release is visible meanwhile. */
    async keepFile(input: StagedFileInput): Promise<FileOutcome> {
      await assertSentFor(platform, input);
      if (await keepStagedFile(platform, input)) return { status: 'staged', reason: null };
      return addFile(platform, input);
    },

    /** Adds or holds the file: see {@link addFile}. Repeated when a decision about a held file may exist. */
    async attach(input: StagedFileInput): Promise<FileOutcome> {
      await assertSentFor(platform, input);
      return addFile(platform, input);
    },

    /** Records that no scan of the file was completed. */
    async noteUnscanned(input: FileInput): Promise<void> {
      await assertSentFor(platform, input);
      await noteUnscanned(platform.pool, input.uploadId);
    },

    withdrawFile: (input: FileInput): Promise<void> => discardFile(platform, input),
  };
}
