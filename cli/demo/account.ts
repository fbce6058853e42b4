import { z } from 'zod';
import { fetchAgain } from './fetch-again.ts';

const Session = z.object({ token: z.string() });
const Token = z.object({ token: z.string() });
const Problem = z.object({ error: z.string() });

const username = 'demo';

/**
 * A publishing token of the demo user, which is registered if missing. The token expires after a day.
 * @throws Error with the server's own sentence
 */
export async function demoToken(url: string, password: string): Promise<string> {
  const registered = await post(`${url}/v1/auth/register`, { username, email: 'demo@example.com', password });
  if (!registered.ok && registered.status !== 409)
    throw await failure('registering the demo user', registered);
  const login = await post(`${url}/v1/auth/login`, { username_or_email: username, password });
  if (!login.ok) throw await failure('logging in as the demo user', login);
  const session = Session.parse(await login.json());
  const token = { name: 'demo', scopes: ['packages:write'], expires_in_days: 1 };
  const created = await post(`${url}/v1/tokens`, token, session.token);
  if (!created.ok) throw await failure('creating a token', created);
  return Token.parse(await created.json()).token;
}

async function post(url: string, body: object, token?: string): Promise<Response> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetchAgain(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  });
}

async function failure(what: string, response: Response): Promise<Error> {
  const problem = Problem.safeParse(await response.json().catch(() => undefined));
  return new Error(`${what} failed: ${problem.success ? problem.data.error : `status ${response.status}`}`);
}
