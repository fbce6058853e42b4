import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { bodyLimits } from '../../domain/limits.ts';
import { decodeUtf8 } from '../../domain/utf8.ts';
import { logFailure } from '../../ecosystems/log-failure.ts';
import { toDomainError } from '../plugins/domain-error.ts';
import { registerPageHeaders } from '../plugins/security-headers.ts';
import { pagePolicy, renderNotice } from './html-page.ts';

/** A scope for pages with one form, no script and no cookie: what goes wrong is a page as well. */
export async function registerFormPages(
  app: FastifyInstance,
  publicUrl: string,
  register: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    await registerPageHeaders(scope, publicUrl);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: bodyLimits['page.login'].bytes },
      (_request, body: Buffer, done) => done(null, Object.fromEntries(new URLSearchParams(decodeUtf8(body)))),
    );
    scope.setErrorHandler((error, request, reply) => {
      const known = toDomainError(error);
      logFailure(request.log, { error, known }, 'page failed');
      const retryAfter = known.meta.retryAfterSeconds;
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      const sentence = known.code === 'internal' ? 'Please try again.' : known.detail;
      return sendPage(reply.code(known.status), renderNotice('That did not work', sentence));
    });
    register(scope);
  });
}

/**
 * Another site must not be able to send a form in somebody's name. Browsers say where a form comes from; clients that
 * say nothing are no browsers. @throws DomainError `forbidden`
 */
export function assertOwnForm({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const host = origin === undefined ? undefined : (URL.parse(origin)?.host ?? null);
  const isOwnSite = site === undefined || site === 'same-origin';
  const isOwnHost = host === undefined || host === headers.host || host === new URL(publicUrl).host;
  if (!isOwnSite || !isOwnHost) throw new DomainError('forbidden', 'This form was sent from another site.');
}

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
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
