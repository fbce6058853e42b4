import type { TestProject } from 'vitest/node';
import { isSkipped } from './tool.ts';
import { startOwnPlatform } from './platform.ts';
import { assertReplays } from './replay.ts';
import { findTemporal, temporalMissing } from './temporal.ts';

/** One platform for all files of a project: its tests keep apart by using their own people and names. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (isSkipped(await findTemporal(), temporalMissing)) {
    project.provide('platform', undefined);
    return undefined;
  }
  const platform = await startOwnPlatform();
  project.provide('platform', { url: platform.url, adminToken: platform.adminToken });
  return async () => {
    try {
      // whatever the tests did, a worker with this code can carry on with it
      await assertReplays(platform.temporal);
    } finally {
      await platform.stop();
    }
  };
}
