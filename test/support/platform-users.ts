import { randomBytes } from 'node:crypto';

export interface TestUser {
  username: string;
  password: string;
  /** May publish, and make tokens. */
  token: string;
  /** The session of a recent log-in. */
  session: string;
}

/** Registers a user and makes an API token that may publish. */
export async function createUser(url: string, name?: string): Promise<TestUser> {
  const username = name ?? `u${randomBytes(5).toString('hex')}`;
  const password = randomBytes(12).toString('base64url');
  await post(`${url}/v1/auth/register`, { username, email: `${username}@example.com`, password });
  const session = await post(`${url}/v1/auth/login`, { username_or_email: username, password });
  const scopes = ['packages:write', 'repositories:write', 'tokens:read', 'tokens:write'];
  const created = await post(`${url}/v1/tokens`, { name: 'tests', scopes }, String(session['token']));
  return { username, password, token: String(created['token']), session: String(session['token']) };
}

async function post(url: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}
