import { z } from 'zod';
import { listMembers, searchMembers } from '../../../../services/organizations/members.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { text } from '../../fields.ts';
import { paging, windowOf } from '../../paging.ts';
import { Member, presentMember } from './present.ts';

export function registerListMembers(app: Routes, { pool }: ManagementDeps): void {
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
            page: z.int(),
            per_page: z.int(),
            total: z.int(),
            members: z.array(Member),
          }),
        },
      },
    },
    async (request) => {
      const { page, per_page } = request.query;
      const caller = callerOf(request, request.actor);
      const { total, members } = await listMembers(
        pool,
        caller,
        request.params.slug,
        windowOf(request.query),
      );
      return { page, per_page, total, members: members.map(presentMember) };
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
          query: text(100).min(2),
          limit: z.coerce.number().int().min(1).max(50).default(20),
        }),
        response: { 200: z.object({ members: z.array(Member) }) },
      },
    },
    async (request) => {
      const { query, limit } = request.query;
      const caller = callerOf(request, request.actor);
      const found = await searchMembers(pool, caller, request.params.slug, { text: query, limit });
      return { members: found.map(presentMember) };
    },
  );
}
