import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireUser } from '../../../domain/actor.ts';
import type { Caller, KnownCaller } from '../../../domain/caller.ts';
import { DomainError, type ErrorCode, notFound } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { loginToken } from '../../../domain/token.ts';
import type { Accounts } from '../../context/accounts.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { oneTimePassword } from './recent-login.ts';
import { readJson } from '../../bodies/json.ts';
import { limits } from '../format/limits.ts';

const userPrefix = 'org.couchdb.user:';
const pollSeconds = 2;

const WebLogin = z.object({ hostname: z.string().nullish(), create: z.boolean().nullish() });

const User = z.object({
  name: z.string().min(1).max(fieldLimits['mail address'].characters),
  password: z.string().min(1).max(fieldLimits.password.characters),
  email: z.string().max(fieldLimits['mail address'].characters).nullish(),
});
type User = z.infer<typeof User>;

/** Refusals of a registration that may mean an existing user: a log-in is tried next. */
const perhapsKnown: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['duplicate', 'forbidden', 'name_reserved']);

/** Log-in through a browser, or with name and password where the client asks for them. */
export function registerLogin(app: FastifyInstance, context: RouteContext): void {
  const { accounts } = context;

  app.post('/-/v1/login', { config: { body: limits.json } }, async (request, reply) => {
    const { caller, mount } = await identify(context, request);
    const { hostname, create } = WebLogin.parse(await readJson(request));
    // the page has no registration form; after this answer the client itself asks for name and password
    if (create === true) throw notFound('registration page');
    const { id, pageUrl } = await accounts.startBrowserLogin(caller, hostname?.trim() || 'a command line');
    const urls = { loginUrl: pageUrl, doneUrl: `${mount.url}/-/v1/login/done/${id}` };
    return uncached(reply).send(urls);
  });

  app.get('/-/v1/login/done/:id', async (request, reply) => {
    await identify(context, request);
    const { id } = request.params as { id: string };
    const login = await accounts.pollBrowserLogin(id, 'npm');
    if (login.status === 'approved') return uncached(reply).send({ token: login.token });
    return uncached(reply).code(202).header('retry-after', String(pollSeconds)).send({});
  });

  for (const url of ['/-/user/:id', '/-/user/:id/-rev/:rev']) {
    app.put(url, { config: { body: limits.json } }, async (request, reply) => {
      // the password is the credential here, also beside an old token
      const name = nameIn(request);
      const user = User.parse(await readJson(request));
      if (user.name !== name) throw new DomainError('bad_request', `the body is for ${user.name}`);
      const code = oneTimePassword(request);
      let caller: KnownCaller;
      try {
        caller = await registerOrLogIn(accounts, context.callers.anonymous(request), { ...user, code });
      } catch (error) {
        return challenge(reply, error);
      }
      const { scopes, expiresInDays } = loginToken;
      const wanted = { name: 'npm login', scopes, expiresInDays, issuedIn: 'npm' } as const;
      const { token } = await accounts.createToken(caller, wanted);
      const id = userPrefix + caller.actor.username;
      return uncached(reply).code(201).send({ ok: true, id, rev: '1-0', token });
    });
  }

  app.get('/-/user/:id', async (request, reply) => {
    const { caller } = await identify(context, request);
    const { username } = requireUser(caller.actor);
    const name = nameIn(request);
    const isSelf = name.toLowerCase() === username.toLowerCase();
    if (!isSelf) await context.packages.requireUsers([name]);
    // other users' addresses are hidden; clients need the member, so it is empty
    const email = isSelf ? (await accounts.profile(caller.actor)).email : '';
    return uncached(reply).send({ _id: userPrefix + name, name, email, type: 'user', roles: [] });
  });

  app.delete('/-/user/token/:token', async (request, reply) => {
    const { caller } = await identify(context, request);
    const { token } = request.params as { token: string };
    await accounts.revokeToken(caller, { secret: token });
    return reply.send({ ok: true });
  });
}

/** With an address the request is `npm adduser`: registers a new user, logs in an existing one. */
async function registerOrLogIn(
  accounts: Accounts,
  caller: Caller,
  { name, password, email, code }: User & { code: string | undefined },
): Promise<KnownCaller> {
  if (!email) return accounts.logIn(caller, name, password, code);
  try {
    return await accounts.register(caller, { username: name, password, email });
  } catch (error) {
    if (!(error instanceof DomainError) || !perhapsKnown.has(error.code)) throw error;
    return accounts.logIn(caller, name, password, code);
  }
}

function nameIn(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!id.startsWith(userPrefix)) throw notFound('page');
  return id.slice(userPrefix.length);
}

/** For answers with a credential or personal data: no cache may store them. */
function uncached(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}

/** Clients distinguish a wrong password from a wrong token by the challenge. */
function challenge(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof DomainError)) throw error;
  // the client asks its user for a code and repeats the request with the code
  const isCodeMissing = error.code === 'mfa_required';
  if (!isCodeMissing && error.code !== 'invalid_credentials') throw error;
  return uncached(reply)
    .code(401)
    .header('www-authenticate', isCodeMissing ? 'OTP' : 'Basic realm="Rookery"')
    .send({ error: error.detail });
}
