import { holdsForPlatform, isAuthorized } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { listStoredFiles } from '../../store/postgres/releases/artifacts.ts';
import { listHeldFiles, listWaitingFiles } from '../../store/postgres/releases/staged-files.ts';
import type { NamedVersion } from '../packages/find.ts';
import type { Platform } from '../platform.ts';
import { factsOf } from '../publishing/store-files.ts';
import { type Excerpt, excerptsOf } from './excerpts.ts';
import { getRelease } from './get.ts';
import { type Review, type ReviewFinding, reviewFile, reviewRelease } from './review.ts';

/** A held release, or a file that waits separately, as shown to users who decide about it. */
export interface InspectedHeld {
  review: Review;
  /** The lines around the findings. */
  excerpts: ReadonlyMap<ReviewFinding, Excerpt>;
  /** SHA-256 of files that the file browser can open; other files are not stored yet. */
  browsable: ReadonlySet<string>;
  mayDecide: boolean;
  isHeldByPlatform: boolean;
}

/** `uploadId`: a file that waits separately. @throws as `reviewRelease` and `reviewFile` */
export async function inspectHeld(
  platform: Pick<Platform, 'pool' | 'archives' | 'ecosystems'>,
  caller: Caller,
  { uploadId, ...named }: NamedVersion & { uploadId: string | null },
): Promise<InspectedHeld> {
  const review = await (uploadId === null
    ? reviewRelease(platform, caller, named)
    : reviewFile(platform, caller, { ...named, id: uploadId }));
  const { pkg, release } = await getRelease(platform, caller, named);
  const isHeldByPlatform = uploadId === null && release.isHeldByPlatform;
  const isOurs = !isHeldByPlatform || holdsForPlatform(caller.actor, 'triage');
  const [stored, waiting] = await Promise.all([
    listStoredFiles(platform.pool, release.id),
    uploadId === null
      ? listWaitingFiles(platform.pool, release.id)
      : listHeldFiles(platform.pool, release.id),
  ]);
  const staged = waiting.map((file) => ({
    sha256: file.sha256,
    format: factsOf(platform.ecosystems, file).format,
    uploadId: file.id,
  }));
  return {
    review,
    excerpts: await excerptsOf(platform, review, [...stored, ...staged]),
    browsable: new Set(stored.map(({ sha256 }) => sha256)),
    mayDecide: review.status === 'held' && isOurs && isAuthorized(caller.actor, 'triage', pkg),
    isHeldByPlatform,
  };
}
