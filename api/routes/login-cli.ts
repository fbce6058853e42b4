import { anonymousFrom } from '../../domain/caller.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import { originOf } from '../callers.ts';
import { renderLoginPage } from './login-cli-page.ts';
import { renderNotice } from './html-page.ts';
import { assertOwnForm, registerFormPages, sendPage } from './form-pages.ts';
import type { Services } from '../../services/index.ts';

const path = '/login/cli/:id';

/** Codes that people type have a page of their own, which counts them. */
const Params = z.object({ id: z.string().transform((id) => (/^[0-9a-f]{40}$/.test(id) ? id : '')) });
/** What both pages ask for. */
export const LoginForm = z.object({
  username: z.string().min(1).max(254),
  password: z.string().min(1).max(1_024),
  code: z.string().max(64).optional(),
});

/** What the person can do about it: the form comes again. */
export const loginProblems: ReadonlyMap<ErrorCode, string> = new Map<ErrorCode, string>([
  ['invalid_credentials', 'The name, the password or the code is wrong.'],
  ['mfa_required', 'Enter your password and the code of your authenticator app.'],
]);

/** Where a person confirms the log-in of a command-line client: one form, no script, no cookie. */
export async function registerLoginPage(app: FastifyInstance, services: Services): Promise<void> {
  await registerFormPages(app, services.config.http.publicUrl, (scope) => {
    scope.get(path, async (request, reply) => {
      const { id } = Params.parse(request.params);
      const client = await services.browserLogins.find(id);
      return client ? sendPage(reply, renderLoginPage(client, id)) : sendGone(reply);
    });

    // the limit of log-ins counts inside, together with those of every other way in
    scope.post(path, { config: { tier: 'protocol', body: 'page.login' } }, async (request, reply) => {
      assertOwnForm(request, services.config.http.publicUrl);
      return approve(services, request, reply);
    });
  });
}

async function approve(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = Params.parse(request.params);
  const client = await services.browserLogins.find(id);
  if (!client) return sendGone(reply);
  const form = LoginForm.safeParse(request.body);
  const username = form.data?.username ?? '';
  if (!form.success) {
    const problem = 'Enter your name and your password.';
    return sendPage(reply.code(400), renderLoginPage(client, id, { username, problem }));
  }
  try {
    const { password, code } = form.data;
    await services.identity.approveLogin(anonymousFrom(originOf(request)), {
      pageId: id,
      username,
      password,
      ...(code ? { code } : {}),
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'not_found') return sendGone(reply);
    const problem = loginProblems.get(error.code);
    if (problem === undefined) throw error;
    return sendPage(reply.code(401), renderLoginPage(client, id, { username, problem }));
  }
  return sendPage(
    reply,
    renderNotice(
      client.isConfirmation ? 'Confirmed' : 'Logged in',
      'Go back to your terminal. You can close this page.',
    ),
  );
}

function sendGone(reply: FastifyReply): FastifyReply {
  const sentence =
    'This log-in is unknown, used up or older than ten minutes. Start it again in your terminal.';
  return sendPage(reply.code(404), renderNotice('Nothing to confirm here', sentence));
}
