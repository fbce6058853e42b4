import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { listJobsOf } from '../support/jobs.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { expectWhollyVisible } from '../support/publish-outcome.ts';
import { assertReplays } from '../support/replay.ts';
import { openWorkflows, publishId } from '../support/workflows.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform();
  // a run ends some time after its release becomes visible
  await query(
    platform.databaseUrl,
    `create function be_slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.4); return new; end $$`,
  );
  await query(
    platform.databaseUrl,
    `create trigger slow before insert on search_documents for each row execute function be_slow()`,
  );
});
afterAll(() => platform?.stop());

const interruptions = {
  'a cancellation': 'cancel',
  'a word that decisions were taken': 'decided',
  'a word that it was hidden': 'held',
};

test.each(Object.entries(interruptions))(
  'a release that has just become visible stays so when %s comes before its run has ended',
  async (_what, kind) => {
    const crate = await makeCrate();
    const answer = publishCrate(platform, crate);
    const statement =
      'select 1 from releases join packages on packages.id = package_id where name = $1 and state = $2';
    await eventually(async () =>
      expect(await query(platform.databaseUrl, statement, [crate.name, 'published'])).toHaveLength(1),
    );
    await using client = openWorkflows(platform.temporal);
    const handle = client.workflow.getHandle(publishId(crate));

    await (kind === 'cancel' ? handle.cancel() : handle.signal(kind));

    expect(await answer).toMatchObject({ status: 200 });
    expect(await handle.result()).toMatchObject({ status: 'published' });
    await expectWhollyVisible(platform, crate);
    await eventually(async () => {
      const [job] = await listJobsOf(platform, 'publish_release', publishId(crate));
      expect(job).toMatchObject({ status: 'completed' });
    });
    await assertReplays(platform.temporal);
  },
);
