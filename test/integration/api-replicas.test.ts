import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { type SharedPlatform, startPlatform } from '../support/platform.ts';
import { type RoleProcess, startRole } from '../support/role.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(isMissing)('replicas of the api on one database', () => {
  let platform: SharedPlatform;
  let replica: RoleProcess;
  let folder: string;
  let replicaUrl: string;
  beforeAll(async () => {
    platform = await startPlatform();
    folder = await mkdtemp(join(tmpdir(), 'rookery-replica-'));
    const port = await freePort();
    replicaUrl = `http://127.0.0.1:${port}`;
    replica = await startRole('api', { ...platform.environment, DATA_DIR: folder, PORT: String(port) });
  });
  afterAll(async () => {
    await replica.stop();
    await platform.stop();
    await rm(folder, { recursive: true });
  });

  test('make no token for themselves and end none of the others', async () => {
    const headers = { authorization: `Bearer ${platform.adminToken}` };

    const answers = await Promise.all(
      [platform.url, replicaUrl].map((url) => fetch(`${url}/v1/users/me`, { headers })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readdir(folder)).not.toContain('admin-token');
    const tokens = await query<{ name: string; revoked: boolean; ends: boolean }>(
      platform.databaseUrl,
      `select tokens.name, revoked_at is not null as revoked, expires_at is not null as ends
       from tokens join users on users.id = tokens.user_id where users.username = 'admin'`,
    );
    expect(tokens).toEqual([{ name: expect.stringMatching(/^npm start in /), revoked: false, ends: true }]);
  });
});
