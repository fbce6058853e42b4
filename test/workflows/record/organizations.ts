import { makeCrate } from '../../support/crates.ts';
import { query } from '../../support/database.ts';
import type { OwnPlatform } from '../../support/platform.ts';
import { save } from './history.ts';

/** Records the deletion of an organization with a crate, which is archived. */
export async function recordDeletedOrganization(platform: OwnPlatform): Promise<void> {
  const owner = await platform.createUser('demo-leaving');
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${platform.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${owner.session}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  await call('POST', '/orgs', { name: 'Demo', slug: 'demo-left' });
  await call('POST', '/repositories', { name: 'Demo', slug: 'demo-left', owner_org_slug: 'demo-left' });
  const crate = await makeCrate({ name: 'demo-left' });
  await fetch(`${platform.url}/cargo/r/demo-left/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(crate.body),
  });
  await call('DELETE', '/orgs/demo-left?packages=archive');
  const [job] = await query<{ id: string }>(
    platform.databaseUrl,
    `select workflow_id as id from jobs where kind = 'delete_organization'`,
    [],
  );
  await save(platform, 'organization-deleted', job?.id ?? '');
}
