import { queues, workflowNames } from '../../../workflows/definitions.ts';
import { type Crate, makeCrate } from '../../support/crates.ts';
import { holdLock, query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import type { OwnPlatform } from '../../support/platform.ts';
import { openWorkflows } from '../../support/workflows.ts';
import { save, untilClosed } from './history.ts';
import { publish } from './publishes.ts';

/** Records one rescan that completes, one that stays in the middle, and the daily round over both. */
export async function recordRescans(platform: OwnPlatform): Promise<void> {
  const rescanned = await makeCrate({ name: 'demo-rescanned' });
  await publish(platform, rescanned);
  await save(platform, 'rescan-finished', await rescan(platform, rescanned));

  const crate = await makeCrate({ name: 'demo-rescan-cancelled' });
  await publish(platform, crate);
  const lock = await holdLock(platform.databaseUrl, 'lock table release_scans in exclusive mode');
  const left = await rescan(platform, crate);
  await eventually(async () => {
    if ((await lock.waiting()) !== 1) throw new Error('no scan has begun');
  });
  await using client = openWorkflows(platform.temporal);
  await client.workflow.getHandle(left).cancel();
  await untilClosed(platform.temporal, left);
  await lock.release();
  await save(platform, 'rescan-cancelled', left);

  // limits the round to the two releases of this file
  await query(
    platform.databaseUrl,
    `delete from release_scans using releases, packages
     where releases.id = release_scans.release_id and packages.id = releases.package_id
       and packages.name like 'demo-rescan%'`,
    [],
  );
  await client.workflow.execute(workflowNames.rescanReleases, {
    workflowId: 'rescan-findings-demo',
    taskQueue: queues.publish,
    args: [],
  });
  await save(platform, 'rescan-round', 'rescan-findings-demo');
}

/** Starts a rescan. Returns the id of its workflow. */
async function rescan(platform: OwnPlatform, { name, version }: Crate): Promise<string> {
  const url = `${platform.url}/v1/packages/cargo/${name}/releases/${version}/rescan`;
  const headers = { authorization: `Bearer ${platform.adminToken}` };
  const answer = await fetch(url, { method: 'POST', headers });
  if (answer.status !== 202) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  const { job_id: id } = (await answer.json()) as { job_id: string };
  const [job] = await query<{ workflow_id: string }>(
    platform.databaseUrl,
    'select workflow_id from jobs where id = $1',
    [id],
  );
  return job?.workflow_id ?? '';
}
