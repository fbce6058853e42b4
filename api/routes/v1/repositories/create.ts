import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { inputLimits } from '../../../../domain/limits/inputs.ts';
import { Slug } from '../../../../domain/slugs.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { clearableLink, clearableText, text } from '../../fields.ts';
import type { Services } from '../../../../services/index.ts';

const Kind = z.enum(['public', 'private', 'staging', 'release']);
const Breadth = z.enum(['public', 'unlisted', 'private', 'internal_org']);

const isClosed = (kind: string) => kind === 'private' || kind === 'staging';

const Request = z
  .object({
    name: text(inputLimits['display name']).min(1),
    slug: Slug,
    description: clearableText(fieldLimits.description),
    kind: z
      .enum([...Kind.options, 'proxy', 'virtual'], { error: `must be one of ${Kind.options.join(', ')}` })
      // kinds of other registries are refused by name, but not documented
      .meta({ enum: Kind.options })
      .default('public')
      .describe(
        'What comes into a staging or release one waits for an approval; a release one takes promotions',
      ),
    visibility: Breadth.optional().describe('Default: that of the kind'),
    owner_org_slug: Slug.optional().describe('Without any owner it is yours'),
    owner_org_id: z.uuid().optional(),
    owner_user_id: z.uuid().optional().describe('Only your own id'),
    upstream_url: clearableLink().describe('For readers: nothing is fetched from there'),
  })
  .refine(
    ({ kind, visibility }) => !isClosed(kind) || !(visibility === 'public' || visibility === 'unlisted'),
    {
      path: ['visibility'],
      message: 'must not be open in a private or staging repository',
    },
  )
  .refine(
    ({ owner_org_slug, owner_org_id, owner_user_id }) =>
      [owner_org_slug, owner_org_id, owner_user_id].filter((owner) => owner !== undefined).length <= 1,
    { path: ['owner_org_slug'], message: 'only one owner can be named' },
  );

const Created = z.object({ id: z.string(), slug: z.string(), kind: Kind, visibility: Breadth });

export function registerCreateRepository(app: Routes, services: Services): void {
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
      const { slug, name, kind, description = null, visibility, upstream_url: upstreamUrl } = request.body;
      const { owner_org_slug: orgSlug, owner_org_id: orgId, owner_user_id: userId } = request.body;
      const owner = { orgSlug, orgId, userId };
      const wanted = { slug, name, kind, description, visibility, upstreamUrl, owner };
      const created = await services.repositories.create(callerOf(request, request.actor), wanted);
      return reply.code(201).send(created);
    },
  );
}
