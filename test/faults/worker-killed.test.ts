import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, publishCratePatiently } from '../support/cargo.ts';
import { type Crate, makeCrate, uniqueName } from '../support/crates.ts';
import { type HeldLock, holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { expectNothingStaged, expectWhollyVisible, publishWholly } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '2000' });
});
afterAll(() => platform?.stop());

/** For each step: the lock that makes it wait, in the order in which the test takes the locks. */
const steps = {
  search: {
    statement: 'select from search_documents where name_key = $1 for update',
    value: (crate: Crate) => crate.name.replaceAll('-', '_'),
  },
  publish: {
    statement: "select from documents where ecosystem = 'cargo' and path like '%/' || $1 for update",
    value: (crate: Crate) => crate.name,
  },
  store: {
    statement: 'insert into blobs (sha256, size_bytes) values ($1, 1)',
    value: (crate: Crate) => crate.sha256,
  },
  quarantine: {
    statement: 'select from packages where name = $1 for update',
    value: (crate: Crate) => crate.name,
  },
  scan: {
    statement: 'lock table release_metadata in exclusive mode',
    value: undefined,
  },
} as const;

type Step = keyof typeof steps;
const names = Object.keys(steps) as Step[];

describe('a worker that is killed while publishes stand in every one of its steps', () => {
  const crates = new Map<Step, Crate>();
  const locks: HeldLock[] = [];

  beforeAll(async () => {
    const answers: Promise<Answer>[] = [];
    for (const step of names) {
      const first = await makeCrate({ name: uniqueName(step) });
      await publishWholly(platform, first);
      const crate = await makeCrate({ name: first.name, version: '1.0.1' });
      crates.set(step, crate);
    }
    for (const step of names) {
      const crate = crates.get(step) ?? (await makeCrate());
      const { statement, value } = steps[step];
      const lock = await holdLock(platform.databaseUrl, statement, value ? [value(crate)] : []);
      locks.push(lock);
      // the service may pause for longer than the short deadline
      answers.push(publishCratePatiently(platform, crate));
      await eventually(
        async () => expect({ step, waiting: await lock.waiting() }).toEqual({ step, waiting: 1 }),
        { withinMs: 60_000 },
      );
    }

    await platform.roles.worker.kill();

    for (const { status, text } of await Promise.all(answers)) expect([200, 202], text).toContain(status);
    await Promise.all(locks.map((lock) => lock.release()));
    platform.roles.worker = await platform.roles.worker.restart();
  }, 300_000);

  test.each(names)('the publish that stood in %s is wholly visible after the restart', async (step) => {
    const crate = crates.get(step) ?? (await makeCrate());

    await expectWhollyVisible(platform, crate);
  });

  test('no staged bytes remain', () => expectNothingStaged(platform));

  test('every history replays', () => assertReplays(platform.temporal));
});
