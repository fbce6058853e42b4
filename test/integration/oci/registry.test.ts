import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  blobOf,
  type Content,
  indexOf,
  manifestOf,
  pushBlob,
  pushImage,
  pushManifest,
  putManifest,
  startUpload,
  types,
} from '../../conformance/oci/content.ts';
import {
  type Answer,
  basicOf,
  codesOf,
  createRegistry,
  digestOf,
  type Registry,
} from '../../conformance/oci/registry.ts';
import { credential } from '../../security/publish.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';

let platform: Platform;
let alice: Registry;
let bob: Registry;
beforeAll(async () => {
  platform = await startPlatform();
  const [owner, other] = [await platform.createUser(), await platform.createUser()];
  [alice, bob] = [createRegistry(platform.url, '/v2', owner), createRegistry(platform.url, '/v2', other)];
});
afterAll(() => platform?.stop());

const refusal = (answer: Answer) => [answer.status, codesOf(answer)];

/** A manifest with a credential in its configuration, which holds it until a person decides. */
async function suspicious(name: string): Promise<Content> {
  const config = blobOf(JSON.stringify({ config: { Env: [`TOKEN=${credential()}`] } }));
  await pushBlob(alice, name, config);
  return manifestOf(config, []);
}

describe('a held manifest', () => {
  it('is no one’s but its pusher’s, who may delete it, and moves no tag', async () => {
    const name = alice.newName();
    const first = await pushImage(alice, name, 'v1');
    const held = await suspicious(name);
    const pushed = await pushManifest(alice, name, held, 'v1');

    const path = `${name}/manifests/${held.digest}`;
    expect(pushed.headers.get('warning')).toMatch(/^299 - "held for review: http/);
    expect((await alice.ask('GET', path)).body).toEqual(held.bytes);
    expect((await bob.ask('GET', path)).status).toBe(404);
    expect((await alice.ask('GET', `${name}/manifests/v1`, { authorization: null })).body).toEqual(
      first.bytes,
    );
    expect((await alice.ask('DELETE', path)).status).toBe(202);
    expect((await alice.ask('GET', path)).status).toBe(404);
  });

  it('is pushed again as it was, not under another tag, and counts as the child of an index', async () => {
    const name = alice.newName();
    const held = await suspicious(name);
    await pushManifest(alice, name, held, 'v1');

    const again = await putManifest(alice, name, 'v1', held);
    const other = await putManifest(alice, name, 'v2', held);
    const index = await putManifest(alice, name, 'multi', indexOf([held]));

    expect([again.status, index.status]).toEqual([201, 201]);
    expect(refusal(other)).toEqual([403, ['DENIED']]);
    expect(other.body.toString()).toContain('held for review');
  });
});

it('a push to what belongs to another account is denied, of a digest that is there as well', async () => {
  const name = alice.newName();
  const image = await pushImage(alice, name, 'v1');

  for (const reference of ['v1', image.digest]) {
    expect(refusal(await putManifest(bob, name, reference, image))).toEqual([403, ['DENIED']]);
  }
});

describe('a name without images', () => {
  const nowhere = digestOf('nowhere');
  const answersOf = (name: string) =>
    Promise.all(
      ['tags/list', `referrers/${nowhere}`, `manifests/${nowhere}`, `blobs/${nowhere}`].map(async (path) => {
        const answer = await alice.ask('GET', `${name}/${path}`);
        return answer.status === 200 ? 200 : codesOf(answer)[0];
      }),
    );
  const isThere = [200, 200, 'MANIFEST_UNKNOWN', 'BLOB_UNKNOWN'];

  it('is there on all routes when its only image was deleted', async () => {
    const name = alice.newName();
    const image = await pushImage(alice, name);
    await alice.ask('DELETE', `${name}/manifests/${image.digest}`);

    expect(await answersOf(name)).toEqual(isThere);
    const referrers = await alice.ask('GET', `${name}/referrers/${nowhere}`);
    expect(referrers.headers.get('content-type')).toBe(types.index);
  });

  it('is there on all routes for a person who has begun to send a blob to it', async () => {
    const name = alice.newName();
    await startUpload(alice, name);

    expect(await answersOf(name)).toEqual(isThere);
  });

  it('is on no route while it is unused, and has no referrers', async () => {
    expect(await answersOf(alice.newName())).toEqual(['NAME_UNKNOWN', 200, 'NAME_UNKNOWN', 'NAME_UNKNOWN']);
  });
});

describe('a token', () => {
  async function trade(scope: string, authorization?: string): Promise<string> {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(`${platform.url}/oci/token?scope=${scope}`, { headers });
    return `Bearer ${((await response.json()) as { token: string }).token}`;
  }

  it('that was refused a scope is denied, not challenged for it again', async () => {
    const name = alice.newName();
    await pushImage(alice, name, 'v1');
    const authorization = await trade(`repository:${name}:pull,push`, basicOf(bob.username, bob.token));

    const denied = await bob.ask('POST', `${name}/blobs/uploads/`, { authorization });

    expect(refusal(denied)).toEqual([403, ['DENIED']]);
  });

  it('that is none is challenged with the scope that the request needs', async () => {
    const name = alice.newName();

    const answer = await alice.ask('GET', `${name}/tags/list`, { authorization: 'Bearer x.y.z' });

    expect(refusal(answer)).toEqual([401, ['UNAUTHORIZED']]);
    expect(answer.headers.get('www-authenticate')).toContain(`scope="repository:${name}:pull"`);
  });

  it('reads no repository that its holder lost', async () => {
    const name = alice.newName();
    await pushImage(alice, name, 'v1');
    const authorization = await trade(`repository:${name}:pull`);
    const read = () => alice.ask('GET', `${name}/manifests/v1`, { authorization });
    expect((await read()).status).toBe(200);

    await fetch(`${platform.url}/v1/packages/oci/${encodeURIComponent(name)}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'private' }),
    });

    expect((await read()).status).toBe(401);
  });
});

it('uploads through the mount of a repository have their locations there', async () => {
  const mount = `/oci/r/${alice.username}/v2`;

  const location = await startUpload(
    { ...alice, ask: (method, path) => alice.ask(method, `${platform.url}${mount}/${path}`) },
    alice.newName(),
  );

  expect(location.startsWith(`${mount}/${alice.username}/`)).toBe(true);
});

it.each([
  ['GET', '/v2/nothing'],
  ['GET', '/oci/nothing'],
  ['PUT', '/v2/a/b/c'],
])('an unknown page is refused in the protocol’s shape: %s %s', async (method, path) => {
  const answer = await alice.ask(method, `${platform.url}${path}`);

  expect(refusal(answer)).toEqual([404, ['NAME_UNKNOWN']]);
  expect(answer.headers.get('docker-distribution-api-version')).toBe('registry/2.0');
});
