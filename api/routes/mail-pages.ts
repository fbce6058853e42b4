import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { anonymousFrom } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { originOf } from '../callers.ts';
import { assertOwnForm, registerFormPages, sendPage } from './form-pages.ts';
import { escape, renderNotice, renderPage } from './html-page.ts';
import type { Services } from '../../services/index.ts';

const Params = z.object({ token: z.string() });
const Form = z.object({ password: z.string().max(1_024), again: z.string().max(1_024) });

const paths = { confirm: '/login/confirm-address/:token', reset: '/login/new-password/:token' } as const;

/**
 * Where the links of mails lead. Looking at one changes nothing: programs that check mails for their readers open links
 * too.
 */
export async function registerMailPages(app: FastifyInstance, services: Services): Promise<void> {
  if (services.config.mail === null) return;
  const post = { config: { tier: 'auth', body: 'page.login' } } as const;
  await registerFormPages(app, services.config.http.publicUrl, (scope) => {
    scope.get(paths.confirm, async (request, reply) => {
      const isAlive = await services.identity.isLinkAlive(tokenOf(request), 'verify_email');
      return isAlive ? sendPage(reply, renderConfirmation()) : sendGone(reply);
    });
    scope.post(paths.confirm, post, async (request, reply) => {
      assertOwnForm(request, services.config.http.publicUrl);
      const caller = anonymousFrom(originOf(request));
      return answering(reply, 'Confirmed', 'This address is yours now.', () =>
        services.identity.confirmAddressByLink(caller, tokenOf(request)),
      );
    });
    scope.get(paths.reset, async (request, reply) => {
      const isAlive = await services.identity.isLinkAlive(tokenOf(request), 'reset_password');
      return isAlive ? sendPage(reply, renderReset()) : sendGone(reply);
    });
    scope.post(paths.reset, post, async (request, reply) => {
      assertOwnForm(request, services.config.http.publicUrl);
      return takePassword(services, request, reply);
    });
  });
}

async function takePassword(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = Form.safeParse(request.body);
  if (!form.success || form.data.password !== form.data.again) {
    return sendPage(reply.code(422), renderReset('Enter the same new password twice.'));
  }
  const change = { token: tokenOf(request), next: form.data.password };
  try {
    return await answering(reply, 'Changed', 'Log in with the new password.', () =>
      services.identity.resetPassword(anonymousFrom(originOf(request)), change),
    );
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    return sendPage(reply.code(422), renderReset(error.detail));
  }
}

async function answering(
  reply: FastifyReply,
  title: string,
  sentence: string,
  act: () => Promise<void>,
): Promise<FastifyReply> {
  try {
    await act();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_credentials') return sendGone(reply);
    throw error;
  }
  return sendPage(reply, renderNotice(title, sentence));
}

const tokenOf = (request: FastifyRequest) => Params.parse(request.params).token;

function sendGone(reply: FastifyReply): FastifyReply {
  const sentence = 'This link is unknown, used or too old. Ask for another.';
  return sendPage(reply.code(404), renderNotice('Nothing here', sentence));
}

function renderConfirmation(): string {
  return renderPage(
    'Confirm your address',
    `<p>Confirm that this address belongs to your account.</p>
<form method="post"><button>Confirm</button></form>`,
  );
}

function renderReset(problem?: string): string {
  const alert = problem === undefined ? '' : `<p role="alert">${escape(problem)}</p>\n`;
  return renderPage(
    'Choose a new password',
    `<p>A new password ends all sessions and API tokens of the account.</p>
${alert}<form method="post">
<label for="password">New password, 12 characters or more</label>
<input id="password" name="password" type="password" autocomplete="new-password" required maxlength="1024">
<label for="again">Once more</label>
<input id="again" name="again" type="password" autocomplete="new-password" required maxlength="1024">
<button>Change the password</button>
</form>`,
  );
}
