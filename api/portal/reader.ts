import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLocale } from '../../chess/locale.ts';
import { anonymous } from '../../domain/actor.ts';
import type { Assets } from '../../portal/assets.ts';
import { languageOf } from '../../portal/language.ts';
import type { PageContext } from '../../portal/page.ts';
import type { Services } from '../../services/index.ts';
import { callerOf } from '../callers.ts';
import { type Cookies, readCookies } from './cookies.ts';
import type { FormProofs } from './csrf.ts';
import type { FlashBox } from './flash.ts';

/** The parts that turn a request into the context of a page, made once. */
export interface ReaderParts {
  services: Services;
  assets: Assets;
  cookies: Cookies;
  proofs: FormProofs;
  flashes: FlashBox;
}

/** The reader, the language, and the flash of the last form for this page. */
export async function readContext(
  parts: ReaderParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageContext> {
  const { services, assets, cookies, proofs, flashes } = parts;
  const given = readCookies(request);
  const cookie = given.session;
  const session = cookie ? await services.pageSessions.resume(cookie) : null;
  if (cookie && !session) cookies.clear(reply, 'session');
  const person = session?.actor;
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
  const lang = query.get('lang') ?? undefined;
  const locale = chooseLocale({
    lang: lang ?? given.lang,
    acceptLanguage: request.headers['accept-language'],
    fallback: services.config.chess.lang,
  });
  if (lang !== undefined) cookies.set(reply, 'lang', locale);
  let visitor = given.visitor;
  const sealed = given.flash;
  const isRead = request.method === 'GET';
  if (sealed && isRead) cookies.clear(reply, 'flash');
  return {
    ...languageOf(locale),
    services,
    assets,
    caller: { ...callerOf(request, person ?? anonymous), ...(isRead && { rows: new Map() }) },
    person,
    url: request.url,
    params: (request.params ?? {}) as Record<string, string>,
    query,
    flash: sealed ? flashes.open(sealed, holderOf(person?.sessionId)) : undefined,
    challenge: given.challenge,
    requestId: request.id,
    csrf() {
      if (person) return proofs.make(holderOf(person.sessionId));
      if (visitor === undefined) {
        visitor = randomBytes(16).toString('base64url');
        cookies.set(reply, 'visitor', visitor);
      }
      return proofs.make(visitorOf(visitor));
    },
  };
}

/** The owner of a flash: a session, or any reader without one. */
export const holderOf = (sessionId: string | undefined) =>
  sessionId === undefined ? 'anonymous' : `session ${sessionId}`;

export const visitorOf = (visitor: string) => `visitor ${visitor}`;
