import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import type { Crate } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { findHeld, holdCrate, judge, stageCrate } from '../support/held-release.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(isMissing)('a release that is deleted before it is visible, or while it is hidden', () => {
  let platform: SharedPlatform;
  let owner: TestUser;
  beforeAll(async () => {
    platform = await startPlatform();
    owner = await platform.createUser();
  });
  afterAll(() => platform?.stop());

  async function remove(crate: Crate, by: { session: string } = owner): Promise<number> {
    const response = await fetch(
      `${platform.url}/v1/packages/cargo/${crate.name}/releases/${crate.version}`,
      {
        method: 'DELETE',
        headers: { authorization: `Bearer ${by.session}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reason: 'a mistake' }),
      },
    );
    return response.status;
  }

  const jobsOf = (workflowId: string | undefined) =>
    query(platform.databaseUrl, 'select status from jobs where workflow_id = $1', [workflowId]);

  it('is gone when it waited for an approval, and its version stays taken', async () => {
    const crate = await stageCrate(platform, owner);
    const held = await findHeld(platform, crate);

    expect(await remove(crate, await platform.createUser())).toBe(404);
    expect(await remove(crate)).toBe(204);

    const deleted = await findHeld(platform, crate);
    expect(deleted).toMatchObject({ state: 'deleted', reason: null, hasUpload: false });
    expect(deleted?.audit.at(-1)).toBe(`release_delete by ${owner.username}`);
    expect(await jobsOf(held?.workflowId)).toEqual([{ status: 'completed' }]);
    expect((await publishCrate(platform, crate, owner.token)).status).not.toBe(200);
    expect(await remove(crate)).toBe(409);
  });

  it('is deleted by platform administrators alone when it was hidden, or rejected after it had been seen', async () => {
    const hidden = await holdCrate(platform, owner);
    const rejected = await holdCrate(platform, owner);
    expect((await judge(platform, owner, rejected, 'reject')).status).toBe(200);

    const admin = { session: platform.adminToken };
    expect([await remove(hidden), await remove(rejected)]).toEqual([403, 403]);
    expect([await remove(hidden, admin), await remove(rejected, admin)]).toEqual([204, 204]);

    for (const crate of [hidden, rejected]) {
      expect(await findHeld(platform, crate)).toMatchObject({ state: 'deleted' });
      expect((await publishCrate(platform, crate, owner.token)).status).not.toBe(200);
    }
  });
});
