import { randomBytes } from 'node:crypto';
import type { TestUser } from '../platform.ts';

/** Calls the management API with a user's session. @throws Error for a refusal */
export async function manageAs(
  url: string,
  { session }: Pick<TestUser, 'session'>,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** An organization with a public repository of the same slug, and these members in addition to the owner. */
export async function createOrganization(
  url: string,
  owner: TestUser,
  members: readonly (readonly [TestUser, role: string])[],
): Promise<string> {
  const slug = `org-${randomBytes(5).toString('hex')}`;
  await manageAs(url, owner, 'POST', '/orgs', { slug, name: `Organization ${slug}` });
  for (const [{ username }, role] of members) {
    await manageAs(url, owner, 'POST', `/orgs/${slug}/members`, { username, role });
  }
  await manageAs(url, owner, 'POST', '/repositories', {
    slug,
    name: slug,
    kind: 'public',
    visibility: 'public',
    owner_org_slug: slug,
  });
  return slug;
}
