import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import type { Activity } from '../../../../services/packages/activity.ts';
import { callerOf } from '../../../callers.ts';
import { Time, text, time } from '../../fields.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import type { Routes } from '../../routes.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';
import type { Services } from '../../../../services/index.ts';

const Entry = z.object({
  action: z.string(),
  occurred_at: Time,
  username: z.string().nullable(),
  organization: z.string().nullable().describe('In the place of a member whom you may not know'),
  credential: z.enum(['session', 'token', 'trusted_publisher', 'platform']),
  version: z.string().nullable(),
  tag: z.string().nullable(),
  filename: z.string().nullable(),
  build: z
    .object({ repository: z.string(), workflow_ref: z.string().nullable(), commit: z.string().nullable() })
    .nullable()
    .describe('What a trusted publisher has shown of itself'),
});

export function registerListActivity(app: Routes, services: Services): void {
  app.get(
    `${packagePath}/activity`,
    {
      schema: {
        operationId: 'listActivity',
        tags: ['packages'],
        summary: 'What was done to a package, newest first, for its readers',
        params: PackageParams,
        querystring: z.object({ version: text(fieldLimits.version).min(1).optional(), ...paging(20) }),
        response: { 200: z.object({ ...pageFields, activity: z.array(Entry) }) },
      },
    },
    async (request, reply) => {
      const named = { ...readNamed(services, request.params), version: request.query.version };
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const found = await services.packages.listActivity(caller, named, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, activity: shown.map(present) };
    },
  );
}

function present(entry: Activity): z.infer<typeof Entry> {
  const { action, username, organization, credential, version, tag, filename } = entry;
  const { buildRepository: repository, buildWorkflow: workflow_ref, buildCommit: commit } = entry;
  return {
    action,
    occurred_at: time(entry.occurredAt),
    username,
    organization,
    credential,
    version,
    tag,
    filename,
    build: repository === null ? null : { repository, workflow_ref, commit },
  };
}
