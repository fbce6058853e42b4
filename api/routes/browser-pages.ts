import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { chessErrorFacts, isChessErrorCode } from '../../chess/error-codes.ts';
import type { ErrorFacts } from '../../domain/coded-error.ts';
import { errorFacts, isErrorCode, notFound } from '../../domain/errors.ts';
import type { Routes } from './routes.ts';
import { pagePolicy, renderPage } from './html-page.ts';

/** Where the `type` of a problem leads. */
export function registerErrorPages(app: Routes): void {
  const schema = { hide: true, params: z.object({ code: z.string() }) };
  app.get('/docs/errors/:code', { schema, config: { identity: 'ignored' } }, async (request, reply) => {
    const { code } = request.params;
    const facts = factsOf(code);
    if (!facts) throw notFound('page');
    const { status, title, retry } = facts;
    const advice = retry
      ? 'The same request may succeed later.'
      : 'The same request fails again: something in it, or in what it is about, has to change.';
    return send(
      reply,
      renderPage(
        title,
        `<p><code>${code}</code>, status ${status}. ${advice}</p>
<p>The answer itself says in <code>detail</code> what was wrong, and in <code>instance</code> under which id the logs have it.</p>`,
      ),
    );
  });
}

function factsOf(code: string): ErrorFacts | undefined {
  if (isErrorCode(code)) return errorFacts[code];
  return isChessErrorCode(code) ? chessErrorFacts[code] : undefined;
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'public, max-age=300')
    .type('text/html; charset=utf-8')
    .send(page);
}
