import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishForm } from '../../ecosystems/composer/fixtures/dist.ts';
import { zipOf } from '../support/composer.ts';
import { uniqueName } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { expectNothingStaged, listUnfinishedFiles } from '../support/publish-outcome.ts';
import {
  type Held,
  killWorkerWith,
  type Outcomes,
  publishStepNames,
  publishSteps,
  type PublishStep,
} from '../support/publish-steps.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '4000' });
});
afterAll(() => platform?.stop());

const newName = () => `${uniqueName('faulty').toLowerCase()}/probe`;
const zipWith = (name: string, version: string) =>
  zipOf({ name, files: { 'src/version.php': `<?php return '${version}';` } });
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${platform.url}/composer/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${platform.adminToken}`, ...init.headers },
  });

function send(name: string, version: string): Promise<Response> {
  const body = publishForm({ zip: zipWith(name, version), fields: { version } });
  return ask(`packages/${name}`, { method: 'PUT', body });
}

async function publish(name: string, version: string): Promise<number> {
  const answer = await send(name, version);
  await answer.body?.cancel();
  return answer.status;
}

/** Everything that a client can see of a package; all parts have to agree. */
async function look(name: string, version: string) {
  const versionsIn = async (path: string) => {
    const answer = await ask(path);
    const { packages } = answer.ok
      ? ((await answer.json()) as { packages: Record<string, { version?: string }[]> })
      : { packages: {} };
    return (packages[name] ?? []).map((each) => each.version ?? '');
  };
  const zip = await ask(`files/${name}/${version}.0/${name.replace('/', '-')}-${version}.0.zip`);
  const bytes = Buffer.from(await zip.arrayBuffer());
  const listed = (await (await ask(`list.json?filter=${name}`)).json()) as { packageNames: string[] };
  return {
    minified: await versionsIn(`p2/${name}.json`),
    whole: await versionsIn(`p/${name}.json`),
    isListed: listed.packageNames.length > 0,
    zip: zip.status === 200 ? sha256(bytes) : zip.status,
  };
}

const nothing = { minified: [], whole: [], isListed: false, zip: 404 };
const seen = (name: string, ...versions: string[]) => ({
  minified: versions,
  whole: versions,
  isListed: true,
  zip: sha256(zipWith(name, versions[0] ?? '')),
});

/** Expects one release, one file, one entry in the log, one search document, and no open job. */
async function expectOnce(name: string, version: string): Promise<void> {
  const facts = `select releases.state,
      (select count(*)::int from artifacts where artifacts.release_id = releases.id) as files,
      (select count(*)::int from audit_log where audit_log.target_release_id = releases.id
        and audit_log.action = 'release_publish') as entries,
      (select count(*)::int from search_documents where search_documents.package_id = packages.id
        and search_documents.revision = packages.revision) as searchable,
      (select count(*)::int from jobs where jobs.workflow_id = releases.workflow_id and completed_at is null) as open
    from releases join packages on packages.id = releases.package_id
    where packages.ecosystem = 'composer' and packages.name = $1 and releases.version = $2`;
  await eventually(
    async () =>
      expect(await query(platform.databaseUrl, facts, [name, version])).toEqual([
        { state: 'published', files: 1, entries: 1, searchable: 1, open: 0 },
      ]),
    { withinMs: 60_000 },
  );
}

const heldOf = (name: string): Held => ({
  ecosystem: 'composer',
  name,
  sha256: sha256(zipWith(name, '1.1.0')),
  document: `p/${name}.json`,
});

describe('a worker that is killed while zips stand in every step of a publish', () => {
  const names = new Map(publishStepNames.map((step) => [step, newName()]));
  let outcomes: Outcomes<PublishStep, number, object>;

  beforeAll(async () => {
    for (const name of names.values()) expect(await publish(name, '1.0.0')).toBe(201);
    const standing = [...names].map(([step, name]) => {
      const hold = publishSteps[step](heldOf(name));
      return [step, { hold, send: () => publish(name, '1.1.0'), look: () => look(name, '1.1.0') }] as const;
    });

    outcomes = await killWorkerWith<PublishStep, number, object>(platform, new Map(standing));

    for (const { told } of outcomes.values()) expect([201, 202]).toContain(told);
  }, 300_000);

  test.each(publishStepNames)(
    'the one that stood in %s was whole or absent, and is there once in the end',
    async (step) => {
      const name = names.get(step) ?? '';

      // the search index follows after everything else is visible
      const then = step === 'search' ? seen(name, '1.1.0', '1.0.0') : { ...seen(name, '1.0.0'), zip: 404 };
      expect(outcomes.get(step)?.between).toEqual(then);
      await eventually(async () => expect(await look(name, '1.1.0')).toEqual(seen(name, '1.1.0', '1.0.0')), {
        withinMs: 90_000,
      });
      await expectOnce(name, '1.1.0');
    },
  );

  test('no staged bytes remain', () => expectNothingStaged(platform));
});

test('a scanner that is killed with a zip in its hands: another one takes it', async () => {
  const name = newName();
  await platform.roles.scanner.kill();
  const told = await publish(name, '1.0.0');
  const between = await look(name, '1.0.0');

  platform.roles.scanner = await platform.roles.scanner.restart();

  expect([told, between]).toEqual([202, nothing]);
  await eventually(async () => expect(await look(name, '1.0.0')).toEqual(seen(name, '1.0.0')), {
    withinMs: 90_000,
  });
  await expectOnce(name, '1.0.0');
});

test('an api that is killed after the workflow began loses no zip, and sending it again joins it', async () => {
  const name = newName();
  await platform.roles.scanner.kill();
  const answer = publish(name, '1.0.0').catch(() => undefined);
  const isThere = 'select from packages join releases on package_id = packages.id where packages.name = $1';
  await eventually(async () => expect(await query(platform.databaseUrl, isThere, [name])).toHaveLength(1));

  await platform.roles.api.kill();
  await answer;
  platform.roles.api = await platform.roles.api.restart();
  platform.roles.scanner = await platform.roles.scanner.restart();
  const again = await publish(name, '1.0.0');

  expect([200, 201, 202]).toContain(again);
  await eventually(async () => expect(await look(name, '1.0.0')).toEqual(seen(name, '1.0.0')), {
    withinMs: 90_000,
  });
  await expectOnce(name, '1.0.0');
  await expectNothingStaged(platform);
});

test('an api that is killed in the middle of an upload leaves nothing, and the zip is sent again', async () => {
  const name = newName();
  const form = new Response(publishForm({ zip: zipWith(name, '1.0.0'), fields: { version: '1.0.0' } }));
  const body = Buffer.from(await form.arrayBuffer());
  const headers = {
    authorization: `Bearer ${platform.adminToken}`,
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': body.length + 1,
  };
  const upload = request(`${platform.url}/composer/packages/${name}`, { method: 'PUT', headers });
  const gone = new Promise<void>((resolve) => {
    upload.once('error', () => resolve());
    upload.once('close', () => resolve());
  });
  // all bytes but the last
  upload.write(body);
  await eventually(async () => expect(await listUnfinishedFiles(platform)).not.toEqual([]));

  await platform.roles.api.kill();
  await gone;
  platform.roles.api = await platform.roles.api.restart();

  expect(await look(name, '1.0.0')).toEqual(nothing);
  await eventually(async () => expect([200, 201]).toContain(await publish(name, '1.0.0')), {
    withinMs: 60_000,
  });
  expect(await look(name, '1.0.0')).toEqual(seen(name, '1.0.0'));
});

test('an api that is killed in the middle of a yank has done all of it or nothing', async () => {
  const name = newName();
  for (const version of ['1.0.0', '1.1.0']) expect([201, 202]).toContain(await publish(name, version));
  await eventually(async () => expect(await look(name, '1.1.0')).toEqual(seen(name, '1.1.0', '1.0.0')));
  const yank = () => ask(`packages/${name}/versions/1.1.0`, { method: 'DELETE' });
  const lock = await holdLock(platform.databaseUrl, ...publishSteps.publish(heldOf(name)));
  const answer = yank().catch(() => undefined);
  await eventually(async () => expect(await lock.waiting()).toBe(1));

  await platform.roles.api.kill();
  await answer;
  await lock.release();
  platform.roles.api = await platform.roles.api.restart();
  const again = await yank();

  expect(again.status).toBe(200);
  // lock files need the zip of a yanked version
  expect(await look(name, '1.1.0')).toEqual({
    ...seen(name, '1.0.0'),
    zip: sha256(zipWith(name, '1.1.0')),
  });
});

test('every history replays', () => assertReplays(platform.temporal));
