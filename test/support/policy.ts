import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { Platform, TestUser } from './platform.ts';
import { send } from './trusted-publishing.ts';
import { approval } from './reviewing.ts';

/** Releases of one user under the policy of the user's repository, in any ecosystem. */
export function policyClient({ url }: Pick<Platform, 'url'>, owner: Pick<TestUser, 'username' | 'session'>) {
  const call = (method: string, path: string, body?: object) =>
    send(method, `${url}/v1/${path}`, { bearer: owner.session, ...(body && { body }) });
  const pathOf = (ecosystem: string, name: string, version: string) =>
    `packages/${ecosystem}/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`;
  return {
    call,
    /** Sets the policy of the user's own repository. */
    async setPolicy(policy: object): Promise<void> {
      const { status } = await call('PUT', `repositories/${owner.username}/policy`, policy);
      expect(status).toBe(200);
    },
    async approve(ecosystem: string, name: string, version: string): Promise<void> {
      const path = pathOf(ecosystem, name, version);
      const body = await approval(`${url}/v1/${path}`, owner.session);
      expect((await call('POST', `${path}/approve`, body)).status).toBe(200);
    },
    /** Waits for the state of a version, with the number of scripts that its installation runs. */
    async expectState(
      [ecosystem, name, version]: readonly [string, string, string],
      state: 'published' | 'held',
      installScripts?: number,
    ): Promise<void> {
      await eventually(
        async () => {
          const { body } = await call('GET', pathOf(ecosystem, name, version));
          expect([version, body['status'], body['status_reason']]).toEqual(
            state === 'held' ? [version, 'quarantine', 'policy_hold'] : [version, 'published', null],
          );
          if (installScripts === undefined) return;
          expect(body['bundle_analysis']).toMatchObject({ install_script_count: installScripts });
        },
        { withinMs: 30_000 },
      );
    },
  };
}
