import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymousFrom } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { callerOf, originOf } from '../callers.ts';
import { assertOwnForm, registerFormPages, sendPage } from './form-pages.ts';
import { renderNotice } from './html-page.ts';
import { LoginForm, loginProblems } from './login-cli.ts';
import { type NamedOnPage, renderReleaseLogin, renderStanding } from './release-status-page.ts';
import { readNamed, ReleaseParams } from './v1/packages/params.ts';
import type { Services } from '../../services/index.ts';

const path = '/login/releases/:ecosystem/:name/:version';

function actionOf({ config }: Services, { ecosystem, name, version }: NamedOnPage): string {
  const base = new URL(config.http.publicUrl).pathname.replace(/\/$/, '');
  return `${base}/login/releases/${[ecosystem, name, version].map(encodeURIComponent).join('/')}`;
}

/** Whether a browser asks, for a person: it names HTML, and not what programs read (RFC 9110, 12.5.1). */
export function asksForPage({ headers }: FastifyRequest): boolean {
  const accepted = headers.accept ?? '';
  return /\btext\/html\b/i.test(accepted) && !/\bapplication\/(?:[\w.]+\+)?json\b/i.test(accepted);
}

/** The page at the address of a release: to a person without a credential the same form whatever is there. */
export async function sendReleasePage(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const named = ReleaseParams.parse(request.params);
  if (request.actor.kind === 'anonymous') {
    return sendPage(reply, renderReleaseLogin(named, actionOf(services, named)));
  }
  const standing = await services.releases.standingOf(
    callerOf(request, request.actor),
    readNamed(services, named),
  );
  return sendPage(reply, renderStanding(named, standing));
}

/** Where the form of that page goes: one form, no script, no cookie. Each look asks for the password. */
export async function registerReleaseStatus(app: FastifyInstance, services: Services): Promise<void> {
  await registerFormPages(app, services.config.http.publicUrl, (scope) => {
    scope.get(path, async (request, reply) => {
      const named = ReleaseParams.parse(request.params);
      return sendPage(reply, renderReleaseLogin(named, actionOf(services, named)));
    });

    // the limit of log-ins counts inside, together with those of every other way in
    scope.post(path, { config: { tier: 'protocol', body: 'page.login' } }, async (request, reply) => {
      assertOwnForm(request, services.config.http.publicUrl);
      return show(services, request, reply);
    });
  });
}

async function show(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const named = ReleaseParams.parse(request.params);
  const form = LoginForm.safeParse(request.body);
  const username = form.data?.username ?? '';
  const again = (status: number, problem: string) =>
    sendPage(reply.code(status), renderReleaseLogin(named, actionOf(services, named), { username, problem }));
  if (!form.success) return again(400, 'Enter your name and your password.');
  try {
    const { password, code } = form.data;
    const caller = await services.accounts.logIn(
      anonymousFrom(originOf(request)),
      username,
      password,
      code || undefined,
    );
    const standing = await services.releases.standingOf(caller, readNamed(services, named));
    return await sendPage(reply, renderStanding(named, standing));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'not_found') {
      const sentence = 'There is no such release, or this account may not see it.';
      return sendPage(reply.code(404), renderNotice('Nothing to show', sentence));
    }
    const problem = loginProblems.get(error.code);
    if (problem === undefined) throw error;
    return again(401, problem);
  }
}
