import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate, uniqueName } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { send } from '../support/trusted-publishing.ts';

let platform: Platform;
let alice: { token: string };
let bob: { token: string };
beforeAll(async () => {
  platform = await startPlatform();
  alice = await platform.createUser();
  bob = await platform.createUser();
});
afterAll(() => platform?.stop());

async function hold(name: string, version = '1.0.0'): Promise<Crate> {
  const crate = await makeSuspiciousCrate({ name, version });
  expect((await publishCrate(platform, crate, alice.token)).status).toBe(202);
  return crate;
}

const packageUrl = (crate: Crate) => `${platform.url}/v1/packages/cargo/${crate.name}`;
const get = (url: string, bearer = alice.token) => send('GET', url, { bearer });
const reject = (crate: Crate) =>
  send('POST', `${packageUrl(crate)}/releases/${crate.version}/reject`, {
    bearer: platform.adminToken,
    body: { reason: 'malicious' },
  });
const publishAs = async (name: string, { token }: { token: string }) =>
  (await publishCrate(platform, await makeCrate({ name, version: '9.0.0' }), token)).status;

it('a name without a visible release is free again when its only release is rejected', async () => {
  const crate = await hold(uniqueName('freed'));
  const { body } = await get(packageUrl(crate));
  expect(await publishAs(crate.name, bob)).toBe(403);

  expect(await reject(crate)).toMatchObject({
    status: 200,
    body: { status: 'rejected', status_reason: 'malicious', version: '1.0.0' },
  });

  expect((await get(packageUrl(crate))).status).toBe(404);
  const actions = async (action: string) =>
    (
      await get(
        `${platform.url}/v1/audit?action=${action}&target_package_id=${String(body['id'])}`,
        platform.adminToken,
      )
    ).body['logs'];
  expect(await actions('release_reject')).toMatchObject([
    { metadata: { name: crate.name, reason: 'malicious' } },
  ]);
  expect(await actions('package_delete')).toMatchObject([{ metadata: { name: crate.name } }]);
  await eventually(async () => expect(await publishAs(crate.name, bob)).toBe(200));
});

it('a name stays as long as something else is on its way, and goes with the last', async () => {
  const first = await hold(uniqueName('kept'));
  const second = await hold(first.name, '2.0.0');

  expect((await reject(first)).body).toMatchObject({ status: 'rejected' });
  expect((await get(`${packageUrl(first)}/releases/1.0.0`)).body).toMatchObject({ status: 'rejected' });
  expect(await publishAs(first.name, bob)).toBe(403);

  expect((await reject(second)).body).toMatchObject({ status: 'rejected' });
  expect((await get(packageUrl(first))).status).toBe(404);
});

it('a name that something was seen under stays with its owner for ever', async () => {
  const name = uniqueName('seen');
  const seen = await makeCrate({ name });
  expect((await publishCrate(platform, seen, alice.token)).status).toBe(200);
  const held = await hold(name, '2.0.0');

  expect((await reject(held)).body).toMatchObject({ status: 'rejected' });

  expect((await get(packageUrl(seen))).body).toMatchObject({ latest_version: '1.0.0' });
  expect(await publishAs(name, bob)).toBe(403);
});
