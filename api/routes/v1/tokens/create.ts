import { z } from 'zod';
import { requireBinding, requireScope } from '../../../../domain/actor.ts';
import { DomainError, insufficientScope } from '../../../../domain/errors.ts';
import { Scope } from '../../../../domain/scopes.ts';
import { issueToken } from '../../../../services/identity/issue-token.ts';
import { performerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { text, Time, time } from '../../fields.ts';
import { findBinding } from './binding.ts';

const defaultDays = 365;
const dayMs = 86_400_000;

const Kind = z.enum(['personal', 'repository', 'package', 'ci', 'publish']);

const Request = z.object({
  name: text(100).min(1),
  scopes: z.array(Scope).min(1).describe('At most the scopes of the credential that asks'),
  expires_in_days: z.int().min(1).max(365).optional(),
  kind: Kind.optional(),
  repository_slug: text(64).optional().describe('Binds the token: it writes nowhere else'),
  package: z.object({ ecosystem: z.string(), name: text(300) }).optional(),
  // refused instead of ignored: a token that is wider than asked for would be a trap
  org_slug: z.never().optional(),
  allowed_cidrs: z.never().optional(),
});

const Created = z.object({
  id: z.string(),
  token: z.string(),
  name: z.string(),
  kind: Kind,
  scopes: z.array(Scope),
  expires_at: Time,
  warning: z.string(),
});

export function registerCreateToken(app: Routes, deps: ManagementDeps): void {
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
      const { body } = request;
      const actor = requireScope(request.actor, 'tokens:write');
      requireBinding(actor, {});
      const missing = body.scopes.find((scope) => !actor.scopes.has(scope));
      if (missing !== undefined) throw insufficientScope(missing);
      const binding = await findBinding(deps, actor, body);
      const scopes = [...new Set(body.scopes)];
      const kind = body.kind ?? binding.kind;
      if (binding.kind === 'personal' && (kind === 'repository' || kind === 'package')) {
        throw new DomainError('validation_failed', `a ${kind} token names its ${kind}`);
      }
      const expiresAt = new Date(Date.now() + (body.expires_in_days ?? defaultDays) * dayMs);
      const { id, secret } = await issueToken(
        deps,
        { ...binding, userId: actor.userId, name: body.name, kind, scopes, expiresAt },
        performerOf(request, actor),
      );
      const warning = 'Keep it now: it is not shown again.';
      const created = {
        id,
        token: secret,
        name: body.name,
        kind,
        scopes,
        expires_at: time(expiresAt),
        warning,
      };
      return reply.code(201).header('cache-control', 'no-store').send(created);
    },
  );
}
