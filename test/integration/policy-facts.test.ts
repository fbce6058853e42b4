import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { publishCrate } from '../support/cargo.ts';
import { publishDist } from '../support/composer.ts';
import { makeCrate, uniqueName } from '../support/crates.ts';
import { newProject, pypiClient, sdist, wheel } from '../support/distributions.ts';
import { gemsClient } from '../support/gems.ts';
import { digestOf, type LayerClient, layerClient } from '../support/layers.ts';
import { sendForm } from '../support/nuget.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { policyClient } from '../support/policy.ts';
import { releasePath, reviewClient } from '../support/reviewing.ts';
import { npmClient } from './npm/client.ts';

let platform: SharedPlatform;
let owner: TestUser;
let policies: ReturnType<typeof policyClient>;
beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
  policies = policyClient(platform, owner);
});
afterAll(() => platform?.stop());

interface Case {
  name: string;
  /** Publishes a version with or without code that runs at installation. */
  publish(name: string, version: string, runs: boolean): Promise<unknown>;
}

const cases: Record<string, Case> = {
  npm: {
    name: uniqueName('probe'),
    publish: (name, version, runs) =>
      npmClient(platform, owner.token).publish({
        name,
        version,
        ...(runs && { scripts: { postinstall: 'node .' } }),
      }),
  },
  cargo: {
    name: uniqueName('probe'),
    publish: async (name, version, runs) => {
      const files = { 'src/lib.rs': `// ${version}\n`, ...(runs && { 'build.rs': 'fn main() {}\n' }) };
      return publishCrate(platform, await makeCrate({ name, version, files }), owner.token);
    },
  },
  rubygems: {
    name: newProject(),
    publish: (name, version, runs) =>
      gemsClient(platform.url, owner.token).pushGem({
        name,
        version,
        ...(runs && {
          extra: 'extensions:\n- ext/probe/extconf.rb\n',
          files: { 'ext/probe/extconf.rb': 'require "mkmf"\n' },
        }),
      }),
  },
  pypi: {
    name: newProject(),
    publish: async (name, version, runs) => {
      const it = { name, version, ...(runs && { files: { 'setup.py': 'from setuptools import setup\n' } }) };
      return pypiClient(platform.url, owner.token).upload(it, await sdist(it));
    },
  },
  composer: {
    name: `${newProject()}/probe`,
    publish: (name, version, runs) =>
      publishDist(platform, owner, {
        name,
        version,
        manifest: runs
          ? { type: 'composer-plugin', extra: { class: 'Probe\\Probe' } }
          : { scripts: { 'post-install-cmd': 'echo never run for a library' } },
      }),
  },
  nuget: {
    name: `Acme.${uniqueName('Probe')}`,
    publish: (name, version, runs) => {
      const library = { path: `lib/net8.0/${name}.dll`, body: `library ${version}` };
      const targets = { path: `build/${name}.targets`, body: '<Project></Project>' };
      const nupkg = buildNupkg({ id: name, version, files: runs ? [library, targets] : [library] });
      return sendForm(platform, '/v2/package', owner.token, nupkg);
    },
  },
};

describe('new install scripts', () => {
  it.each(Object.entries(cases))(
    'of %s hold the first release that has them, and no later one',
    async (ecosystem, { name, publish }) => {
      await policies.setPolicy({ new_install_scripts: true });

      await publish(name, '1.0.0', false);
      await policies.expectState([ecosystem, name, '1.0.0'], 'published', 0);
      await publish(name, '1.1.0', true);
      await policies.expectState([ecosystem, name, '1.1.0'], 'held', 1);
      await policies.approve(ecosystem, name, '1.1.0');
      await publish(name, '1.2.0', true);
      await policies.expectState([ecosystem, name, '1.2.0'], 'published', 1);
    },
    90_000,
  );

  it('of a file that joins a release later hold the file, and are counted with it once it may join', async () => {
    await policies.setPolicy({ new_install_scripts: true });
    const python = pypiClient(platform.url, owner.token);
    const project = newProject();
    const first = { name: project, version: '1.0.0' };
    await python.upload(first, wheel(first));
    await policies.expectState(['pypi', project, '1.0.0'], 'published', 0);
    const source = { ...first, files: { 'setup.py': 'from setuptools import setup\n' } };

    const [status, text] = await python.upload(source, await sdist(source));
    expect([status, text]).toEqual([200, expect.stringContaining('held for review')]);
    await policies.expectState(['pypi', project, '1.0.0'], 'published', 0);
    const desk = reviewClient(platform, owner.session);
    const release = releasePath('pypi', project, '1.0.0');
    const [waiting] = await desk.heldFiles(release);
    expect((await desk.approveFile(release, String(waiting?.id))).status).toBe(200);

    await policies.expectState(['pypi', project, '1.0.0'], 'published', 1);
    const next = { ...source, version: '1.1.0' };
    await python.upload(next, await sdist(next));
    await policies.expectState(['pypi', project, '1.1.0'], 'published', 1);
  }, 60_000);
});

it('scripts of a file that waits with a held release are approved with it, and not before', async () => {
  await policies.setPolicy({ new_install_scripts: true, require_approval: 'one_person' });
  const python = pypiClient(platform.url, owner.token);
  const at = { name: newProject(), version: '1.0.0' };
  await python.upload(at, wheel(at));
  await policies.expectState(['pypi', at.name, at.version], 'held', 0);
  const source = { ...at, files: { 'setup.py': 'from setuptools import setup\n' } };
  expect((await python.upload(source, await sdist(source)))[0]).toBe(200);

  await policies.expectState(['pypi', at.name, at.version], 'held', 0);

  await policies.approve('pypi', at.name, at.version);

  await policies.expectState(['pypi', at.name, at.version], 'published', 1);
  const page = await (await fetch(`${platform.url}/pypi/simple/${at.name}/`)).text();
  expect(page).toContain('.whl');
  expect(page).toContain('.tar.gz');
}, 60_000);

it("a publisher's first release of a package waits, the package's first one does not", async () => {
  const slug = uniqueName('org').toLowerCase();
  const other = await platform.createUser();
  await policies.call('POST', 'orgs', { name: slug, slug });
  await policies.call('POST', 'repositories', { name: slug, slug, owner_org_slug: slug });
  const member = { username: other.username, role: 'publisher' };
  expect((await policies.call('POST', `orgs/${slug}/members`, member)).status).toBe(201);
  const policy = { first_release_of_publisher: true };
  expect((await policies.call('PUT', `orgs/${slug}/policy`, policy)).status).toBe(200);
  const name = uniqueName('first');
  const publish = async (version: string, { token }: TestUser) => {
    const { body } = await makeCrate({ name, version });
    const sent = await fetch(`${platform.url}/cargo/r/${slug}/api/v1/crates/new`, {
      method: 'PUT',
      headers: { authorization: token },
      body: new Uint8Array(body),
    });
    return sent.status;
  };

  expect(await publish('1.0.0', owner)).toBe(200);
  expect(await publish('1.1.0', owner)).toBe(200);
  expect(await publish('1.2.0', other)).toBe(202);
  await policies.expectState(['cargo', name, '1.2.0'], 'held');
  // a version that was never visible does not count for the next one
  expect(await publish('1.3.0', other)).toBe(202);
  await policies.approve('cargo', name, '1.2.0');
  expect(await publish('1.4.0', other)).toBe(200);
}, 60_000);

describe('the size of a release', () => {
  const limit = 20_000;
  async function pushImage(client: LayerClient, bytes: number): Promise<string> {
    const tar = pack();
    tar.entry({ name: 'data' }, randomBytes(bytes));
    tar.finalize();
    const layer = gzipSync(await buffer(tar));
    const settings = Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux' }));
    const mediaType = 'application/vnd.oci.image.layer.v1.tar+gzip';
    await client.pushImage([{ bytes: layer, mediaType }], 'latest');
    const manifestType = 'application/vnd.oci.image.manifest.v1+json';
    const descriptor = (body: Buffer) => ({ digest: digestOf(body), size: body.length });
    const manifest = {
      schemaVersion: 2,
      mediaType: manifestType,
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...descriptor(settings) },
      layers: [{ mediaType, ...descriptor(layer) }],
    };
    return digestOf(Buffer.from(JSON.stringify(manifest)));
  }

  it('counts its files', async () => {
    await policies.setPolicy({ max_bytes: limit });
    const name = uniqueName('size');
    const files = { 'src/lib.rs': `// ${randomBytes(limit).toString('hex')}\n` };

    await publishCrate(platform, await makeCrate({ name }), owner.token);
    await publishCrate(platform, await makeCrate({ name, version: '2.0.0', files }), owner.token);

    await policies.expectState(['cargo', name, '1.0.0'], 'published');
    await policies.expectState(['cargo', name, '2.0.0'], 'held');
  });

  it('counts the layers of an image, which are no files of it', async () => {
    await policies.setPolicy({ max_bytes: limit });
    const [small, large] = [layerClient(platform, owner), layerClient(platform, owner)];

    await policies.expectState(['oci', small.name, await pushImage(small, 1_000)], 'published');
    await policies.expectState(['oci', large.name, await pushImage(large, 2 * limit)], 'held');
  });
});
