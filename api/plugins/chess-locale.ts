import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLocale, type Locale } from '../../chess/locale.ts';
import { varyBy } from './vary.ts';

/** The language, read from the raw request: the parsed query has only the members of the route's schema. */
export function localeOf(url: string, headers: IncomingHttpHeaders, fallback: Locale): Locale {
  const question = url.indexOf('?');
  const lang = question < 0 ? null : new URLSearchParams(url.slice(question + 1)).get('lang');
  return chooseLocale({
    lang: lang ?? undefined,
    acceptLanguage: headers['accept-language'],
    fallback,
  });
}

/** Sets the headers for the language of the answer, and for caches that the language depends on the request. */
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
    // positions change with every move, so caches must not answer
    reply.header('cache-control', 'no-store');
    done();
  });
}
