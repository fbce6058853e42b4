import { z } from 'zod';
import { DomainError } from '../../../../../domain/errors.ts';
import { isReadable } from '../../../../../domain/release.ts';
import { findReleaseById } from '../../../../../store/postgres/releases/releases.ts';
import { performerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { text } from '../../../fields.ts';
import { afterChange } from '../after-change.ts';
import { getVisibleRelease, getWritablePackage, ReleaseParams, releasePath } from '../find.ts';
import { carryHold, hideRelease } from './hide.ts';
import { presentRelease, Release } from './present.ts';

const Hold = z.object({ reason: text(1_000).min(1) });

export function registerHoldRelease(app: Routes, deps: ManagementDeps): void {
  app.post(
    `${releasePath}/hold`,
    {
      schema: {
        operationId: 'holdRelease',
        tags: ['releases'],
        summary: 'Hide a published release at once until somebody approves it again or rejects it',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        body: Hold,
        response: { 200: Release },
      },
    },
    async (request) => {
      const { params, body } = request;
      const subject = await getWritablePackage(deps, request.actor, params, 'hold');
      const { ecosystem, actor } = subject;
      const { id } = await getVisibleRelease(deps, subject, actor, params.version);
      const release = await deps.catalog.changePackage(subject.pkg.id, async (tx, pkg) => {
        const found = await findReleaseById(tx, id);
        if (!found || !isReadable(found))
          throw new DomainError('invalid_state', 'the release is not published');
        const performer = performerOf(request, actor);
        const why = { reason: 'policy_hold', explanation: body.reason } as const;
        await hideRelease(tx, { ecosystem, pkg }, found, { ...why, performer });
        return found;
      });
      await carryHold(deps, request, subject.pkg, release);
      await afterChange(deps, request, subject.pkg);
      return presentRelease(subject, await getVisibleRelease(deps, subject, actor, params.version), actor);
    },
  );
}
