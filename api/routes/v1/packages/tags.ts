import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { type TagLine } from '../../../../services/packages/tag-page.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { PackageParams, packagePath, readNamed } from './params.ts';
import type { Services } from '../../../../services/index.ts';

const TagParams = PackageParams.extend({ tag: z.string() });
const Tag = z.object({ version: z.string(), updated_at: Time });
const Page = z.object({ ...pageFields, tags: z.record(z.string(), Tag) });

const Assignment = z.object({ version: text(fieldLimits.version).min(1) });

export function registerTags(app: Routes, services: Services): void {
  registerListTags(app, services);
  registerSetTag(app, services);
  registerDeleteTag(app, services);
}

function registerListTags(app: Routes, services: Services): void {
  app.get(
    `${packagePath}/tags`,
    {
      schema: {
        operationId: 'listTags',
        tags: ['packages'],
        summary: 'What the tags of a package stand for, in the order of their bytes',
        params: PackageParams,
        querystring: z.object(paging(20)),
        response: { 200: Page },
      },
    },
    async (request, reply) => {
      const named = readNamed(services, request.params);
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const tags = await services.packages.listTagsWithTimes(caller, named, page.window);
      const { shown, fields } = page.close(reply, tags);
      return { ...fields, tags: Object.fromEntries(shown.map(present)) };
    },
  );
}

function registerSetTag(app: Routes, services: Services): void {
  app.put(
    `${packagePath}/tags/:tag`,
    {
      schema: {
        operationId: 'setTag',
        tags: ['packages'],
        summary: 'Make a tag stand for a published release',
        security: [{ bearer: [] }],
        params: TagParams,
        body: Assignment,
        response: { 200: z.object({ tag: z.string(), version: z.string() }) },
      },
    },
    async (request) => {
      const named = { ...readNamed(services, request.params), version: request.body.version };
      const { version } = await services.packages.assignTag(callerOf(request, request.actor), named);
      return { tag: request.params.tag, version };
    },
  );
}

function registerDeleteTag(app: Routes, services: Services): void {
  app.delete(
    `${packagePath}/tags/:tag`,
    {
      schema: {
        operationId: 'deleteTag',
        tags: ['packages'],
        summary: 'Remove a tag; latest can only be moved',
        security: [{ bearer: [] }],
        params: TagParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { tag, ...named } = readNamed(services, request.params);
      await services.packages.dropTag(callerOf(request, request.actor), named, tag);
      return reply.code(204).send(null);
    },
  );
}

function present({ name, version, updatedAt }: TagLine): [string, z.infer<typeof Tag>] {
  return [name, { version, updated_at: time(updatedAt) }];
}
