import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../support/database.ts';
import { newProject, pypiClient, sdist, wheel } from '../support/distributions.ts';
import { eventually } from '../support/eventually.ts';
import { openPlaces, twoPeople } from '../support/held-places.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { releasePath } from '../support/reviewing.ts';
import { hexOf } from './maven/requests.ts';

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

describe('an approval names the files', () => {
  it('of a held release with those that wait with it: another wheel voids it', async () => {
    const slug = await places.place(twoPeople);
    const it = { name: newProject(), version: '1.0.0' };
    const python = pypiClient(platform.url, owner.token);
    const upload = (file: { filename: string; body: Buffer }, by = owner) =>
      python.upload(it, file, by.token, `legacy/${slug}/`);
    const release = releasePath('pypi', it.name, it.version);
    await upload(await sdist(it));
    const first = wheel({ ...it, files: { [`${it.name}/a.py`]: 'a' } });
    const second = wheel({ ...it, files: { [`${it.name}/b.py`]: 'b' } });
    expect((await upload(first))[1]).toContain('held for review');

    const seen = await desk.review(release, other.session);
    expect(seen.body['files']).toMatchObject([
      { filename: (await sdist(it)).filename, findings: [] },
      {
        filename: first.filename,
        sha256: hexOf('sha256', first.body),
        brought_by: owner.username,
        findings: [],
      },
    ]);
    expect(seen.headers.get('etag')).toBe(`"${String(seen.body['files_digest'])}"`);
    await upload(second);
    const approve = (digest: unknown) =>
      desk.call('POST', `${release}/approve`, { files_digest: digest }, other.session);

    expect(await approve(seen.body['files_digest'])).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    });
    expect(await desk.call('POST', `${release}/approve`, {}, other.session)).toMatchObject({
      status: 428,
      body: { code: 'precondition_required' },
    });
    expect(await desk.stateOf(release)).toEqual(['quarantine', 'policy_hold']);

    const again = await desk.review(release, other.session);
    const answer = await fetch(`${platform.url}/v1/${release}/approve`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.session}`, 'if-match': String(again.headers.get('etag')) },
    });
    expect(answer.status).toBe(200);
    const { body } = await python.page(it.name);
    const shown = (body as { files: { filename: string; hashes: { sha256: string } }[] }).files;
    expect(shown.find(({ filename }) => filename.endsWith('.whl'))?.hashes.sha256).toBe(
      hexOf('sha256', second.body),
    );
  });

  it('and counts for none that came after it, whatever the workflow has seen', async () => {
    const slug = await places.place(twoPeople);
    const it = { name: newProject(), version: '1.0.0' };
    const python = pypiClient(platform.url, owner.token);
    const release = releasePath('pypi', it.name, it.version);
    await python.upload(it, await sdist(it), owner.token, `legacy/${slug}/`);
    const { body } = await desk.review(release, other.session);
    // a decision in the database that has not reached the workflow
    await query(
      platform.databaseUrl,
      `insert into release_decisions (id, release_id, kind, actor_user_id, files, files_digest)
       select gen_random_uuid(), releases.id, 'approve', users.id, '[]', $2
       from releases join packages on packages.id = releases.package_id, users
       where packages.name = $1 and users.username = $3`,
      [it.name, String(body['files_digest']), other.username],
    );
    expect((await python.upload(it, wheel(it), owner.token, `legacy/${slug}/`))[1]).toContain('held');

    await query(
      platform.databaseUrl,
      `update releases set uploaded_at = now() - interval '1 minute'
       from packages where packages.id = releases.package_id and packages.name = $1`,
      [it.name],
    );
    await places.wake();

    await eventually(
      async () => {
        const [row] = await query(
          platform.databaseUrl,
          `select outcome from release_decisions join releases on releases.id = release_decisions.release_id
         join packages on packages.id = releases.package_id where packages.name = $1 and kind = 'approve'`,
          [it.name],
        );
        expect(row).toEqual({ outcome: 'void' });
      },
      { withinMs: 60_000 },
    );
    expect(await desk.stateOf(release)).toEqual(['quarantine', 'policy_hold']);
  }, 90_000);

  it('and not by a person who staged one of them', async () => {
    const slug = await places.place(twoPeople);
    const it = { name: newProject(), version: '1.0.0' };
    const python = pypiClient(platform.url, owner.token);
    const release = releasePath('pypi', it.name, it.version);
    await python.upload(it, await sdist(it), owner.token, `legacy/${slug}/`);
    expect((await python.upload(it, wheel(it), other.token, `legacy/${slug}/`))[1]).toContain('held');

    expect(await desk.approve(release, other.session)).toMatchObject({ status: 403 });
    expect(await desk.approve(release)).toMatchObject({ status: 403 });
    const third = await platform.createUser();
    const member = { username: third.username, role: 'security_manager' };
    await desk.call('POST', `orgs/${places.org}/members`, member);
    expect(await desk.approve(release, third.session)).toMatchObject({ status: 200 });
    expect(await desk.stateOf(release)).toEqual(['published', null]);
  });
});
