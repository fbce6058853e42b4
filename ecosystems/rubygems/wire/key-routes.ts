import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeBasic, parseAuthorization } from '../../../domain/credential.ts';
import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Scope } from '../../../domain/scopes.ts';
import type { RouteContext } from '../../context/context.ts';
import { shortForm } from '../format/limits.ts';
import { readFields } from './short-form.ts';

const days = 365;
const writing = ['push_rubygem', 'yank_rubygem', 'add_owner', 'remove_owner'];

/** `gem signin`: a name and a password for a key. */
export function registerKeyRoutes(app: FastifyInstance, context: RouteContext): void {
  app.get('/api/v1/api_key', async (request, reply) => {
    const caller = await logIn(context, request);
    return sendKey(context, reply, caller, { name: 'gem', scopes: ['packages:write'] });
  });
  app.post('/api/v1/api_key', { config: { body: shortForm } }, async (request, reply) => {
    const caller = await logIn(context, request);
    const fields = await readFields(request);
    const mayWrite = writing.some((scope) => fields.get(scope) === 'true');
    const name = (fields.get('name') ?? '').trim().slice(0, 100) || 'gem';
    return sendKey(context, reply, caller, { name, scopes: mayWrite ? ['packages:write'] : [] });
  });
  // the client asks how careful its person is before it asks for a key
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
  const { otp } = request.headers;
  const code = typeof otp === 'string' && otp !== '' ? otp : undefined;
  if (username) return context.accounts.logIn(caller, username, password, code);
  throw new DomainError('unauthenticated', 'a key is given for a name and a password');
}

async function sendKey(
  context: RouteContext,
  reply: FastifyReply,
  caller: KnownCaller,
  key: { name: string; scopes: readonly Scope[] },
): Promise<FastifyReply> {
  const { token } = await context.accounts.createToken(caller, { ...key, expiresInDays: days });
  reply.headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' });
  return reply.send(token);
}
