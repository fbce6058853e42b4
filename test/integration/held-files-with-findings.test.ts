import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { sendForm } from '../support/nuget.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { browse } from '../support/portal/browse.ts';
import { releasePath, reviewClient } from '../support/reviewing.ts';

let platform: SharedPlatform;
let owner: TestUser;
let desk: ReturnType<typeof reviewClient>;
beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
  desk = reviewClient(platform, owner.session);
});
afterAll(() => platform?.stop());

// The EICAR test file for virus scanners, in two pieces so that no scanner reports this source file.
const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
// random, so that the source contains no text that looks like a credential
const leak = () =>
  `var key = "ghp_${randomBytes(64)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 36)}";`;

/** Publishes a visible package, and symbols with this body for it. */
async function sendSymbols(body: string) {
  const id = `Acme.${uniqueName('f')}`;
  const version = '1.0.0';
  expect(await sendForm(platform, '/v2/package', owner.token, buildNupkg({ id, version }))).toMatchObject({
    status: 201,
  });
  const symbols = buildNupkg({ id, version, files: [{ path: 'src/Access.cs', body }] });
  const form = new FormData();
  form.append('package', new Blob([new Uint8Array(symbols)]), 'package.snupkg');
  const sent = await fetch(`${platform.url}/nuget/v2/symbolpackage`, {
    method: 'PUT',
    headers: { 'x-nuget-apikey': owner.token },
    body: form,
  });
  const release = releasePath('nuget', id, version);
  const [held] = await desk.heldFiles(release);
  return { id, release, sent, told: sent.headers.get('x-nuget-warning') ?? '', held };
}

type Found = { id: string; title: string }[];

it('a file with a credential in it waits on its own, says why, and joins when a person accepts the finding', async () => {
  const { id, release, sent, told, held } = await sendSymbols(leak());

  expect(sent.status).toBe(202);
  expect(told).toMatch(/held for review: \S+\/held-files\/\S+ \(\w.* in .*src\/Access\.cs.*\)/);
  expect(held).toMatchObject({ status_reason: 'blocked_by_findings' });
  const findings = (held?.files[0]?.findings ?? []) as Found;
  expect(findings).toMatchObject([{ id: expect.any(String) }]);
  const snupkg = `${platform.url}/nuget/v3-flatcontainer/${id.toLowerCase()}/1.0.0/${id.toLowerCase()}.1.0.0.snupkg`;
  expect((await fetch(snupkg)).status).toBe(404);

  const path = `${release}/held-files/${held?.id}/approve`;
  const seen = { files_digest: held?.files_digest, reason: 'a test key' };
  expect(await desk.call('POST', path, seen)).toMatchObject({ status: 409 });
  const accepted = { ...seen, accepts_findings: findings.map((finding) => finding.id) };
  expect(await desk.call('POST', path, accepted)).toMatchObject({
    status: 200,
    body: { status: 'published' },
  });

  expect((await fetch(snupkg)).status).toBe(200);
  expect(await desk.stateOf(release)).toEqual(['published', null]);
  const onRecord = await query(
    platform.databaseUrl,
    `select findings.is_resolved, findings.resolution, findings.note, users.username from findings
     join packages on packages.id = findings.package_id left join users on users.id = findings.resolved_by
     where packages.name = $1`,
    [id],
  );
  const { username } = owner;
  expect(onRecord).toEqual([
    { is_resolved: true, resolution: 'accepted_risk', note: 'a test key', username },
  ]);
});

it('malware in a file is accepted by those alone who resolve it in a release', async () => {
  const { release, held } = await sendSymbols(testVirus);
  expect(held).toMatchObject({ status_reason: 'blocked_by_findings' });
  const path = `${release}/held-files/${held?.id}/approve`;
  const accepts_findings = ((held?.files[0]?.findings ?? []) as Found).map((finding) => finding.id);
  const approval = { files_digest: held?.files_digest, reason: 'a test file', accepts_findings };

  expect((await desk.call('POST', path, approval)).status).toBe(403);
  expect((await desk.call('POST', path, approval, platform.adminToken)).status).toBe(200);
});

it('the address that its client prints is JSON for programs, and leads people to the page of the release', async () => {
  const { id, told } = await sendSymbols(leak());
  const [url = ''] = /http\S+\/held-files\/[^\s)]+/.exec(told) ?? [];

  const json = await fetch(url, { headers: { authorization: `Bearer ${owner.session}` } });
  const reader = browse(platform.url);
  const login = await reader.get(url);
  const shown = await reader.submit(login, {
    username_or_email: owner.username,
    password: owner.password,
  });

  expect(await json.json()).toMatchObject({ status: 'held', status_reason: 'blocked_by_findings' });
  expect(json.headers.get('vary')).toMatch(/\bAccept\b/);
  expect(login.path).toBe(`/login?next=${encodeURIComponent(`/packages/nuget/${id}/1.0.0`)}`);
  for (const words of ['src/Access.cs', 'Approve', 'Reject']) expect(shown.text).toContain(words);
});
