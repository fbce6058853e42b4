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

    /** Keeps the file with a release that no reader sees yet, or adds it after all. */
    async keepFile(input: StagedFileInput): Promise<FileOutcome> {
      await assertSentFor(platform, input);
      if (await keepStagedFile(platform, input)) return { status: 'staged', reason: null };
      return addFile(platform, input);
    },

    /** Adds the file, or holds it: see {@link addFile}. Asked again when a held one may have been decided. */
    async attach(input: StagedFileInput): Promise<FileOutcome> {
      await assertSentFor(platform, input);
      return addFile(platform, input);
    },

    /** Puts on record that no scan of it came to an end. */
    async noteUnscanned(input: FileInput): Promise<void> {
      await assertSentFor(platform, input);
      await noteUnscanned(platform.pool, input.uploadId);
    },

    withdrawFile: (input: FileInput): Promise<void> => discardFile(platform, input),
  };
}
