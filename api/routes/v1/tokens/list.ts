import { z } from 'zod';
import { isBounded } from '../../../../domain/quotas.ts';
import { Scope } from '../../../../domain/scopes.ts';
import { type ListedToken } from '../../../../services/identity/own-tokens.ts';
import type { Routes } from '../../routes.ts';
import { Time, time, timeOrNull } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { presentQuotas, TokenQuotas } from '../admin/quotas.ts';
import type { Services } from '../../../../services/index.ts';

const Binding = z.object({
  repository_slug: z.string().nullable(),
  package: z.object({ ecosystem: z.string(), name: z.string() }).nullable(),
  org_slug: z.string().nullable(),
  ecosystem: z.string().nullable(),
  name_pattern: z.string().nullable(),
});

const Token = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  scopes: z.array(Scope),
  prefix: z.string(),
  hint: z.string().describe('First digits, to tell tokens apart'),
  binding: Binding.nullable(),
  allowed_cidrs: z.array(z.string()).nullable().describe('Null: from anywhere'),
  quotas: TokenQuotas.nullable().describe('Null: what its owner may have'),
  expires_at: Time.nullable(),
  last_used_at: Time.nullable(),
  made_by: z.string().nullable().describe('Of a token of an organization: the person who made it'),
  created_at: Time,
  given_back_at: Time.nullable().describe(
    'It ended itself then, and something that it brought is not visible yet: revoking it withdraws that. Null: it is live',
  ),
});

export function registerListTokens(app: Routes, services: Services): void {
  app.get(
    '/v1/tokens',
    {
      schema: {
        operationId: 'listTokens',
        tags: ['tokens'],
        summary:
          'Your API tokens and those of organizations that you manage, newest first, without their texts',
        security: [{ bearer: [] }],
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, tokens: z.array(Token) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const { shown, fields } = page.close(
        reply,
        await services.identity.listManagedTokens(request.actor, page.window),
      );
      return { ...fields, tokens: shown.map(present) };
    },
  );
}

function present(token: ListedToken): z.infer<typeof Token> {
  const { packageEcosystem: ecosystem, packageName: name, repositorySlug, quotas } = token;
  const binding = {
    repository_slug: repositorySlug,
    package: ecosystem === null || name === null ? null : { ecosystem, name },
    org_slug: token.organizationSlug,
    ecosystem: token.ecosystem,
    name_pattern: token.namePattern,
  };
  return {
    id: token.id,
    name: token.name,
    kind: token.kind,
    scopes: token.scopes,
    prefix: token.prefix,
    hint: token.hint,
    binding: Object.values(binding).every((each) => each === null) ? null : binding,
    allowed_cidrs: token.allowedNetworks,
    quotas: isBounded(quotas) ? presentQuotas(quotas) : null,
    expires_at: timeOrNull(token.expiresAt),
    last_used_at: timeOrNull(token.lastUsedAt),
    made_by: token.makerName,
    created_at: time(token.createdAt),
    given_back_at: timeOrNull(token.givenBackAt),
  };
}
