import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { oncePerProcess } from './once-per-process.ts';
import { type OwnPlatform, startOwnPlatform } from './platform.ts';
import { assertReplays } from './replay.ts';
import { findTemporal, temporalMissing } from './temporal.ts';
import { isSkipped } from './tool.ts';

/** Several projects share the platform: the first starts it, the last stops it. */
interface Sharing {
  platform: Promise<OwnPlatform> | undefined;
  users: number;
}

/** One platform for all files: the tests keep apart by using their own people and names. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (isSkipped(await findTemporal(), temporalMissing)) {
    project.provide('platform', undefined);
    return undefined;
  }
  const sharing = oncePerProcess<Sharing>('platform', () => ({ platform: undefined, users: 0 }));
  sharing.users += 1;
  sharing.platform ??= startOwnPlatform().then(reportDeaths);
  const platform = await sharing.platform;
  const { url, adminToken, dataDir, databaseUrl, temporal, environment } = platform;
  const { address, namespace } = temporal;
  project.provide('platform', {
    url,
    adminToken,
    dataDir,
    databaseUrl,
    temporal: { address, namespace },
    environment,
  });
  return async () => {
    sharing.users -= 1;
    if (sharing.users > 0) return;
    stopping.add(platform);
    try {
      // whatever the tests did, a worker with this code can carry on with it
      await assertReplays(platform.temporal);
    } finally {
      await platform.stop();
    }
  };
}

/** Platforms whose processes end because the tests are over. */
const stopping = new WeakSet<OwnPlatform>();

/** A process that dies takes every later test with it: say which one it was, and its last words. */
function reportDeaths(platform: OwnPlatform): OwnPlatform {
  for (const [name, role] of Object.entries(platform.roles)) {
    void role.ended.then(() => {
      if (stopping.has(platform)) return;
      process.stderr.write(
        `\n${name} of the shared platform ended with ${role.ending()}\n${role.output().slice(-8_000)}\n`,
      );
    });
  }
  return platform;
}
