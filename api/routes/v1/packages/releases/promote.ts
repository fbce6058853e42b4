import { z } from 'zod';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { clearableText, text } from '../../../fields.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { FilesDigest, filesSeen } from './approved-files.ts';
import { acceptsRevoked, answerDecided, decided } from './decide.ts';
import type { Services } from '../../../../../services/index.ts';
import { acceptsRulesFields, readAccepted } from '../../accepts-rules.ts';

const Promotion = z.object({
  repository_slug: text(fieldLimits.slug).min(1).describe('A release repository of the same owner'),
  move_releases: z
    .boolean()
    .default(false)
    .describe('Releases that are visible in the staging one go with it'),
  reason: clearableText(fieldLimits.reason),
  files_digest: FilesDigest,
  accepts_revoked: acceptsRevoked,
  ...acceptsRulesFields,
});

export function registerPromoteRelease(app: Routes, services: Services): void {
  app.post(
    `${releasePath}/promote`,
    {
      schema: {
        operationId: 'promoteRelease',
        tags: ['releases'],
        summary: 'Bring a release from a staging repository into a release repository; approves a held one',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        body: Promotion,
        response: decided,
      },
    },
    async (request, reply) => {
      const { repository_slug: repositorySlug, move_releases: movesReleases, reason = null } = request.body;
      const { accepts_revoked } = request.body;
      const caller = callerOf(request, request.actor);
      const command = {
        repositorySlug,
        movesReleases,
        reason,
        accepted: readAccepted(request.body),
        acceptsRevoked: accepts_revoked,
        filesDigest: filesSeen(request, request.body.files_digest),
      };
      const promoted = await services.releases.promote(caller, readNamed(services, request.params), command);
      return answerDecided(services, request, reply, promoted);
    },
  );
}
