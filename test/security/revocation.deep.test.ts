import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';
import { redisBinary, redisMissing, type RedisServer, startRedis } from '../support/redis.ts';
import { type RoleProcess, startRole } from '../support/role.ts';
import { isSkipped } from '../support/tool.ts';

/** The documented limit, on every replica. */
const withinMs = 1_000;

describe.each(['without Redis', 'with Redis'])('two replicas %s', (kind) => {
  const usesRedis = kind === 'with Redis';
  const isMissing = usesRedis && isSkipped(redisBinary, redisMissing);
  let redis: RedisServer | undefined;
  let platform: CombinedPlatform;
  let replica: RoleProcess;
  let folder: string;
  let urls: string[];

  beforeAll(async () => {
    if (isMissing) return;
    redis = usesRedis ? await startRedis() : undefined;
    platform = await startCombinedPlatform(redis ? { REDIS_URL: redis.url } : {});
    folder = await mkdtemp(join(tmpdir(), 'rookery-revocation-'));
    const port = await freePort();
    replica = await startRole('api', { ...platform.environment, DATA_DIR: folder, PORT: String(port) });
    urls = [platform.url, `http://127.0.0.1:${port}`];
  });
  afterAll(async () => {
    await replica?.stop();
    await platform?.stop();
    await redis?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  const ask = (method: string, url: string, token: string, body?: object) =>
    fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const statusAt = async (url: string, token: string) =>
    (await ask('GET', `${url}/v1/users/me`, token)).status;

  /** Milliseconds from the answer to the change until both replicas, which have cached the credential, refuse it. */
  async function timeToDie(token: string, change: (url: string) => Promise<Response>): Promise<number> {
    for (const url of [...urls, ...urls]) expect(await statusAt(url, token)).toBe(200);
    const response = await change(urls[0] ?? '');
    expect(response.ok, await response.text()).toBe(true);
    const changedAt = performance.now();
    for (;;) {
      const statuses = await Promise.all(urls.map((url) => statusAt(url, token)));
      const elapsed = performance.now() - changedAt;
      if (statuses.every((status) => status === 401)) return elapsed;
      if (elapsed > 10 * withinMs) throw new Error(`still taken after ${elapsed} ms: ${statuses.join()}`);
    }
  }

  it.skipIf(isMissing)('a token that is revoked is dead within a second', async () => {
    const user = await platform.createUser();
    const other = (await (
      await ask('POST', `${platform.url}/v1/tokens`, user.session, {
        name: 'short-lived',
        scopes: ['tokens:read'],
      })
    ).json()) as { id: string; token: string };

    const elapsed = await timeToDie(other.token, (url) =>
      ask('DELETE', `${url}/v1/tokens/${other.id}`, user.session),
    );

    expect(elapsed).toBeLessThan(withinMs);
  });

  it.skipIf(isMissing)('a session that is ended from another one is dead within a second', async () => {
    const user = await platform.createUser();
    const login = (await (
      await fetch(`${platform.url}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username_or_email: user.username, password: user.password }),
      })
    ).json()) as { token: string; session_id: string };

    const elapsed = await timeToDie(login.token, (url) =>
      ask('DELETE', `${url}/v1/auth/sessions/${login.session_id}`, user.session),
    );

    expect(elapsed).toBeLessThan(withinMs);
    expect(await statusAt(platform.url, user.session)).toBe(200);
  });

  it.skipIf(isMissing).each(['token', 'session'] as const)(
    'the %s of a person who is locked out is dead within a second',
    async (credential) => {
      const user = await platform.createUser();
      const found = await ask(
        'GET',
        `${platform.url}/v1/admin/users?query=${user.username}`,
        platform.adminToken,
      );
      const { users } = (await found.json()) as { users: { id: string }[] };

      const elapsed = await timeToDie(user[credential], (url) =>
        ask('PATCH', `${url}/v1/admin/users/${users[0]?.id}`, platform.adminToken, { is_active: false }),
      );

      expect(elapsed).toBeLessThan(withinMs);
    },
  );

  it.skipIf(isMissing)('a new password ends tokens within a second', async () => {
    const user = await platform.createUser();
    const body = { current_password: user.password, new_password: 'another long passphrase' };

    const elapsed = await timeToDie(user.token, (url) =>
      ask('POST', `${url}/v1/auth/password`, user.session, body),
    );

    expect(elapsed).toBeLessThan(withinMs);
  });
});
