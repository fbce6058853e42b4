import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pomOf } from '../../ecosystems/maven/fixtures/pom.ts';
import { type Coordinates, hexOf, mavenRequests, newCoordinates } from '../integration/maven/requests.ts';
import { holdLock, query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { expectNothingStaged, listUnfinishedFiles } from '../support/publish-outcome.ts';
import { type Held, publishSteps } from '../support/publish-steps.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
let maven: ReturnType<typeof mavenRequests>;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '3000' });
  maven = mavenRequests(platform, '/maven', 'Apache-Maven/3.8.7 (Java 17.0.1; Linux 6.1)');
});
afterAll(() => platform?.stop());

const endings = ['.jar', '-sources.jar', '.pom'] as const;
const bodyOf = (at: Coordinates, ending: string) =>
  ending === '.pom' ? pomOf(at) : `${ending} of ${at.group} ${at.version}`;

/** Statuses of the files in the order of `endings`. */
async function sendFiles(at: Coordinates, which: readonly string[] = endings): Promise<number[]> {
  const statuses: number[] = [];
  for (const ending of which) {
    const { status } = await maven.putFile(at, ending, platform.adminToken, bodyOf(at, ending));
    statuses.push(status);
  }
  return statuses;
}

/** Everything that a reader can see of a version; all parts have to agree. */
async function look(at: Coordinates) {
  const folder = maven.folderOf(at);
  const paths = endings.flatMap((ending) => [ending, `${ending}.sha1`]).map((end) => maven.fileOf(at, end));
  const answers = await Promise.all([...paths, `${folder}/${at.version}/`].map((path) => maven.ask(path)));
  const metadata = await (await maven.ask(`${folder}/maven-metadata.xml`)).text();
  const sum = await (await maven.ask(`${folder}/maven-metadata.xml.sha1`)).text();
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    isListed: metadata.includes(`<version>${at.version}</version>`),
    isSumRight: !metadata.includes('<metadata>') || sum === hexOf('sha1', metadata),
  };
}

const nothing = { statuses: [404], isListed: false, isSumRight: true };
const whole = { statuses: [200], isListed: true, isSumRight: true };

/** Counts the rows of the version in the database. */
async function count(at: Coordinates) {
  const [facts] = await query(
    platform.databaseUrl,
    `select count(*)::int as releases,
       coalesce(sum((select count(*) from artifacts where artifacts.release_id = releases.id)), 0)::int as files,
       coalesce(sum((select count(*) from audit_log where audit_log.target_release_id = releases.id
         and audit_log.action = 'release_publish')), 0)::int as publishes
     from releases join packages on packages.id = releases.package_id
     where packages.name = $1 and releases.version = $2`,
    [`${at.group}:${at.artifact}`, at.version],
  );
  return facts;
}

/** Expects one release with all its files; the registry answers the same upload as already present. */
async function expectOne(at: Coordinates): Promise<void> {
  await eventually(async () => expect(await look(at)).toEqual(whole), { withinMs: 90_000 });
  expect(await sendFiles(at)).toEqual([200, 200, 200]);
  expect((await maven.commit(at, platform.adminToken)).status).toBe(201);
  expect(await count(at)).toEqual({ releases: 1, files: 3, publishes: 1 });
}

async function restart(...roles: ('api' | 'worker' | 'scanner')[]): Promise<void> {
  for (const role of roles) platform.roles[role] = await platform.roles[role].restart();
}

describe('an api that is killed', () => {
  test('while the first file comes leaves no draft, and the deploy begins again', async () => {
    const at = newCoordinates();
    const upload = request(`${platform.url}/maven/${maven.fileOf(at, '.jar')}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${platform.adminToken}`, 'content-length': 3_000_001 },
    });
    const gone = new Promise<void>((resolve) => {
      upload.once('error', () => resolve());
      upload.once('close', () => resolve());
    });
    // all bytes but the last
    upload.write(Buffer.alloc(3_000_000, 'x'));
    await eventually(async () => expect(await listUnfinishedFiles(platform)).not.toEqual([]));

    await platform.roles.api.kill();
    await gone;
    await restart('api');

    expect(await count(at)).toEqual({ releases: 0, files: 0, publishes: 0 });
    expect(await sendFiles(at)).toEqual([201, 201, 201]);
    // a busy machine answers before the release is visible
    expect([201, 202]).toContain((await maven.commit(at, platform.adminToken)).status);
    await expectOne(at);
  });

  test('while the draft is opened has opened it or not', async () => {
    const at = newCoordinates();
    const lock = await holdLock(platform.databaseUrl, 'lock table drafts in exclusive mode');
    const answer = sendFiles(at, ['.jar']).catch(() => undefined);
    await eventually(async () => expect(await lock.waiting()).toBeGreaterThan(0));

    await platform.roles.api.kill();
    await answer;
    await lock.release();
    await restart('api');

    expect(await look(at)).toEqual(nothing);
    expect((await sendFiles(at)).every((status) => status === 200 || status === 201)).toBe(true);
    // a busy machine answers before the release is visible
    expect([201, 202]).toContain((await maven.commit(at, platform.adminToken)).status);
    await expectOne(at);
  });

  test('between the files, with the worker, loses none of those that it has', async () => {
    const at = newCoordinates();
    expect(await sendFiles(at, ['.jar', '-sources.jar'])).toEqual([201, 201]);

    await Promise.all([platform.roles.api.kill(), platform.roles.worker.kill()]);
    await restart('api', 'worker');

    expect(await look(at)).toEqual(nothing);
    expect(await sendFiles(at)).toEqual([200, 200, 201]);
    // a busy machine answers before the release is visible
    expect([201, 202]).toContain((await maven.commit(at, platform.adminToken)).status);
    await expectOne(at);
  });

  test('as the metadata comes publishes all files or none, and the metadata may come again', async () => {
    const at = newCoordinates();
    await sendFiles(at);
    const draft = `select from drafts where release_id = (select releases.id from releases
      join packages on packages.id = releases.package_id where packages.name = $1) for update`;
    const lock = await holdLock(platform.databaseUrl, draft, [`${at.group}:${at.artifact}`]);
    const answer = maven.commit(at, platform.adminToken).catch(() => undefined);
    await eventually(async () => expect(await lock.waiting()).toBeGreaterThan(0));

    await platform.roles.api.kill();
    await answer;
    await lock.release();
    await restart('api');

    const between = await look(at);
    expect([nothing, whole]).toContainEqual(between);
    expect(await sendFiles(at)).toEqual([200, 200, 200]);
    expect([201, 202]).toContain((await maven.commit(at, platform.adminToken)).status);
    await expectOne(at);
  });
});

describe('a worker that is killed', () => {
  const steps = {
    'stores the files': 'store',
    'keeps what the scanner found': 'scan',
    'makes them visible': 'publish',
  } as const;
  const heldOf = (at: Coordinates): Held => ({
    ecosystem: 'maven',
    name: `${at.group}:${at.artifact}`,
    sha256: hexOf('sha256', bodyOf(at, '-sources.jar')),
    document: `${maven.folderOf(at)}/maven-metadata.xml`,
  });

  test.each(Object.keys(steps) as (keyof typeof steps)[])(
    'while it %s shows nothing, and does it again',
    async (step) => {
      const first = newCoordinates();
      await sendFiles(first);
      expect((await maven.commit(first, platform.adminToken)).status).toBe(201);
      const at = { ...first, version: '1.1.0' };
      expect(await sendFiles(at)).toEqual([201, 201, 201]);
      const lock = await holdLock(platform.databaseUrl, ...publishSteps[steps[step]](heldOf(at)));
      const answer = maven.commit(at, platform.adminToken);
      await eventually(async () => expect(await lock.waiting()).toBeGreaterThan(0), { withinMs: 60_000 });

      await platform.roles.worker.kill();
      const between = await look(at);
      const told = await answer;
      await lock.release();
      await restart('worker');

      expect(between).toEqual({ ...nothing, isListed: false });
      expect([told.status, await told.text()]).toEqual([
        202,
        expect.stringMatching(/1\.1\.0 is still being checked: http/),
      ]);
      await expectOne(at);
      await expectOne(first);
    },
  );
});

test('a scanner that is killed with a deploy in its hands: another one takes it', async () => {
  const at = newCoordinates();
  await sendFiles(at);
  await platform.roles.scanner.kill();
  const told = await maven.commit(at, platform.adminToken);
  const between = await look(at);

  await restart('scanner');

  expect([told.status, between]).toEqual([202, nothing]);
  await expectOne(at);
});

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
