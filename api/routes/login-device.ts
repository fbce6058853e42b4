import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { anonymousFrom } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { readUserCode, showUserCode } from '../../domain/user-code.ts';
import type { WaitingClient } from '../../services/identity/browser-login.ts';
import { originOf } from '../callers.ts';
import { assertOwnForm, registerFormPages, sendPage } from './form-pages.ts';
import { renderNotice } from './html-page.ts';
import { LoginForm, loginProblems } from './login-cli.ts';
import { renderCodePage, renderDevicePage } from './login-device-page.ts';
import type { Services } from '../../services/index.ts';

const path = '/login/device';
const unknown = 'This code is unknown, used up or older than ten minutes. Look at your terminal again.';

const Query = z.object({ user_code: z.string().optional().catch('') });
const Decision = z.object({
  user_code: z.string().max(64),
  decision: z.enum(['approve', 'deny']),
});

/** Where a person types the code of a client that waits, sees what it wants and decides (RFC 8628, section 3.3). */
export async function registerDevicePage(app: FastifyInstance, services: Services): Promise<void> {
  await registerFormPages(app, services.config.http.publicUrl, (scope) => {
    scope.get(path, async (request, reply) => {
      const { user_code: typed } = Query.parse(request.query);
      if (typed === undefined) return sendPage(reply, renderCodePage());
      const found = await find(services, request, typed);
      if (!found) return sendPage(reply.code(404), renderCodePage(unknown));
      return sendPage(reply, renderDevicePage(found.client, showUserCode(found.code)));
    });

    // the limit of log-ins counts inside, together with those of every other way in
    scope.post(path, { config: { tier: 'protocol', body: 'page.login' } }, async (request, reply) => {
      assertOwnForm(request, services.config.http.publicUrl);
      const form = Decision.safeParse(request.body);
      const found = form.success ? await find(services, request, form.data.user_code) : null;
      if (!form.success || !found) return sendPage(reply.code(404), renderCodePage(unknown));
      return form.data.decision === 'deny'
        ? deny(services, found.code, reply)
        : approve(services, request, reply, found);
    });
  });
}

interface Found {
  client: WaitingClient;
  /** Without its dash. */
  code: string;
}

async function find(services: Services, request: FastifyRequest, typed: string): Promise<Found | null> {
  const code = readUserCode(typed);
  if (code === undefined) return null;
  const client = await services.identity.findDevice(anonymousFrom(originOf(request)), code);
  return client && { client, code };
}

async function deny(services: Services, code: string, reply: FastifyReply): Promise<FastifyReply> {
  try {
    await services.browserLogins.deny(code);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    return sendPage(reply.code(404), renderCodePage(unknown));
  }
  return sendPage(reply, renderNotice('Denied', 'The program gets nothing. You can close this page.'));
}

async function approve(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, code: pageId }: Found,
): Promise<FastifyReply> {
  const again = (status: number, attempt: { username: string; problem: string }) =>
    sendPage(reply.code(status), renderDevicePage(client, showUserCode(pageId), attempt));
  const form = LoginForm.safeParse(request.body);
  if (!form.success) return again(400, { username: '', problem: 'Enter your name and your password.' });
  const { username, password, code } = form.data;
  try {
    const login = { pageId, username, password, ...(code ? { code } : {}) };
    await services.identity.approveLogin(anonymousFrom(originOf(request)), login);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'not_found') return sendPage(reply.code(404), renderCodePage(unknown));
    const problem = loginProblems.get(error.code);
    if (problem === undefined) throw error;
    return again(401, { username, problem });
  }
  return sendPage(reply, renderNotice('Approved', 'Go back to your terminal. You can close this page.'));
}
