import { anonymousFrom } from '../../domain/caller.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import { bodyLimits } from '../../domain/limits.ts';
import { decodeUtf8 } from '../../domain/utf8.ts';
import { approveLogin, type ApproveLoginDeps } from '../../services/identity/approve-login.ts';
import { originOf } from '../callers.ts';
import { toDomainError } from '../plugins/domain-error.ts';
import { registerPageHeaders } from '../plugins/security-headers.ts';
import { renderLoginPage } from './login-cli-page.ts';
import { pagePolicy, renderNotice } from './html-page.ts';

export interface LoginPageDeps extends ApproveLoginDeps {
  publicUrl: string;
}

const path = '/login/cli/:id';

const Params = z.object({ id: z.string() });
const Form = z.object({
  username: z.string().min(1).max(254),
  password: z.string().min(1).max(1_024),
  code: z.string().max(64).optional(),
});

const problems: ReadonlyMap<ErrorCode, string> = new Map<ErrorCode, string>([
  ['invalid_credentials', 'The name, the password or the code is wrong.'],
  ['mfa_required', 'Enter your password and the code of your authenticator app.'],
]);

/** Where a person confirms the log-in of a command-line client: one form, no script, no cookie. */
export async function registerLoginPage(app: FastifyInstance, deps: LoginPageDeps): Promise<void> {
  await app.register(async (scope) => {
    await registerPageHeaders(scope, deps.publicUrl);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: bodyLimits['page.login'].bytes },
      (_request, body: Buffer, done) => done(null, Object.fromEntries(new URLSearchParams(decodeUtf8(body)))),
    );
    scope.setErrorHandler((error, request, reply) => {
      const known = toDomainError(error);
      if (known.status >= 500) request.log.error({ err: error }, 'log-in page failed');
      const retryAfter = known.meta.retryAfterSeconds;
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      const sentence = known.code === 'internal' ? 'Please try again.' : known.detail;
      return send(reply.code(known.status), renderNotice('That did not work', sentence));
    });

    scope.get(path, async (request, reply) => {
      const client = await deps.browserLogins.find(Params.parse(request.params).id);
      return client ? send(reply, renderLoginPage(client)) : sendGone(reply);
    });

    // the limit of log-ins counts inside, together with those of every other way in
    scope.post(path, { config: { tier: 'protocol', body: 'page.login' } }, async (request, reply) => {
      if (!isOwnForm(request, deps.publicUrl)) {
        throw new DomainError('forbidden', 'This form was sent from another site.');
      }
      return approve(deps, request, reply);
    });
  });
}

async function approve(
  deps: LoginPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = Params.parse(request.params);
  const client = await deps.browserLogins.find(id);
  if (!client) return sendGone(reply);
  const form = Form.safeParse(request.body);
  const username = form.data?.username ?? '';
  if (!form.success) {
    const problem = 'Enter your name and your password.';
    return send(reply.code(400), renderLoginPage(client, { username, problem }));
  }
  try {
    const { password, code } = form.data;
    await approveLogin(deps, anonymousFrom(originOf(request)), {
      pageId: id,
      username,
      password,
      ...(code ? { code } : {}),
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'not_found') return sendGone(reply);
    const problem = problems.get(error.code);
    if (problem === undefined) throw error;
    return send(reply.code(401), renderLoginPage(client, { username, problem }));
  }
  return send(
    reply,
    renderNotice(
      client.isConfirmation ? 'Confirmed' : 'Logged in',
      'Go back to your terminal. You can close this page.',
    ),
  );
}

/**
 * Another site must not be able to log somebody's terminal in as somebody else. Browsers say where a form comes
 * from; clients that say nothing are no browsers.
 */
function isOwnForm({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  const host = URL.parse(origin)?.host;
  return host !== undefined && (host === headers.host || host === new URL(publicUrl).host);
}

function sendGone(reply: FastifyReply): FastifyReply {
  const sentence =
    'This log-in is unknown, used up or older than ten minutes. Start it again in your terminal.';
  return send(reply.code(404), renderNotice('Nothing to confirm here', sentence));
}

function send(reply: FastifyReply, html: string): FastifyReply {
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy)
      // with no-referrer browsers send forms without saying where they come from
      .header('referrer-policy', 'same-origin')
      .send(html)
  );
}
