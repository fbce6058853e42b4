import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artifactOf, emptyBlob, pushBlob, putManifest } from '../conformance/oci/content.ts';
import { createRegistry } from '../conformance/oci/registry.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';
import { addressesOf, groupOf, isListing } from './leaks/addresses.ts';
import type { Target } from '../../ecosystems/test-client.ts';
import { facts } from './leaks/compare.ts';
import {
  hiddenPackage,
  newName,
  type Owner,
  release,
  setVisibility,
  type Subject,
} from './leaks/subjects.ts';
import { expectStatus, manage } from './publish.ts';
import { ecosystems, releasesOf } from '../support/test-clients.ts';
import { type Answer, ask } from './raw-request.ts';
import { listRoutes, parametersOf, type Route } from './routes.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(isMissing)('where clients are asked to say who they are (ADVERTISE_AUTH)', () => {
  let platform: CombinedPlatform;
  let owner: Owner;
  let routes: Route[];
  beforeAll(async () => {
    platform = await startCombinedPlatform({ ADVERTISE_AUTH: 'on' });
    const user = await platform.createUser();
    owner = { ...user, home: user.username, vault: user.username };
    routes = (await listRoutes()).filter(isOfOnePackage);
  }, 120_000);
  afterAll(() => platform?.stop());

  /** Whether the route reads one package on a shared mount. On a repository's mount the repository is hidden. */
  function isOfOnePackage(route: Route): boolean {
    const isRead = route.method === 'GET' || route.method === 'HEAD';
    const isShared = !parametersOf(route.pattern).includes('repository');
    return isRead && isShared && !isListing(route) && ecosystems.some((name) => name === groupOf(route));
  }

  /** The challenge of a 401, without the names of the target. @throws Error for a 401 without a challenge */
  function challengeOf({ status, text, headers }: Answer, { name }: Target): string {
    const wanted = headers['www-authenticate'];
    if (wanted === undefined) throw new Error(`${status} without a challenge: ${text}`);
    return JSON.stringify({ status, text: text.replaceAll(name, '<name>'), wanted });
  }

  async function hide(ecosystem: string): Promise<Subject> {
    const released = await release(platform.url, owner, { ecosystem, name: newName(ecosystem) });
    expectStatus(await released.answer, 200, 201);
    expectStatus(await setVisibility(platform.url, owner.token, released.target, 'private'), 200);
    return hiddenPackage('a private package', released);
  }

  it.each(ecosystems)('%s: hidden, missing and no name at all are one challenge', async (ecosystem) => {
    const { secret, missing } = await hide(ecosystem);
    const impossible: Target = { ...missing, name: releasesOf(ecosystem).impossibleName };
    const found: unknown[] = [];
    let challenged = 0;
    for (const route of routes) {
      const { method } = route;
      const [alike, strange] = [missing, impossible].map((target) => addressesOf(route, target)) as [
        string[],
        string[],
      ];
      for (const [at, path] of addressesOf(route, secret).entries()) {
        const answer = await ask(platform.url, { method, path });
        const like = await ask(platform.url, { method, path: alike[at] ?? '' });
        const is = JSON.stringify(facts(answer, secret));
        const was = JSON.stringify(facts(like, missing));
        if (is !== was || answer.status === 404) found.push({ method, path, is, was });
        // a redirect to the normal spelling needs no credential, and invalid names have no such redirect
        if (answer.status !== 401) continue;
        challenged += 1;
        const odd = await ask(platform.url, { method, path: strange[at] ?? '' });
        const told = challengeOf(answer, secret);
        if (told !== challengeOf(odd, impossible)) found.push({ path: strange[at], is: facts(odd), told });
      }
    }

    expect(found).toEqual([]);
    expect(challenged).toBeGreaterThan(2);
  });

  it.each(ecosystems)('%s: what is public is read by anybody', async (ecosystem) => {
    const { answer, target } = await release(platform.url, owner, { ecosystem, name: newName(ecosystem) });
    expectStatus(await answer, 200, 201);
    const statuses: number[] = [];
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      for (const path of addressesOf(route, target))
        statuses.push((await ask(platform.url, { path })).status);
    }

    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses).not.toContain(404);
  });

  it('a credential that may not read it learns that nothing is there', async () => {
    const { secret } = await hide('npm');
    const { token } = await platform.createUser();

    const read = async (headers: Record<string, string>) =>
      (await ask(platform.url, { path: `/npm/${secret.name}`, headers })).status;

    expect(await read({ authorization: `Bearer ${token}` })).toBe(404);
    expect(await read({ authorization: `Bearer pub_${'0'.repeat(64)}` })).toBe(401);
    expect(await read({ authorization: `Bearer ${owner.token}` })).toBe(200);
  });

  it('oci: the challenge is that of the name that was asked for', async () => {
    const registry = createRegistry(platform.url, '/v2', owner);
    const name = registry.newName();
    const manifest = artifactOf('text/plain');
    await pushBlob(registry, name, emptyBlob);
    expect((await putManifest(registry, name, 'latest', manifest)).status).toBe(201);
    const path = `/v1/packages/oci/${encodeURIComponent(name)}`;
    expectStatus(await manage(platform.url, owner.token, 'PATCH', path, { visibility: 'private' }), 200);

    const challenge = async (asked: string, rest: string) => {
      const { status, text, headers } = await ask(platform.url, { path: `/v2/${asked}/${rest}` });
      const wanted = headers['www-authenticate']?.replaceAll(asked, '<name>');
      return { status, text: text.replaceAll(asked, '<name>'), wanted };
    };

    for (const rest of ['tags/list', 'manifests/latest', `manifests/${manifest.digest}`]) {
      const hidden = await challenge(name, rest);
      expect(hidden).toMatchObject({
        status: 401,
        wanted: expect.stringContaining('repository:<name>:pull'),
      });
      for (const other of ['missing/probe', '-no-name', 'UPPER']) {
        expect(await challenge(other, rest)).toEqual(hidden);
      }
    }
  });
});
