import { z } from 'zod';
import { requireBinding, requireScope } from '../../../../domain/actor.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { isReserved, Slug } from '../../../../domain/slugs.ts';
import { writeAudit } from '../../../../store/postgres/audit/audit.ts';
import { newId } from '../../../../store/postgres/ids.ts';
import { insertRepository } from '../../../../store/postgres/packages/repositories.ts';
import { performerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { clearableText, text } from '../../fields.ts';

const Kind = z.enum(['public', 'private', 'staging']);
const Breadth = z.enum(['public', 'unlisted', 'private']);

const Request = z
  .object({
    name: text(200).min(1),
    slug: Slug,
    description: clearableText(2_000),
    kind: Kind.default('public').describe('What is published into a staging one waits for an approval'),
    visibility: Breadth.optional().describe('Default: that of the kind'),
    // refused instead of ignored: it would be created for the wrong owner
    owner_org_slug: z.never().optional(),
    owner_org_id: z.never().optional(),
  })
  .refine((body) => body.kind === 'public' || (body.visibility ?? 'private') === 'private', {
    path: ['visibility'],
    message: 'must be private in a repository that is not public',
  });

const Created = z.object({ id: z.string(), slug: z.string(), kind: Kind, visibility: Breadth });

export function registerCreateRepository(app: Routes, { pool }: ManagementDeps): void {
  app.post(
    '/v1/repositories',
    {
      schema: {
        operationId: 'createRepository',
        tags: ['repositories'],
        summary: 'Create a repository of your own',
        security: [{ bearer: [] }],
        body: Request,
        response: { 201: Created },
      },
    },
    async (request, reply) => {
      const { slug, name, kind, description = null } = request.body;
      const { visibility = kind === 'public' ? 'public' : 'private' } = request.body;
      const actor = requireScope(request.actor, 'repositories:write');
      requireBinding(actor, {});
      if (isReserved(slug)) throw new DomainError('name_reserved', `the slug ${slug} is reserved`);
      const repository = {
        id: newId(),
        slug,
        name,
        kind,
        visibility,
        description,
        ownerUserId: actor.userId,
      };
      await pool.transaction(async (tx) => {
        const isNew = await insertRepository(tx, repository);
        if (!isNew) throw new DomainError('slug_taken', `the slug ${slug} is taken`);
        await writeAudit(tx, {
          action: 'repository_create',
          performer: performerOf(request, actor),
          targetUserId: actor.userId,
          metadata: { slug, kind, visibility },
        });
      });
      return reply.code(201).send({ id: repository.id, slug, kind, visibility });
    },
  );
}
