import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGem } from '../../ecosystems/rubygems/fixtures/gem.ts';
import { uniqueName } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { gemsClient } from '../support/gems.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { expectNothingStaged } from '../support/publish-outcome.ts';
import {
  type Held,
  killWorkerWith,
  type Outcomes,
  publishStepNames,
  publishSteps,
  type PublishStep,
  type Standing,
} from '../support/publish-steps.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
let gems: ReturnType<typeof gemsClient>;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '4000' });
  gems = gemsClient(platform.url, platform.adminToken);
});
afterAll(() => platform?.stop());

const newName = () => uniqueName('probe').toLowerCase();
const statusOf = async (path: string) => {
  const answer = await gems.ask(path);
  await answer.body?.cancel();
  return answer.status;
};

/** Everything that a client can see of a gem; all parts have to agree. */
async function look(name: string, version: string) {
  const info = await gems.ask(`info/${name}`);
  const text = info.ok ? await info.text() : '';
  const lines = (await gems.textOf('versions')).split('\n').filter((line) => line.startsWith(`${name} `));
  const digest = createHash('md5').update(text).digest('hex');
  return {
    info: text
      .split('\n')
      .flatMap((line) => line.split(' ', 1)[0] || [])
      .slice(1),
    versions: lines.map((line) => line.split(' ')[1]),
    isDigestRight: lines.length === 0 || (lines.at(-1) ?? '').endsWith(digest),
    gem: await statusOf(`gems/${name}-${version}.gem`),
    specification: await statusOf(`quick/Marshal.4.8/${name}-${version}.gemspec.rz`),
  };
}

const nothing = { info: [], versions: [], isDigestRight: true, gem: 404, specification: 404 };
const first = { info: ['1.0.0'], versions: ['1.0.0'], isDigestRight: true, gem: 404, specification: 404 };
const both = {
  info: ['1.0.0', '1.1.0'],
  versions: ['1.0.0', '1.1.0'],
  isDigestRight: true,
  gem: 200,
  specification: 200,
};

const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

const heldOf = (name: string, gem: Buffer): Held => ({
  ecosystem: 'rubygems',
  name,
  sha256: sha256(gem),
  document: `info/${name}`,
});

const anything: unknown = expect.any(String);
const stillChecked: unknown = expect.stringContaining('Still being checked');

describe('a worker that is killed while gems stand in every step of a publish', () => {
  const names = new Map(publishStepNames.map((step) => [step, newName()]));
  let outcomes: Outcomes<PublishStep, readonly [number, string], object>;

  beforeAll(async () => {
    const standing = new Map<PublishStep, Standing<readonly [number, string], object>>();
    for (const [step, name] of names) {
      expect((await gems.pushGem({ name, version: '1.0.0' }))[0]).toBe(200);
      const gem = await buildGem({ name, version: '1.1.0' });
      const send = async () => {
        const answer = await gems.push(gem);
        return [answer.status, await answer.text()] as const;
      };
      const hold = publishSteps[step](heldOf(name, gem));
      standing.set(step, { hold, send, look: () => look(name, '1.1.0') });
    }

    outcomes = await killWorkerWith(platform, standing);
  }, 300_000);

  test.each(publishStepNames)(
    'the one that stood in %s was whole or absent, and is there once in the end',
    async (step) => {
      const name = names.get(step) ?? '';

      // the search index follows after everything else is visible
      const then =
        step === 'search'
          ? { between: both, told: [200, anything] }
          : { between: first, told: [200, stillChecked] };
      expect(outcomes.get(step)).toEqual(then);
      await eventually(async () => expect(await look(name, '1.1.0')).toEqual(both), { withinMs: 90_000 });
    },
  );
});

test('a scanner that is killed with a gem in its hands: another one takes it', async () => {
  const name = newName();
  await platform.roles.scanner.kill();
  const told = await gems.pushGem({ name, version: '1.0.0' });
  const between = await look(name, '1.0.0');

  platform.roles.scanner = await platform.roles.scanner.restart();

  expect(told).toEqual([200, expect.stringContaining('Still being checked')]);
  expect(between).toEqual(nothing);
  await eventually(
    async () => expect(await look(name, '1.0.0')).toMatchObject({ gem: 200, info: ['1.0.0'] }),
    {
      withinMs: 90_000,
    },
  );
});

test('an api that is killed after the workflow began loses no gem, and pushing again joins it', async () => {
  const name = newName();
  const gem = await buildGem({ name, version: '1.0.0' });
  await platform.roles.scanner.kill();
  const answer = gems.push(gem).catch(() => undefined);
  const isThere = `select from releases join packages on packages.id = releases.package_id where packages.name = $1`;
  await eventually(async () => expect(await query(platform.databaseUrl, isThere, [name])).toHaveLength(1));

  await platform.roles.api.kill();
  await answer;
  platform.roles.api = await platform.roles.api.restart();
  platform.roles.scanner = await platform.roles.scanner.restart();
  const again = await gems.push(gem);
  await again.body?.cancel();

  expect([200, 409]).toContain(again.status);
  await eventually(
    async () => expect(await look(name, '1.0.0')).toMatchObject({ gem: 200, info: ['1.0.0'] }),
    {
      withinMs: 90_000,
    },
  );
  await expectNothingStaged(platform);
});

test('a worker that is killed in the middle of a yank has done all of it or nothing', async () => {
  const name = newName();
  await gems.pushGem({ name, version: '1.0.0' });
  await gems.pushGem({ name, version: '1.1.0' });
  const lock = await holdLock(
    platform.databaseUrl,
    ...publishSteps.publish({ ecosystem: 'rubygems', name, sha256: '', document: `info/${name}` }),
  );
  const yank = () => gems.form('DELETE', 'api/v1/gems/yank', { gem_name: name, version: '1.0.0' });
  const answer = yank().catch(() => undefined);
  await eventually(async () => expect(await lock.waiting()).toBe(1));

  await platform.roles.api.kill();
  await answer;
  await lock.release();
  platform.roles.api = await platform.roles.api.restart();
  const again = await yank();

  expect(again.status).toBe(200);
  expect(await look(name, '1.0.0')).toMatchObject({
    info: ['1.1.0'],
    isDigestRight: true,
    specification: 404,
  });
});

test('a yanked gem can be read for thirty days by all, and then by its managers', async () => {
  const name = newName();
  await gems.pushGem({ name, version: '1.0.0' });
  await gems.form('DELETE', 'api/v1/gems/yank', { gem_name: name, version: '1.0.0' });
  const file = `gems/${name}-1.0.0.gem`;
  const before = await statusOf(file);
  await query(
    platform.databaseUrl,
    `update releases set yanked_at = now() - interval '31 days' from packages
      where packages.id = releases.package_id and packages.name = $1 returning releases.id`,
    [name],
  );
  // the API caches the time of the yank
  await platform.roles.api.kill();
  platform.roles.api = await platform.roles.api.restart();

  const own = await gems.ask(file, { headers: { authorization: platform.adminToken } });
  await own.body?.cancel();

  expect([before, await statusOf(file), own.status]).toEqual([200, 404, 200]);
});

test('every history replays', () => assertReplays(platform.temporal));
