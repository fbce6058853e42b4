import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLocale } from '../../chess/locale.ts';
import { anonymous } from '../../domain/actor.ts';
import type { Assets } from '../../portal/assets.ts';
import { languageOf } from '../../portal/language.ts';
import type { PageContext } from '../../portal/page.ts';
import type { Services } from '../../services/index.ts';
import { callerOf } from '../callers.ts';
import { disconnection } from '../plugins/disconnection.ts';
import { type Cookies, readCookies } from './cookies.ts';
import type { FormProofs } from './csrf.ts';
import type { FlashBox } from './flash.ts';

/** The parts that build the context of a page from a request; created once. */
export interface ReaderParts {
  services: Services;
  assets: Assets;
  cookies: Cookies;
  proofs: FormProofs;
  flashes: FlashBox;
}

/**
 * The reader, the language, and the flash of the last form. Sets the cookie of a chosen language, and clears those of an
 * ended session and of a flash that can't be opened. @throws DomainError `overloaded` while the database is away
 */
export async function readContext(
  parts: ReaderParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageContext> {
  const cookie = readCookies(request).session;
  const session = cookie ? await parts.services.pageSessions.resume(cookie) : null;
  if (cookie && !session) parts.cookies.clear(reply, 'session');
  const person = session?.actor;
  return contextOf(parts, request, reply, { person, flash: openFlash(parts, request, reply, person) });
}

function openFlash(
  { cookies, flashes }: ReaderParts,
  request: FastifyRequest,
  reply: FastifyReply,
  person: PageContext['person'],
): PageContext['flash'] {
  const { flash: sealed } = readCookies(request);
  // a fetch by a script shows no flash, and must not consume the flash of the next page
  const isShown = request.method === 'GET' && request.headers['sec-fetch-dest'] !== 'empty';
  if (!sealed || !isShown) return undefined;
  const flash = flashes.open(sealed, holderOf(person?.sessionId));
  if (!flash) cookies.clear(reply, 'flash');
  return flash;
}

/** The context of a request whose session can't be read. The flash stays sealed: it may belong to the session. */
export function strangerContext(
  parts: ReaderParts,
  request: FastifyRequest,
  reply: FastifyReply,
): PageContext {
  return contextOf(parts, request, reply, {});
}

function contextOf(
  { services, assets, cookies, proofs }: ReaderParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { person, flash }: Partial<Pick<PageContext, 'person' | 'flash'>>,
): PageContext {
  const given = readCookies(request);
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
  const lang = query.get('lang') ?? undefined;
  const locale = chooseLocale({
    lang: lang ?? given.lang,
    acceptLanguage: request.headers['accept-language'],
    fallback: services.config.chess.lang,
  });
  if (lang !== undefined) cookies.set(reply, 'lang', locale);
  let visitor = given.visitor;
  const isRead = request.method === 'GET';
  const caller = { ...callerOf(request, person ?? anonymous), ...(isRead && { rows: new Map() }) };
  let invitations: Promise<number> | undefined;
  return {
    ...languageOf(locale),
    services,
    assets,
    caller,
    person,
    url: request.url,
    params: (request.params ?? {}) as Record<string, string>,
    query,
    isHead: request.method === 'HEAD',
    flash,
    challenge: given.challenge,
    isOwnRequest: isRead && ownSites.has(request.headers['sec-fetch-site']),
    openInvitations: () =>
      (invitations ??= person ? services.invitations.countOwn(caller) : Promise.resolve(0)),
    requestId: request.id,
    disconnection: () => disconnection(reply),
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

/** `none`: a typed or bookmarked address; programs and old browsers send no header. */
const ownSites = new Set<string | string[] | undefined>(['same-origin', 'none', undefined]);

/** The owner of a flash: a session, or any reader without one. */
export const holderOf = (sessionId: string | undefined) =>
  sessionId === undefined ? 'anonymous' : `session ${sessionId}`;

export const visitorOf = (visitor: string) => `visitor ${visitor}`;
