import { z } from 'zod';
import { Slug } from '../../../../domain/slugs.ts';
import { createRepository } from '../../../../services/repositories/create.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { clearableText, text } from '../../fields.ts';

const Kind = z.enum(['public', 'private', 'staging', 'release']);
const Breadth = z.enum(['public', 'unlisted', 'private']);

const isOpen = (kind: z.infer<typeof Kind>) => kind === 'public' || kind === 'release';

const Request = z
  .object({
    name: text(200).min(1),
    slug: Slug,
    description: clearableText(2_000),
    kind: Kind.default('public').describe(
      'What comes into a staging or release one waits for an approval; a release one takes promotions',
    ),
    visibility: Breadth.optional().describe('Default: that of the kind'),
    owner_org_slug: Slug.optional().describe('Absent: it is yours'),
    // refused instead of ignored: it would be created for the wrong owner
    owner_org_id: z.never().optional(),
  })
  .refine((body) => isOpen(body.kind) || (body.visibility ?? 'private') === 'private', {
    path: ['visibility'],
    message: 'must be private in a private or staging repository',
  });

const Created = z.object({ id: z.string(), slug: z.string(), kind: Kind, visibility: Breadth });

export function registerCreateRepository(app: Routes, { pool }: ManagementDeps): void {
  app.post(
    '/v1/repositories',
    {
      schema: {
        operationId: 'createRepository',
        tags: ['repositories'],
        summary: 'Create a repository of your own, or of an organization',
        security: [{ bearer: [] }],
        body: Request,
        response: { 201: Created },
      },
    },
    async (request, reply) => {
      const { slug, name, kind, description = null, visibility, owner_org_slug } = request.body;
      const wanted = { slug, name, kind, description, visibility, ownerOrgSlug: owner_org_slug };
      const created = await createRepository(pool, callerOf(request, request.actor), wanted);
      return reply.code(201).send(created);
    },
  );
}
