import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireUser } from '../../../domain/actor.ts';
import { as, type Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { daysOf } from '../../../domain/limits.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { isWellFormedToken } from '../../../domain/token.ts';
import type { AccountToken } from '../../context/accounts.ts';
import type { RouteContext } from '../../context/context.ts';
import { oneTimePassword } from './recent-login.ts';
import { identify } from './caller.ts';
import { readJson } from '../../bodies/json.ts';
import { limits } from '../format/limits.ts';

const url = '/-/npm/v1/tokens';
const defaultPerPage = 50;
const maxPerPage = limits['token page'].count;
const defaultDays = 365;

const Page = z.object({
  page: z.coerce.number().int().min(0).max(limits['token page number'].count).default(0),
  perPage: z.coerce.number().int().min(1).max(maxPerPage).default(defaultPerPage),
});

const names = z.array(z.string()).nullish();

const TokenRequest = z.object({
  name: z.string().trim().max(limits['token name'].characters).nullish(),
  description: z.string().nullish(),
  password: z.string().max(fieldLimits.password.characters).nullish(),
  readonly: z.boolean().nullish(),
  expires: z.int().min(1).max(daysOf(inputLimits['token lifetime'])).nullish(),
  cidr_whitelist: names,
  packages: names,
  scopes: names,
  orgs: names,
  packages_and_scopes_permission: z.string().nullish(),
});
type TokenRequest = z.infer<typeof TokenRequest>;

const narrowing = ['cidr_whitelist', 'packages', 'scopes', 'orgs'] as const;

/** `npm token list`, `create` and `revoke`. */
export function registerTokens(app: FastifyInstance, context: RouteContext): void {
  const { accounts } = context;

  app.get(url, async (request, reply) => {
    const { caller, mount } = await identify(context, request);
    const { page, perPage } = Page.parse(request.query);
    const { total, tokens } = await accounts.listTokens(caller.actor, {
      offset: page * perPage,
      limit: perPage,
    });
    const hasMore = (page + 1) * perPage < total;
    const next = `${mount.url}${url}?page=${page + 1}&perPage=${perPage}`;
    return reply
      .header('cache-control', 'no-store')
      .send({ objects: tokens.map(present), total, urls: hasMore ? { next } : {} });
  });

  app.post(url, { config: { body: limits.json } }, async (request, reply) => {
    const { caller } = await identify(context, request);
    requireUser(caller.actor);
    const wanted = TokenRequest.parse(await readJson(request));
    const isReadOnly = readsOnly(wanted);
    const created = await accounts.createToken(
      await confirm(context, caller, {
        password: wanted.password,
        code: oneTimePassword(request),
      }),
      {
        name: wanted.name || 'npm token',
        scopes: isReadOnly ? [] : ['packages:write'],
        expiresInDays: wanted.expires ?? defaultDays,
        issuedIn: 'npm',
      },
    );
    return reply.header('cache-control', 'no-store').send({ ...present(created), token: created.token });
  });

  app.delete(`${url}/token/:key`, async (request, reply) => {
    const { caller } = await identify(context, request);
    const { key } = request.params as { key: string };
    await accounts.revokeToken(caller, isWellFormedToken(key) ? { secret: key } : { id: key });
    return reply.code(204).send();
  });
}

/**
 * Whether the token is read-only. Unsupported limits are refused: a token must not be wider than requested.
 * @throws DomainError `validation_failed`
 */
function readsOnly(wanted: TokenRequest): boolean {
  const impossible = narrowing.find((member) => (wanted[member]?.length ?? 0) > 0);
  if (impossible !== undefined) {
    const sentence = `tokens can not be limited by ${impossible.replaceAll('_', ' ')} here`;
    throw new DomainError('validation_failed', `${sentence}; POST /v1/tokens binds one to a package`);
  }
  const permission = wanted.packages_and_scopes_permission ?? 'read-write';
  if (permission !== 'read-only' && permission !== 'read-write') {
    throw new DomainError('validation_failed', `tokens with the permission ${permission} are not offered`);
  }
  return wanted.readonly === true || permission === 'read-only';
}

/** A token of a log-in may not create tokens: the password replaces that right. */
async function confirm(
  { accounts }: RouteContext,
  caller: Caller,
  { password, code }: { password: string | null | undefined; code: string | undefined },
): Promise<Caller> {
  if (password === undefined || password === null || password === '') return caller;
  return accounts.logInAgain(as(caller, requireUser(caller.actor)), password, code);
}

function present(token: AccountToken) {
  const created = token.createdAt.toISOString();
  return {
    key: token.id,
    token: token.prefix,
    name: token.name,
    readonly: token.isReadOnly,
    cidr_whitelist: null,
    created,
    updated: created,
    expires: token.expiresAt?.toISOString() ?? null,
  };
}
