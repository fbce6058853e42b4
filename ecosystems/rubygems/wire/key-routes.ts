import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeBasic, parseAuthorization } from '../../../domain/credential.ts';
import type { KnownCaller } from '../../../domain/caller.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { DomainError } from '../../../domain/errors.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import type { Scope } from '../../../domain/scopes.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { oneTimePassword } from './caller.ts';
import { readRights, type Right, scopesOf } from './rights.ts';
import { readFields } from './short-form.ts';

const days = 365;
const ecosystem: EcosystemId = 'rubygems';

/** `gem signin`: issues a key for a name and a password. */
export function registerKeyRoutes(app: FastifyInstance, context: RouteContext): void {
  app.get('/api/v1/api_key', async (request, reply) => {
    const caller = await logIn(context, request);
    return sendKey(context, reply, caller, { name: 'gem', scopes: ['packages:write'] });
  });
  app.post('/api/v1/api_key', { config: { body: limits['short form'] } }, async (request, reply) => {
    const caller = await logIn(context, request);
    const fields = await readFields(request);
    const { grant } = readRights(fields);
    const name = (fields.get('name') ?? '').trim().slice(0, inputLimits['token name'].characters) || 'gem';
    return sendKey(context, reply, caller, {
      name,
      scopes: scopesOf(grant),
      protocolRights: grant,
      needsCode: fields.get('mfa') === 'true',
    });
  });
  // adds a right that a key lacked at its use: the client first asks its user
  app.put('/api/v1/api_key', { config: { body: limits['short form'] } }, async (request, reply) => {
    const caller = await logIn(context, request);
    const fields = await readFields(request);
    const change = { ecosystem, ...readRights(fields), scopesOf };
    await context.accounts.changeKey(caller, fields.get('api_key') ?? '', change);
    reply.headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' });
    return reply.send('Scopes for the API key have been changed.');
  });
  // before it requests a key, the client reads the user's second-factor setting
  app.get('/api/v1/profile/me.yaml', async (request, reply) => {
    const { actor } = await logIn(context, request);
    const { username, mfaEnabled } = await context.accounts.profile(actor);
    reply.headers({ 'cache-control': 'no-store', 'content-type': 'application/yaml; charset=utf-8' });
    return reply.send(
      `---\nhandle: ${JSON.stringify(username)}\nmfa: ${mfaEnabled ? 'ui_and_gem_signin' : 'disabled'}\n`,
    );
  });
}

async function logIn(context: RouteContext, request: FastifyRequest): Promise<KnownCaller> {
  const { scheme, value = '' } = parseAuthorization(request.headers.authorization) ?? {};
  const { username, password } = decodeBasic(scheme === 'basic' ? value : '');
  const caller = context.callers.anonymous(request);
  if (username) return context.accounts.logIn(caller, username, password, oneTimePassword(request));
  throw new DomainError('unauthenticated', 'a key is given for a name and a password');
}

async function sendKey(
  context: RouteContext,
  reply: FastifyReply,
  caller: KnownCaller,
  key: { name: string; scopes: readonly Scope[]; protocolRights?: readonly Right[]; needsCode?: boolean },
): Promise<FastifyReply> {
  const { token } = await context.accounts.createToken(caller, { ...key, ecosystem, expiresInDays: days });
  reply.headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' });
  return reply.send(token);
}
