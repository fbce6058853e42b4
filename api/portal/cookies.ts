import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';

import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookies of pages; no other surface reads them. */
const cookieNames = {
  session: 'rookery_session',
  flash: 'rookery_flash',
  /** The cookie of a log-in that waits for its second factor. */
  challenge: 'rookery_challenge',
  /** The cookie of a reader without a session; it binds a form to its browser. */
  visitor: 'rookery_visitor',
  lang: 'lang',
} as const;

type CookieName = keyof typeof cookieNames;

const daySeconds = 86_400;

const lifeSeconds: Readonly<Record<CookieName, number>> = {
  session: 30 * daySeconds,
  flash: 300,
  challenge: 300,
  visitor: daySeconds,
  lang: 365 * daySeconds,
};

/** The cookies of the request. */
export function readCookies({ headers }: FastifyRequest): Partial<Record<CookieName, string>> {
  const given = parseCookie(headers.cookie ?? '');
  const named = Object.entries(cookieNames).flatMap(([name, cookie]) => {
    const value = given[cookie];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(named);
}

/** Sets and clears cookies, with `Secure` where the site uses HTTPS. */
export interface Cookies {
  set(reply: FastifyReply, name: CookieName, value: string): void;
  clear(reply: FastifyReply, name: CookieName): void;
}

export function createCookies(publicUrl: string): Cookies {
  const shared: Omit<SetCookie, 'name' | 'value'> = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  };
  return {
    set(reply, name, value) {
      reply.header(
        'set-cookie',
        stringifySetCookie({ ...shared, name: cookieNames[name], value, maxAge: lifeSeconds[name] }),
      );
    },
    clear(reply, name) {
      reply.header(
        'set-cookie',
        stringifySetCookie({ ...shared, name: cookieNames[name], value: '', maxAge: 0 }),
      );
    },
  };
}
