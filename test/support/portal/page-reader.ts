import { createFormProofs } from '../../../api/portal/csrf.ts';
import { holderOf, visitorOf } from '../../../api/portal/reader.ts';
import { jwtSecretsOf } from '../../../config/secrets.ts';
import { createServices } from '../../../services/index.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { insertSession } from '../../../store/postgres/identity/sessions.ts';
import { sql } from '../../../store/postgres/pool.ts';
import type { Management } from '../management.ts';

export interface Shown {
  status: number;
  text: string;
  /** Cookies that the answer sets, in the form in which a browser sends them. */
  cookies: string;
  location: string | undefined;
}

/** Reads the pages without a browser. */
export interface PageReader {
  get(address: string): Promise<Shown>;
  /** Sends a form of a page with its CSRF token. `cookies` are added to those of the reader. */
  post(address: string, fields: Readonly<Record<string, string>>, cookies?: string): Promise<Shown>;
}

/** Reads pages as a user whose log-in has this age in seconds; as a visitor without a user. */
export async function readPagesAs(
  api: Management,
  userId?: string,
  { ageSeconds = 0, language = 'en' } = {},
): Promise<PageReader> {
  const services = createServices(api.platform);
  const proofs = createFormProofs(jwtSecretsOf(services.config.secrets));
  const sessionId = newId();
  if (userId !== undefined) {
    const expiresAt = new Date(Date.now() + 3_600_000);
    await insertSession(api.pool, { id: sessionId, userId, expiresAt, ipAddress: null, userAgent: null });
    await api.pool.query(sql.unsafe`
      update sessions set authenticated_at = now() - make_interval(secs => ${ageSeconds}) where id = ${sessionId}`);
  }
  const own =
    userId === undefined
      ? 'rookery_visitor=someone'
      : `rookery_session=${await services.pageSessions.sign({ sessionId, userId })}`;
  const csrf = proofs.make(userId === undefined ? visitorOf('someone') : holderOf(sessionId));

  async function ask(method: 'GET' | 'POST', url: string, more: { cookies?: string; body?: string }) {
    const answer = await api.app.inject({
      method,
      url,
      headers: {
        accept: 'text/html',
        'accept-language': language,
        cookie: [own, more.cookies].filter(Boolean).join('; '),
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      ...(more.body !== undefined && { payload: more.body }),
    });
    const cookies = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { location } = answer.headers;
    return { status: answer.statusCode, text: answer.body, cookies, location };
  }
  return {
    get: (address) => ask('GET', address, {}),
    post: (address, fields, cookies = '') =>
      ask('POST', address, { cookies, body: new URLSearchParams({ ...fields, csrf }).toString() }),
  };
}
