import type { Platform, TestUser } from '../platform.ts';

/** A new user whom the platform's first administrator has made an administrator. */
export async function createAdministrator(
  platform: Pick<Platform, 'url' | 'adminToken' | 'createUser'>,
): Promise<TestUser> {
  const user = await platform.createUser();
  const headers = { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' };
  const found = await fetch(`${platform.url}/v1/admin/users?query=${user.username}`, { headers });
  const { users } = (await found.json()) as { users: { id: string }[] };
  const answer = await fetch(`${platform.url}/v1/admin/users/${users[0]?.id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ is_admin: true }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return user;
}
