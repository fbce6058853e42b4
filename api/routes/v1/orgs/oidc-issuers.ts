import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { type OidcIssuer } from '../../../../services/trust/issuers.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import type { Services } from '../../../../services/index.ts';

const Issuer = z.object({
  id: z.string(),
  issuer: z.string(),
  jwks_uri: z.string().nullable(),
  audience: z.string().nullable(),
  created_at: Time,
});

const Address = z.url({ protocol: /^https?$/ }).max(fieldLimits.issuer.characters);

function present({ id, issuer, jwksUri, audience, createdAt }: OidcIssuer): z.infer<typeof Issuer> {
  return { id, issuer, jwks_uri: jwksUri, audience, created_at: time(createdAt) };
}

/** OIDC issuers of an organization's own build systems. */
export function registerOidcIssuers(app: Routes, services: Services): void {
  const shared = { tags: ['trusted publishing'], security: [{ bearer: [] }] };
  const params = z.object({ slug: z.string() });

  app.get(
    '/v1/orgs/:slug/oidc-issuers',
    {
      schema: {
        ...shared,
        operationId: 'listOidcIssuers',
        summary: 'Build systems that an organization trusts beside the well-known ones',
        params,
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, oidc_issuers: z.array(Issuer) }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const found = await services.trust.listOwnIssuers(caller, request.params.slug, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, oidc_issuers: shown.map(present) };
    },
  );

  app.post(
    '/v1/orgs/:slug/oidc-issuers',
    {
      schema: {
        ...shared,
        operationId: 'createOidcIssuer',
        summary:
          'Trust a build system: a GitLab or Forgejo of your own. It counts for packages of the organization alone',
        params,
        body: z.object({
          issuer: Address.describe('Exactly as it calls itself'),
          jwks_uri: Address.nullish().describe(
            'Its keys, at its own origin; else as its discovery document says',
          ),
          audience: text(fieldLimits.issuer).min(1).nullish().describe('Else the address of this instance'),
        }),
        response: { 201: Issuer },
      },
    },
    async (request, reply) => {
      const { issuer, jwks_uri: jwksUri = null, audience = null } = request.body;
      const caller = callerOf(request, request.actor);
      const added = await services.trust.addIssuer(caller, request.params.slug, {
        issuer,
        jwksUri,
        audience,
      });
      return reply.code(201).send(present(added));
    },
  );

  app.delete(
    '/v1/orgs/:slug/oidc-issuers/:id',
    {
      schema: {
        ...shared,
        operationId: 'deleteOidcIssuer',
        summary: 'Trust it no more',
        params: z.object({ slug: z.string(), id: text(fieldLimits.id) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { slug, id } = request.params;
      await services.trust.removeIssuer(callerOf(request, request.actor), slug, id);
      return reply.code(204).send(null);
    },
  );
}
