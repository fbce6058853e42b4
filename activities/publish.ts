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

/** The steps of `publishRelease`. Each can run twice, and after a crash at any line, with the same outcome. */
export function createPublishActivities(platform: PublishPlatform) {
  return {
    /** From here on the release exists and is invisible. Its bytes are at their content addresses, but for a draft's. */
    async accept(input: PublishInput & RunRef): Promise<ReleaseRef> {
      const release = await acceptPublish(platform, owned(input));
      if (!release.isDraft) await storeFiles(platform, owned(release));
      return release;
    },

    /** The bytes of a draft's files to their content addresses, and the release to the scanner. */
    storeDraft: (ref: ReleaseRef): Promise<void> => storeFiles(platform, owned(ref)),

    /** Whether the draft is committed; else the time until the next look. @throws DomainError `invalid_state` when it was discarded */
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
