import { z } from 'zod';
import { EcosystemId } from '../../../../domain/ecosystem-id.ts';
import { daysOf } from '../../../../domain/limits.ts';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { inputLimits } from '../../../../domain/limits/inputs.ts';
import { Cidr } from '../../../../domain/networks.ts';
import { Scope } from '../../../../domain/scopes.ts';
import { TokenKind } from '../../../../domain/token-kind.ts';
import { type CreatedToken } from '../../../../services/identity/create-token.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time } from '../../fields.ts';
import { readQuotas, TokenQuotas } from '../admin/quotas.ts';
import { readNamed, withoutOtherName } from '../packages/params.ts';
import type { Services } from '../../../../services/index.ts';

const defaultDays = 365;

const Request = z.object({
  name: text(inputLimits['token name']).min(1),
  scopes: z.array(Scope).describe('At most the scopes of the credential that asks; with none it reads'),
  expires_in_days: z.int().min(1).max(daysOf(inputLimits['token lifetime'])).optional(),
  kind: TokenKind.optional().describe(
    'org_automation: it belongs to the organization of org_slug, which you manage, and stays when you leave',
  ),
  repository_slug: text(fieldLimits.slug).optional().describe('Binds the token: it writes nowhere else'),
  package: z.object({ ecosystem: z.string(), name: text(fieldLimits['package name']) }).optional(),
  org_slug: text(fieldLimits.slug).optional().describe('It writes to what this organization owns alone'),
  ecosystem: EcosystemId.transform(withoutOtherName)
    .optional()
    .describe('It writes to packages of this ecosystem alone'),
  name_pattern: text(fieldLimits['token pattern'])
    .min(1)
    .optional()
    .describe('It writes to packages of these names alone; * stands for any characters'),
  quotas: TokenQuotas.partial()
    .optional()
    .describe(
      'What it may bring in all, releases by the day; absent members are not bounded beyond what the owner may have',
    ),
  allowed_cidrs: z
    .array(Cidr)
    .min(1)
    .max(fieldLimits['token networks'].count)
    .optional()
    .describe('It is accepted from these networks alone'),
});

const Created = z.object({
  id: z.string(),
  token: z.string(),
  name: z.string(),
  kind: TokenKind,
  scopes: z.array(Scope),
  expires_at: Time,
  warning: z.string(),
});

export function registerCreateToken(app: Routes, services: Services): void {
  app.post(
    '/v1/tokens',
    {
      schema: {
        operationId: 'createToken',
        tags: ['tokens'],
        summary: 'Create an API token; its text is shown this once',
        security: [{ bearer: [] }],
        body: Request,
        response: { 201: Created },
      },
    },
    async (request, reply) => {
      const {
        name,
        scopes,
        kind,
        expires_in_days,
        repository_slug,
        package: named,
        ...limits
      } = request.body;
      const caller = callerOf(request, request.actor);
      // a token that is bound to an unknown ecosystem would be useless
      if (limits.ecosystem !== undefined) services.ecosystems.get(limits.ecosystem);
      const created = await services.identity.createOwnToken(caller, {
        name,
        scopes,
        kind,
        expiresInDays: expires_in_days ?? defaultDays,
        repositorySlug: repository_slug,
        package: named && readNamed(services, named),
        organizationSlug: limits.org_slug,
        ecosystem: limits.ecosystem,
        namePattern: limits.name_pattern,
        allowedNetworks: limits.allowed_cidrs,
        quotas: limits.quotas && readQuotas(limits.quotas),
      });
      return reply.code(201).header('cache-control', 'no-store').send(present(created));
    },
  );
}

function present({ id, secret, name, kind, scopes, expiresAt }: CreatedToken): z.infer<typeof Created> {
  if (expiresAt === null) throw new Error('every token of this route ends');
  const warning = 'Keep it now: it is not shown again.';
  return { id, token: secret, name, kind, scopes: [...scopes], expires_at: time(expiresAt), warning };
}
