import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { uniqueName } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import { getNuget, sendForm } from '../support/nuget.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { releasePath, reviewClient } from '../support/reviewing.ts';

let platform: Platform;
let owner: { token: string; session: string };
beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
});
afterAll(() => platform?.stop());

interface Version {
  id: string;
  version: string;
}

const symbolsOf = ({ id, version }: Version, body = 'symbols') =>
  buildNupkg({ id, version, files: [{ path: `lib/net8.0/${id}.pdb`, body }] });
const send = (file: Buffer, token = owner.token, path = '/v2/symbolpackage') =>
  sendForm(platform, path, token, file);

async function publish(): Promise<Version> {
  const version = { id: `Acme.${uniqueName('y')}`, version: '1.0.0' };
  const answer = await sendForm(platform, '/v2/package', owner.token, buildNupkg(version));
  expect(answer).toMatchObject({ status: 201 });
  return version;
}

const address = ({ id, version }: Version) =>
  `${platform.url}/nuget/v3-flatcontainer/${id.toLowerCase()}/${version}/${id.toLowerCase()}.${version}.snupkg`;
const read = async (version: Version) => {
  const response = await fetch(address(version));
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.ok ? bytes : response.status;
};

/** Symbols with a credential in them. */
function symbolsThatLeak(version: Version): Buffer {
  // random, so that the source contains no text that looks like a credential
  const secret = `ghp_${randomBytes(64)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 36)}`;
  return buildNupkg({ ...version, files: [{ path: 'src/Access.cs', body: `var key = "${secret}";` }] });
}

it('symbols are served beside their package as soon as they are accepted', async () => {
  const version = await publish();
  const symbols = symbolsOf(version);
  expect(await read(version)).toBe(404);

  expect(await send(symbols, owner.token, '/v2/symbolpackage/')).toEqual({ status: 201, text: '' });

  expect(await read(version)).toEqual(symbols);
  const versions = await getNuget(platform, `/v3-flatcontainer/${version.id.toLowerCase()}/index.json`);
  expect(JSON.parse(versions.text)).toEqual({ versions: ['1.0.0'] });
});

it('symbols of the longest name and version are accepted as well', async () => {
  const version = { id: uniqueName('y').padEnd(100, 'y'), version: '1.0.0-'.padEnd(64, 'a') };
  await sendForm(platform, '/v2/package', owner.token, buildNupkg(version));

  expect(await send(symbolsOf(version))).toEqual({ status: 201, text: '' });
});

it('symbols that are checked have a job, those that wait too, and those that are there already none', async () => {
  const version = await publish();
  const jobs = async ({ id } = version) => {
    const response = await fetch(`${platform.url}/v1/admin/jobs?kind=attach_file&per_page=100`, {
      headers: { authorization: `Bearer ${platform.adminToken}` },
    });
    const { jobs: all } = (await response.json()) as { jobs: { payload: { name: string } }[] };
    return all.filter(({ payload }) => payload.name === id);
  };
  expect((await send(symbolsOf({ ...version, version: '2.0.0' }))).status).toBe(404);
  expect(await jobs()).toEqual([]);
  const other = await publish();
  expect((await send(symbolsThatLeak(other))).status).toBe(202);
  await eventually(async () => expect(await jobs(other)).toMatchObject([{ last_error: null }]));

  expect((await send(symbolsOf(version))).status).toBe(201);
  await send(symbolsOf(version));

  await eventually(async () =>
    expect((await jobs()).at(-1)).toMatchObject({
      status: 'completed',
      payload: { ecosystem: 'nuget', version: '1.0.0', result: { files: expect.any(Number), findings: 0 } },
      last_error: null,
    }),
  );
});

it('equal symbols may be sent again, others are a conflict and change nothing', async () => {
  const version = await publish();
  const symbols = symbolsOf(version);
  await send(symbols);

  const again = await Promise.all([send(symbols), send(symbols)]);
  const others = await send(symbolsOf(version, 'others'));

  expect(again.map(({ status }) => status)).toEqual([201, 201]);
  expect(others).toMatchObject({ status: 409, text: expect.stringContaining('other content') });
  expect(await read(version)).toEqual(symbols);
});

it('only people who may publish the version add symbols, and only to a version that is visible', async () => {
  const version = await publish();
  const stranger = await platform.createUser();
  const staged = { id: `Acme.${uniqueName('y')}`, version: '1.0.0' };
  await send(buildNupkg(staged), owner.token, '/v3/staging/package');

  expect((await send(symbolsOf(version), '')).status).toBe(401);
  expect((await send(symbolsOf(version), stranger.token)).status).toBe(403);
  expect((await send(symbolsOf({ ...version, version: '2.0.0' }))).status).toBe(404);
  expect((await send(symbolsOf({ id: `No.${uniqueName('y')}`, version: '1.0.0' }))).status).toBe(404);
  expect((await send(symbolsOf(staged))).status).toBe(404);
  expect(await read(version)).toBe(404);
});

it('a package that only its trusted publishers publish takes no symbols by any other token', async () => {
  const version = await publish();
  const trust = async (trusted_publishing_only: boolean, credential = owner.token) => {
    const response = await fetch(`${platform.url}/v1/packages/nuget/${version.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body: JSON.stringify({ trusted_publishing_only }),
    });
    return response.status;
  };
  expect(await trust(true)).toBe(200);

  const refused = await send(symbolsOf(version));

  expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('trusted publishers only') });
  expect(await read(version)).toBe(404);
  expect(await trust(false)).toBe(401);
  expect(await trust(false, owner.session)).toBe(200);
  expect((await send(symbolsOf(version))).status).toBe(201);
});

it('symbols with a credential in them wait, and what is no package is refused and leaves nothing', async () => {
  const version = await publish();

  const waiting = await send(symbolsThatLeak(version));
  const nothing = await send(Buffer.from('no zip'));

  expect([waiting.status, nothing.status]).toEqual([202, 400]);
  expect(await read(version)).toBe(404);
  // as for a held version, a rejection makes the name available again
  expect((await send(symbolsOf(version))).status).toBe(409);
  const desk = reviewClient(platform, owner.session);
  const release = releasePath('nuget', version.id, version.version);
  const [held] = await desk.heldFiles(release);
  expect((await desk.rejectFile(release, String(held?.id))).status).toBe(200);
  expect((await send(symbolsOf(version))).status).toBe(201);
});
