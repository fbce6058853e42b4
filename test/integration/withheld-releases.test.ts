import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { findHeld, stageCrate } from '../support/held-release.ts';
import { openPlaces, twoPeople } from '../support/held-places.ts';
import { getNuget, sendForm } from '../support/nuget.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { releasePath, reviewClient } from '../support/reviewing.ts';
import { mavenRequests, newCoordinates } from './maven/requests.ts';

let platform: SharedPlatform;
let admin: ReturnType<typeof reviewClient>;
beforeAll(async () => {
  platform = await startPlatform();
  admin = reviewClient(platform, platform.adminToken);
});
afterAll(() => platform?.stop());

async function setVisibility(path: string, visibility: string): Promise<void> {
  expect((await admin.call('PATCH', path, { visibility })).status).toBe(200);
}

it('an unseen release in a quarantined repository is not rejected by its owner, and its name does not become free', async () => {
  const owner = await platform.createUser();
  const desk = reviewClient(platform, owner.session);
  const crate = await stageCrate(platform, owner);
  const release = releasePath('cargo', crate.name, crate.version);
  const [place] = await query<{ slug: string }>(
    platform.databaseUrl,
    `select repositories.slug from repositories join packages on packages.repository_id = repositories.id
     where packages.name = $1`,
    [crate.name],
  );
  await setVisibility(`repositories/${place?.slug}`, 'quarantined');

  const rejected = await desk.call('POST', `${release}/reject`, { reason: 'a mistake' });
  const deleted = await desk.call('DELETE', release);

  expect([rejected.status, deleted.status]).toEqual([403, 403]);
  expect(await findHeld(platform, crate)).toMatchObject({ state: 'quarantine', hasUpload: true });
  expect((await admin.call('POST', `${release}/reject`, { reason: 'malware' })).status).toBe(200);
  const names = await query(platform.databaseUrl, 'select id from packages where name = $1', [crate.name]);
  expect(names).toHaveLength(1);
});

it('a file that waits in a quarantined package is neither rejected nor withdrawn with its credential', async () => {
  const places = await openPlaces(platform);
  const { owner, other, desk } = places;
  const made = await desk.call('POST', 'tokens', { name: 'ci', scopes: ['packages:write'] });
  const at = await places.pythonRelease(await places.place(twoPeople));
  await at.upload(undefined, { ...owner, token: String(made.body['token']) });
  const [file] = await desk.heldFiles(at.release);
  await setVisibility(`packages/pypi/${at.name}`, 'quarantined');

  expect((await desk.rejectFile(at.release, String(file?.id), other.session)).status).toBe(403);
  expect((await desk.call('DELETE', `tokens/${String(made.body['id'])}`)).status).toBe(200);
  await desk.approveFile(at.release, String(file?.id), other.session);
  expect(await desk.heldFiles(at.release)).toMatchObject([{ id: file?.id }]);

  await setVisibility(`packages/pypi/${at.name}`, 'public');
  await expect.poll(() => desk.heldFiles(at.release), { timeout: 30_000 }).toEqual([]);
  expect(await at.shown()).toEqual(['.tar.gz']);
});

it('files staged with a release that the platform holds are neither discarded nor replaced', async () => {
  const { token, session } = await platform.createUser();
  const id = `Acme.${uniqueName('w')}`;
  const symbols = (body: string) =>
    buildNupkg({ id, version: '1.0.0', files: [{ path: `lib/net8.0/${id}.pdb`, body }] });
  const send = (kind: string, body: Buffer) =>
    sendForm(platform, `/v3/staging/${kind}`, token, body, {}, kind);
  expect((await send('package', buildNupkg({ id, version: '1.0.0' }))).status).toBe(201);
  expect((await send('symbols', symbols('first'))).status).toBe(201);
  const staged = () =>
    query<{ sha256: string }>(
      platform.databaseUrl,
      `select staged_files.sha256 from staged_files join releases on releases.id = staged_files.release_id
       join packages on packages.id = releases.package_id where packages.name = $1`,
      [id],
    );
  const before = await staged();
  const release = releasePath('nuget', id, '1.0.0');
  expect((await admin.call('POST', `${release}/hold`, { reason: 'looked at' })).status).toBe(200);

  const removed = await getNuget(platform, `/v3/staging/symbols/${id}/1.0.0`, { token, method: 'DELETE' });
  const replaced = await send('symbols', symbols('second'));

  expect([removed.status, replaced.status]).toEqual([403, 403]);
  expect(await staged()).toEqual(before);
  const rejected = await reviewClient(platform, session).call('POST', `${release}/reject`, { reason: '-' });
  expect(rejected.status).toBe(403);
});

it('a draft in a quarantined repository stays, with its files', async () => {
  const owner: TestUser = await platform.createUser();
  const maven = mavenRequests(platform, '/maven', 'Apache-Maven/3.8.7 (Java 17.0.1; Linux 6.1)');
  const at = newCoordinates();
  expect((await maven.putFile(at, '.jar', owner.token, 'first')).status).toBe(201);
  await setVisibility(`repositories/${owner.username}`, 'quarantined');

  const desk = reviewClient(platform, owner.session);
  const release = releasePath('maven', `${at.group}:${at.artifact}`, at.version);

  expect((await desk.call('DELETE', release)).status).toBe(403);
  expect((await maven.putFile(at, '.jar', owner.token, 'second')).status).toBe(403);
});
