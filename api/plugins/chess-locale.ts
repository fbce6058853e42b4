import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLocale, type Locale } from '../../chess/locale.ts';
import { varyBy } from './vary.ts';

/** The language, read from the raw request: the query of handlers has only the members of their schema. */
export function localeOf(url: string, headers: IncomingHttpHeaders, fallback: Locale): Locale {
  const question = url.indexOf('?');
  const lang = question < 0 ? null : new URLSearchParams(url.slice(question + 1)).get('lang');
  return chooseLocale({
    lang: lang ?? undefined,
    acceptLanguage: headers['accept-language'],
    fallback,
  });
}

/** Says in which language an answer is, and that another client may get another one. */
export function setLanguage(request: FastifyRequest, reply: FastifyReply, fallback: Locale): Locale {
  const locale = localeOf(request.raw.url ?? '', request.headers, fallback);
  reply.header('content-language', locale);
  varyBy(reply, 'Accept-Language');
  return locale;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the answer; set below `/api`. */
    locale: Locale;
  }
}

export function registerLocale(app: FastifyInstance, fallback: Locale): void {
  app.decorateRequest('locale', fallback);
  app.addHook('onRequest', (request, reply, done) => {
    request.locale = setLanguage(request, reply, fallback);
    // positions change with every move: no cache may answer
    reply.header('cache-control', 'no-store');
    done();
  });
}
