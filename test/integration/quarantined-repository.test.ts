import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate, uniqueName } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import { sendForm } from '../support/nuget.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

let platform: Platform;
let owner: { username: string; token: string };
/** Paths that show the package or its repository to the public. */
let places: string[];
/** The search paths among them, which answer with an empty list. */
let searches: string[];

beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
  const crate = await makeCrate();
  expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
  const id = `Acme.${uniqueName('q')}`;
  const nupkg = buildNupkg({ id, version: '1.0.0' });
  expect((await sendForm(platform, '/v2/package', owner.token, nupkg)).status).toBe(201);
  const key = id.toLowerCase();
  const index = `index/${crate.name.slice(0, 2)}/${crate.name.slice(2, 4)}/${crate.name}`;
  const v1 = `/v1/packages/cargo/${crate.name}`;
  places = [
    `/cargo/${index}`,
    `/cargo/r/${owner.username}/${index}`,
    `/cargo/api/v1/crates/${crate.name}`,
    `/cargo/api/v1/crates/${crate.name}/versions`,
    `/cargo/api/v1/crates/${crate.name}/1.0.0/download`,
    `/nuget/v3-flatcontainer/${key}/index.json`,
    `/nuget/v3-flatcontainer/${key}/1.0.0/${key}.1.0.0.nupkg`,
    `/nuget/v3/registration/${key}/index.json`,
    `/v1/repositories/${owner.username}`,
    v1,
    `${v1}/releases`,
    `${v1}/releases/1.0.0`,
    `${v1}/releases/1.0.0/artifacts`,
    `${v1}/releases/1.0.0/artifacts/${crate.name}-1.0.0.crate`,
    `${v1}/security-findings`,
  ];
  searches = [
    `/cargo/api/v1/crates?q=${crate.name}`,
    `/nuget/v3/search?q=${id}`,
    `/nuget/v3/autocomplete?q=${id}`,
    `/nuget/v3/autocomplete?id=${id}`,
    `/v1/search?q=${crate.name}`,
  ];
});
afterAll(() => platform?.stop());

async function setVisibility(visibility: string, token: string): Promise<number> {
  const response = await fetch(`${platform.url}/v1/repositories/${owner.username}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ visibility }),
  });
  return response.status;
}

async function statuses(): Promise<Record<string, number>> {
  const entries = places.map(async (path) => [path, (await fetch(platform.url + path)).status] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function hits(): Promise<Record<string, boolean>> {
  const entries = searches.map(async (path) => {
    const answer = await (await fetch(platform.url + path)).text();
    return [path, !/"(?:total|totalHits)":0/.test(answer)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const all = <T>(paths: string[], value: T) => Object.fromEntries(paths.map((path) => [path, value]));

it('a quarantined repository hides everything in it everywhere at once, and all of it comes back', async () => {
  await eventually(async () => expect(await hits()).toEqual(all(searches, true)));
  expect(await statuses()).toEqual(all(places, 200));

  expect(await setVisibility('quarantined', owner.token)).toBe(403);
  expect(await setVisibility('quarantined', platform.adminToken)).toBe(200);

  const hidden = { ...all(places, 404), [places[1] ?? '']: 401 };
  expect(await statuses()).toEqual(hidden);
  // the owner can still read the file, and no shared cache may store the answer
  const file = places.find((path) => path.endsWith('.crate')) ?? '';
  const own = await fetch(platform.url + file, { headers: { authorization: `Bearer ${owner.token}` } });
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, expect.stringContaining('private')]);
  expect(await hits()).toEqual(all(searches, false));
  expect(await setVisibility('public', owner.token)).toBe(403);
  expect(await statuses()).toEqual(hidden);

  expect(await setVisibility('public', platform.adminToken)).toBe(200);

  expect(await statuses()).toEqual(all(places, 200));
  await eventually(async () => expect(await hits()).toEqual(all(searches, true)));
});
