import { z } from 'zod';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';
import { visibleState } from '../../../../../domain/release.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { clearableText, text, Time, timeOrNull } from '../../../fields.ts';
import { PackageParams, packagePath, readNamed } from '../params.ts';
import { Status } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

const Facts = z.record(z.string().max(fieldLimits['provenance member'].characters), z.unknown());

const Request = z.object({
  version: text(fieldLimits.version).min(1),
  description: clearableText(fieldLimits['package description']),
  changelog: clearableText(fieldLimits.changelog),
  source_ref: clearableText(fieldLimits['source reference']),
  provenance: Facts.nullish(),
  is_prerelease: z.boolean().optional().describe('Absent: as the version says'),
});

const Created = z.object({
  id: z.string(),
  package_id: z.string(),
  version: z.string(),
  status: Status,
  is_prerelease: z.boolean(),
  published_at: Time.nullable(),
});

export function registerCreateRelease(app: Routes, services: Services): void {
  app.post(
    `${packagePath}/releases`,
    {
      schema: {
        operationId: 'createRelease',
        tags: ['releases'],
        summary:
          'Begin a release whose files come one by one; it is hidden from others before it is published',
        security: [{ bearer: [] }],
        params: PackageParams,
        body: Request,
        response: { 201: Created },
      },
    },
    async (request, reply) => {
      const { version, provenance = null, is_prerelease: isPrerelease } = request.body;
      const { description = null, changelog = null, source_ref: sourceRef = null } = request.body;
      const named = { ...readNamed(services, request.params), version };
      const wanted = { description, changelog, sourceRef, provenance, isPrerelease };
      const { pkg, release } = await services.drafting.open(callerOf(request, request.actor), named, wanted);
      return reply.code(201).send({
        id: release.id,
        package_id: pkg.id,
        version: release.version,
        status: visibleState(release),
        is_prerelease: release.isPrerelease,
        published_at: timeOrNull(release.publishedAt),
      });
    },
  );
}
