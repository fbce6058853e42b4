import type { Configured, Platform } from '../services/platform.ts';
import { acceptPublish } from '../services/publishing/accept.ts';
import { type DraftStanding, lookAtDraft } from '../services/publishing/look-at-draft.ts';
import { storeFiles } from '../services/publishing/store-files.ts';
import {
  applyRejection,
  findOpenDecision,
  reviewObstacle,
  takeDecision,
} from '../services/releases/decisions/of-workflow.ts';
import { holdUnfinished, resumeHold } from '../services/releases/hold-unfinished.ts';
import { publishRelease } from '../services/releases/publish.ts';
import { type EndedPublish, withdrawPublish } from '../services/releases/withdraw.ts';
import type { NotedDecision, PublishInput, ReleaseRef, RunRef } from '../workflows/definitions.ts';
import { owned, runningAttempt } from './running-workflow.ts';

export type PublishActivities = ReturnType<typeof createPublishActivities>;

type PublishPlatform = Pick<Platform, 'pool' | 'blobs' | 'catalog' | 'ecosystems' | 'signer' | 'log'> &
  Configured<'publish'>;

/** The steps of `publishRelease`. Each can run twice, even after a crash at any line, with the same outcome. */
export function createPublishActivities(platform: PublishPlatform) {
  return {
    /** Creates the invisible release, and moves its bytes to their content addresses, unless it is a draft. */
    async accept(input: PublishInput & RunRef): Promise<ReleaseRef> {
      const release = await acceptPublish(platform, owned(input));
      if (!release.isDraft) await storeFiles(platform, owned(release));
      return release;
    },

    /** Moves the bytes of a draft's files to their content addresses, and makes the release ready for the scanner. */
    storeDraft: (ref: ReleaseRef): Promise<void> => storeFiles(platform, owned(ref)),

    /**
     * Returns the time until the next look; null when the draft is committed. @throws DomainError `invalid_state` when
     * discarded
     */
    lookAtDraft: (ref: ReleaseRef): Promise<DraftStanding> => lookAtDraft(platform, owned(ref)),

    hold: (ref: ReleaseRef & { reason: string }): Promise<void> => holdUnfinished(platform, owned(ref)),

    findDecision: (ref: ReleaseRef): Promise<NotedDecision | null> => findOpenDecision(platform, owned(ref)),

    takeDecision: (ref: ReleaseRef & { decisionId: string }): Promise<void> =>
      takeDecision(platform, owned(ref)),

    review: (ref: ReleaseRef & { reason: string }): Promise<string | null> =>
      reviewObstacle(platform, owned(ref)),

    resumeHold: (ref: ReleaseRef & RunRef): Promise<string | null> => resumeHold(platform, owned(ref)),

    publish: (ref: ReleaseRef & { isReturning?: boolean }): Promise<string | null> =>
      publishRelease(platform, owned(ref), runningAttempt()),

    reject: (ref: ReleaseRef): Promise<void> => applyRejection(platform, owned(ref)),

    withdraw: (ended: EndedPublish & { workflowId: string }): Promise<void> =>
      withdrawPublish(platform, ended, runningAttempt().run),
  };
}
