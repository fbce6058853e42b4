import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { newProject, pypiClient, sdist, wheel } from '../support/distributions.ts';
import { eventually } from '../support/eventually.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { releasePath } from '../support/reviewing.ts';
import { openPlaces, twoPeople, type VisibleProject } from '../support/held-places.ts';
import { genericRequests, newName } from './generic/requests.ts';
import { hexOf, mavenRequests, newCoordinates } from './maven/requests.ts';

let platform: SharedPlatform;
let places: Awaited<ReturnType<typeof openPlaces>>;
let owner: TestUser;
let other: TestUser;
let desk: (typeof places)['desk'];
beforeAll(async () => {
  platform = await startPlatform();
  places = await openPlaces(platform);
  ({ owner, other, desk } = places);
});
afterAll(() => platform?.stop());

/** No document or list that a reader can request names, contains or counts the file. */
async function expectHidden({ name, release, version }: VisibleProject, sha256: string): Promise<void> {
  const stranger = await platform.createUser();
  const headers = { authorization: `Bearer ${stranger.session}` };
  const paths = [
    `/pypi/simple/${name}/`,
    `/pypi/pypi/${name}/json`,
    `/pypi/pypi/${name}/${version}/json`,
    `/v1/${release}`,
    `/v1/${release}/artifacts`,
    `/v1/${release.replace(/\/releases.*/, '')}`,
    `/v1/${release.replace(/\/releases.*/, '')}/security-findings`,
    `/v1/search?q=${name}`,
  ];
  for (const path of paths) {
    const text = await (await fetch(`${platform.url}${path}`, { headers })).text();
    expect(text, path).not.toContain('.whl');
    expect(text, path).not.toContain(sha256);
  }
  const filename = wheel({ name, version }).filename;
  const places = [
    `/pypi/files/${name}/${version}/${filename}`,
    `/v1/${release}/artifacts/${filename}/download`,
  ];
  for (const path of places) {
    expect((await fetch(`${platform.url}${path}`, { headers })).status, path).toBe(404);
  }
  expect((await desk.call('GET', `${release}/held-files`, undefined, stranger.session)).status).toBe(403);
  const [rows] = await query<{ artifacts: number; findings: number }>(
    platform.databaseUrl,
    `select
      (select count(*)::int from artifacts where artifacts.sha256 = $1) as artifacts,
      (select count(*)::int from findings where findings.artifact_filename like '%.whl'
        and findings.release_id in (select releases.id from releases join packages on packages.id = releases.package_id
          where packages.name = $2)) as findings`,
    [sha256, name],
  );
  expect(rows).toEqual({ artifacts: 0, findings: 0 });
}

it('files of a version that is held are sent side by side: each waits with it, or is to be sent again', async () => {
  const slug = await places.place(twoPeople);
  const python = pypiClient(platform.url, owner.token);
  const at = { name: newProject(), version: '1.0.0' };
  const files = [await sdist(at), wheel(at)];
  const send = () =>
    Promise.all(files.map((file) => python.upload(at, file, owner.token, `legacy/${slug}/`)));

  const first = await send();
  const again = await send();

  for (const [status] of first) expect([200, 503]).toContain(status);
  expect(again.map(([status]) => status)).toEqual([200, 200]);
  const { body } = await desk.review(releasePath('pypi', at.name, at.version));
  expect(body['files']).toHaveLength(2);
});

describe('where two people are asked for, a file that joins an approved release waits on its own', () => {
  it('of PyPI, a wheel after its sdist', async () => {
    const at = await places.pythonRelease(await places.place(twoPeople));
    const file = wheel(at);

    const [status, text] = await at.upload(file);

    expect([status, text]).toEqual([200, expect.stringContaining(`held for review: ${platform.url}/v1/`)]);
    expect(await at.shown()).toEqual(['.tar.gz']);
    expect(await desk.stateOf(at.release)).toEqual(['published', null]);
    const [held] = await desk.heldFiles(at.release);
    const sha256 = hexOf('sha256', file.body);
    expect(held).toMatchObject({
      status_reason: 'policy_hold',
      files: [{ filename: file.filename, sha256 }],
    });
    await expectHidden(at, sha256);
    // an upload of the same bytes answers with the held file
    expect((await at.upload(file))[1]).toContain(`/held-files/${held?.id}`);
    expect(text).toContain(`/v1/${at.release}/held-files/${held?.id}`);

    // refused: the uploader, and approvals without a digest or with a stale one
    const id = String(held?.id);
    expect((await desk.approveFile(at.release, id)).status).toBe(403);
    const path = `${at.release}/held-files/${id}/approve`;
    expect((await desk.call('POST', path, {}, other.session)).status).toBe(428);
    const stale = { files_digest: 'a'.repeat(64) };
    expect((await desk.call('POST', path, stale, other.session)).status).toBe(412);
    expect(await at.shown()).toEqual(['.tar.gz']);

    expect(await desk.approveFile(at.release, id, other.session)).toMatchObject({
      status: 200,
      body: { status: 'published' },
    });
    expect(await at.shown()).toEqual(['.tar.gz', '.whl']);
    expect(await desk.heldFiles(at.release)).toEqual([]);
    const decisions = await query(
      platform.databaseUrl,
      `select kind, outcome, files from release_decisions
       where upload_id = $1 and kind in ('approve', 'pass')`,
      [id],
    );
    expect(decisions).toEqual([
      { kind: 'approve', outcome: 'applied', files: [{ filename: file.filename, sha256 }] },
    ]);
  });

  it('of Maven, a jar within the hour, whose checksum may come', async () => {
    const slug = await places.place(twoPeople);
    const maven = mavenRequests(platform, `/maven/r/${slug}`);
    const at = newCoordinates();
    await maven.deploy(at, owner.token);
    const release = releasePath('maven', `${at.group}:${at.artifact}`, at.version);
    expect((await desk.approve(release, other.session)).status).toBe(200);

    const late = await maven.putFile(at, '-tests.jar', owner.token, 'tests');
    const sum = await maven.putFile(at, '-tests.jar.sha1', owner.token, hexOf('sha1', 'tests'));

    expect([late.status, sum.status]).toEqual([202, 201]);
    expect(late.headers.get('warning')).toContain('waits for a person');
    expect((await maven.ask(maven.fileOf(at, '-tests.jar'))).status).toBe(404);
    const [held] = await desk.heldFiles(release);
    expect(held).toMatchObject({ status_reason: 'policy_hold' });
    expect((await desk.approveFile(release, String(held?.id), other.session)).status).toBe(200);
    expect((await maven.ask(maven.fileOf(at, '-tests.jar'))).status).toBe(200);
  });

  it('of plain files; one that is rejected is gone, and can be sent again', async () => {
    const slug = await places.place(twoPeople);
    const files = genericRequests(platform, `/generic/r/${slug}`);
    const name = newName();
    await files.put(`${name}/1.0.0/linux`, owner.token, 'linux');
    const release = releasePath('generic', name, '1.0.0');
    expect((await desk.approve(release, other.session)).status).toBe(200);

    const late = await files.put(`${name}/1.0.0/mac`, owner.token, 'mac');

    const told = (await late.json()) as Record<string, unknown>;
    expect([late.status, told['status']]).toEqual([202, 'held']);
    expect((await files.ask(`${name}/1.0.0/mac`)).status).toBe(404);
    expect(await (await files.ask(`${name}/1.0.0/SHA256SUMS`)).text()).not.toContain('mac');
    const [held] = await desk.heldFiles(release);
    const id = String(held?.id);
    expect(await desk.rejectFile(release, id)).toMatchObject({ status: 200, body: { status: 'rejected' } });
    expect(await desk.heldFiles(release)).toEqual([]);
    expect((await desk.call('GET', String(told['status_url']).replace(/.*\/v1\//, ''))).body).toMatchObject({
      status: 'rejected',
      status_reason: 'not this one',
    });
    expect((await files.put(`${name}/1.0.0/mac`, owner.token, 'mac')).status).toBe(202);
    expect(await (await files.ask(`${name}/1.0.0/linux`)).text()).toBe('linux');
  });

  it('of NuGet, the symbols of a package', async () => {
    const slug = await places.place(twoPeople);
    const id = `Acme.${uniqueName('s')}`;
    const mount = `${platform.url}/nuget/r/${slug}`;
    const send = async (path: string, kind: string) => {
      const form = new FormData();
      const library = { path: `lib/net8.0/${id}.${kind}`, body: kind };
      const nupkg = buildNupkg({ id, version: '1.0.0', files: [library] });
      form.append('package', new Blob([new Uint8Array(nupkg)]), 'package.nupkg');
      return fetch(`${mount}${path}`, {
        method: 'PUT',
        headers: { 'x-nuget-apikey': owner.token },
        body: form,
      });
    };
    await send('/v2/package', 'dll');
    const release = releasePath('nuget', id, '1.0.0');
    expect((await desk.approve(release, other.session)).status).toBe(200);

    const late = await send('/v2/symbolpackage', 'pdb');

    expect(late.status).toBe(202);
    expect(late.headers.get('x-nuget-warning')).toContain('held for review');
    const key = id.toLowerCase();
    const symbols = `${mount}/v3-flatcontainer/${key}/1.0.0/${key}.1.0.0.snupkg`;
    expect((await fetch(symbols)).status).toBe(404);
    const [held] = await desk.heldFiles(release);
    expect((await desk.approveFile(release, String(held?.id), other.session)).status).toBe(200);
    expect((await fetch(symbols)).status).toBe(200);
  });
});

it('a file that joins in a staging repository waits for an approval', async () => {
  const slug = await places.place({}, 'staging');
  const at = await places.pythonRelease(slug);

  expect((await at.upload())[1]).toContain('held for review');

  expect(await at.shown()).toEqual(['.tar.gz']);
  expect(await desk.heldFiles(at.release)).toMatchObject([{ status_reason: 'awaiting_approval' }]);
});

describe('a file that joins is judged by', () => {
  it.each([
    ['max_bytes', { max_bytes: 10 }, 'policy_hold'],
    ['require_attestation', { require_attestation: true }, 'policy_hold'],
    ['require_signature', { require_signature: true }, 'policy_hold'],
    ['allowed_licenses', { allowed_licenses: ['EUPL-1.2'] }, 'policy_hold'],
    ['cool_down_hours', { cool_down_hours: 1 }, 'cooling_down'],
  ])('%s', async (_rule, policy, reason) => {
    const slug = await places.place();
    const at = await places.pythonRelease(slug);
    await places.setPolicy(slug, policy);

    expect((await at.upload())[1]).toContain('held for review');

    expect(await at.shown()).toEqual(['.tar.gz']);
    expect(await desk.heldFiles(at.release)).toMatchObject([{ status_reason: reason }]);
  });

  it('denied_packages', async () => {
    const slug = await places.place();
    const at = await places.pythonRelease(slug);
    await places.setPolicy(slug, { denied_packages: [{ ecosystem: 'pypi', name: at.name }] });

    expect((await at.upload())[1]).toContain('held for review');

    expect(await at.shown()).toEqual(['.tar.gz']);
  });

  it('first_release_of_publisher, of the person who brings it', async () => {
    const slug = await places.place({ first_release_of_publisher: true });
    const at = await places.pythonRelease(slug);

    expect((await at.upload(undefined, other))[1]).toContain('held for review');
    expect(await at.shown()).toEqual(['.tar.gz']);
  });

  it('new_install_scripts, where the release ran none', async () => {
    const slug = await places.place({ new_install_scripts: true });
    const python = pypiClient(platform.url, owner.token);
    const at = { name: newProject(), version: '1.0.0' };
    await python.upload(at, wheel(at), owner.token, `legacy/${slug}/`);
    const source = await sdist({ ...at, files: { 'setup.py': 'from setuptools import setup\n' } });

    const [status, text] = await python.upload(at, source, owner.token, `legacy/${slug}/`);

    expect([status, text]).toEqual([200, expect.stringContaining('held for review')]);
    const release = releasePath('pypi', at.name, at.version);
    expect(await desk.heldFiles(release)).toMatchObject([{ status_reason: 'policy_hold' }]);
  });

  it('no policy that has nothing against it: it is visible at once, by a decision that names it', async () => {
    const slug = await places.place({ max_bytes: 1_000_000, cool_down_hours: 1 });
    await places.setPolicy(slug, { max_bytes: 1_000_000 });
    const at = await places.pythonRelease(slug);

    expect(await at.upload()).toEqual([200, 'OK']);

    expect(await at.shown()).toEqual(['.tar.gz', '.whl']);
    const passes = await query<{ files: { filename: string }[] }>(
      platform.databaseUrl,
      `select files from release_decisions join releases on releases.id = release_decisions.release_id
       join packages on packages.id = releases.package_id
       where packages.name = $1 and kind = 'pass' order by release_decisions.id`,
      [at.name],
    );
    expect(passes.map(({ files }) => files.map(({ filename }) => filename))).toEqual([
      [(await sdist(at)).filename],
      [wheel(at).filename],
    ]);
  });
});

it('the cool-down of a file ends by itself', async () => {
  const slug = await places.place();
  const at = await places.pythonRelease(slug);
  await places.setPolicy(slug, { cool_down_hours: 2 });
  await at.upload();
  const [held] = await desk.heldFiles(at.release);
  await query(
    platform.databaseUrl,
    `update staged_files set staged_at = now() - interval '1 hour' where upload_id = $1`,
    [String(held?.id)],
  );
  await places.wake();
  expect(await desk.heldFiles(at.release)).toHaveLength(1);

  await query(
    platform.databaseUrl,
    `update staged_files set staged_at = now() - interval '3 hours' where upload_id = $1`,
    [String(held?.id)],
  );
  await places.wake();

  await eventually(async () => expect(await at.shown()).toEqual(['.tar.gz', '.whl']), { withinMs: 60_000 });
}, 90_000);

/** In pieces, so that no scanner reports this source file. */
const accessKey = ['AKIA', 'Q3EGTZ5VJWKR2MHX'].join('');

it('a file waits on while its release is hidden', async () => {
  const at = await places.pythonRelease(await places.place(twoPeople));
  await at.upload();
  const [held] = await desk.heldFiles(at.release);
  const id = String(held?.id);
  await desk.call('POST', `${at.release}/hold`, { reason: 'a look' });

  expect(await desk.approveFile(at.release, id, other.session)).toMatchObject({ status: 409 });
  expect((await desk.approve(at.release, other.session)).status).toBe(200);
  await eventually(async () => expect(await desk.stateOf(at.release)).toEqual(['published', null]));
  expect(await at.shown()).toEqual(['.tar.gz']);
  expect((await desk.approveFile(at.release, id, other.session)).status).toBe(200);
  expect(await at.shown()).toEqual(['.tar.gz', '.whl']);
});

it('what stands in a file that waits is a finding of its release once it has joined', async () => {
  const at = await places.pythonRelease(await places.place(twoPeople));
  const secret = { [`${at.name}/keys.py`]: `KEY = "${accessKey}"\n` };
  await at.upload(wheel({ ...at, files: secret }));
  const [held] = await desk.heldFiles(at.release, other.session);
  const titles = held?.files[0]?.findings.map(({ title }) => title);
  const pkg = at.release.replace(/\/releases.*/, '');
  const before = await desk.call('GET', `${pkg}/security-findings`);

  expect(titles?.length).toBeGreaterThan(0);
  expect(before.body['findings']).toEqual([]);
  expect((await desk.approveFile(at.release, String(held?.id), other.session)).status).toBe(200);
  const after = (await desk.call('GET', `${pkg}/security-findings`)).body['findings'];
  expect((after as { title: string }[]).map(({ title }) => title)).toEqual(titles);
});
