import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCoordinates } from '../../integration/maven/requests.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../../support/platform.ts';
import { wake } from '../../support/workflows.ts';
import { cannotRun, createWorkspace, type Workspace } from './maven.ts';
import { modules, writeReactor as write } from './reactor.ts';

describe.skipIf(cannotRun)('a build of sixty modules', () => {
  let platform: CombinedPlatform;
  let author: TestUser;
  let workspace: Workspace;
  let url: string;

  beforeAll(async () => {
    platform = await startCombinedPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace(author);
    url = `${platform.url}/maven/`;
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  const writeReactor = (
    folder: string,
    group: string,
    options: { modules?: string[]; broken?: string } = {},
  ) => write(workspace, { folder, group, url, modules, ...options });

  async function countVisible(group: string): Promise<number> {
    const folder = `${url}${group.replaceAll('.', '/')}`;
    const answers = await Promise.all(
      ['whole', ...modules].map((name) => fetch(`${folder}/${name}/maven-metadata.xml`)),
    );
    return answers.filter(({ status }) => status === 200).length;
  }

  /** The hidden releases with the reason, for the report of a failure. */
  const listHidden = (group: string) =>
    query(
      platform.databaseUrl,
      `select packages.name, releases.state, releases.status_reason, jobs.last_error
       from packages join releases on releases.package_id = packages.id
       left join jobs on jobs.workflow_id = releases.workflow_id
       where starts_with(packages.name, $1) and releases.state <> 'published'`,
      [`${group}:`],
    );

  test('is visible as a whole', async () => {
    const { group } = newCoordinates();
    await writeReactor('good', group);

    // two modules at a time
    const deployed = await workspace.mvn('good', '-T', '2', 'deploy');

    expect(deployed, deployed.output).toMatchObject({ code: 0 });
    // on a busy machine the deploy ends before the last module is checked
    await eventually(async () => expect(await listHidden(group)).toEqual([]), { withinMs: 240_000 });
    expect(await countVisible(group)).toBe(61);
  }, 700_000);

  test('leaves nothing visible when its last module is refused', async () => {
    const { group } = newCoordinates();
    const few = modules.slice(0, 12);
    await writeReactor('bad', group, { modules: few, broken: 'part-11' });

    const deployed = await workspace.mvn('bad', 'deploy');

    expect(deployed.code).toBe(1);
    expect(await countVisible(group)).toBe(0);
  }, 400_000);

  test('that is killed in the middle shows nothing, and is cleaned away after a day', async () => {
    const { group } = newCoordinates();
    await writeReactor('killed', group, { modules: modules.slice(0, 30) });
    const drafts = () =>
      query<{ name: string; clock: number | null }>(
        platform.databaseUrl,
        `select packages.name, drafts.idle_seconds as clock from drafts join releases on releases.id = drafts.release_id
          join packages on packages.id = releases.package_id
          where starts_with(packages.name, $1) and drafts.discarded_at is null`,
        [`${group}:`],
      );
    const isHalfDone = () =>
      eventually(async () => expect((await drafts()).length).toBeGreaterThan(8), { withinMs: 300_000 });

    expect(await workspace.mvnUntil('killed', isHalfDone, 'deploy')).toBe(true);

    const left = await drafts();
    expect(left.length).toBeLessThan(31);
    // no clock may publish a module of a deploy that Maven has not completed
    expect(left.every(({ clock }) => clock === null)).toBe(true);
    expect(await countVisible(group)).toBe(0);

    await query(
      platform.databaseUrl,
      `update drafts set touched_at = now() - interval '25 hours'
       from releases join packages on packages.id = releases.package_id
       where releases.id = drafts.release_id and starts_with(packages.name, $1)`,
      [`${group}:`],
    );
    await wake(
      platform.temporal,
      left.map(({ name }) => `publish:maven:${name}@1.0.0`),
    );
    const packages = 'select name from packages where starts_with(name, $1)';
    await eventually(
      async () => expect(await query(platform.databaseUrl, packages, [`${group}:`])).toEqual([]),
      { withinMs: 90_000 },
    );
    // uploads of other refused builds wait for their next attempt
    const uploads = "select id from uploads where starts_with(declared ->> 'name', $1)";
    await eventually(async () =>
      expect(await query(platform.databaseUrl, uploads, [`${group}:`])).toEqual([]),
    );
  }, 600_000);
});
