import { z } from 'zod';
import { answerLimits } from '../../../../domain/limits/answers.ts';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { Member, presentMember } from './present.ts';
import type { Services } from '../../../../services/index.ts';

export function registerListMembers(app: Routes, services: Services): void {
  const common = {
    tags: ['organizations'],
    security: [{ bearer: [] }],
    params: z.object({ slug: z.string() }),
  };

  app.get(
    '/v1/orgs/:slug/members',
    {
      schema: {
        ...common,
        operationId: 'listMembers',
        summary: 'Members by name; for members, or for administrators where the directory is private',
        querystring: z.object(paging(20)),
        response: {
          200: z.object({
            ...pageFields,
            total: z.int(),
            members: z.array(Member),
          }),
        },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const { total, members } = await services.organizations.listMembers(
        caller,
        request.params.slug,
        page.window,
      );
      const { shown, fields } = page.close(reply, members);
      return { ...fields, total, members: shown.map(presentMember) };
    },
  );

  app.get(
    '/v1/orgs/:slug/members/search',
    {
      schema: {
        ...common,
        operationId: 'searchMembers',
        summary: 'Members whose names contain a text',
        querystring: z.object({
          query: text(fieldLimits['member search']).min(2),
          limit: z.coerce
            .number()
            .int()
            .min(1)
            .max(answerLimits['found members'].count)
            .optional()
            .describe('The same as `per_page`'),
          ...paging(20),
        }),
        response: { 200: z.object({ ...pageFields, members: z.array(Member) }) },
      },
    },
    async (request, reply) => {
      const { query: text, limit } = request.query;
      if (limit !== undefined) request.query.per_page = limit;
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const found = await services.organizations.searchMembers(caller, request.params.slug, {
        text,
        ...page.window,
      });
      const { shown, fields } = page.close(reply, found);
      return { ...fields, members: shown.map(presentMember) };
    },
  );
}
