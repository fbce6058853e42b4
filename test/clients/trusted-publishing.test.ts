import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestOf } from '../../ecosystems/composer/fixtures/dist.ts';
import { buildZip } from '../../ecosystems/zip-of-files.ts';
import { wheelFiles } from '../../ecosystems/pypi/fixtures/distribution.ts';
import { buildGem } from '../../ecosystems/rubygems/fixtures/gem.ts';
import { createAuthority } from '../support/certificates.ts';
import { uniqueName } from '../support/crates.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../support/platform.ts';
import { pythonTools } from '../support/python-tools.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { readGuide } from '../support/guide.ts';
import { startTlsProxy } from '../support/tls-proxy.ts';
import { findTool, isSkipped } from '../support/tool.ts';
import { runOf, send } from '../support/trusted-publishing.ts';
import { library } from './cargo/crates.ts';
import { projectPom } from './maven/maven.ts';
import { layerOf } from './oci/layers.ts';
import { usualTools } from './pypi/python.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);
const goFolder = join(process.env['GOPATH'] ?? join(homedir(), 'go'), 'bin');
const lacks = (...tools: string[]) =>
  tools.map((name) => isSkipped(findTool(name, [goFolder]), `${name} is not installed`)).includes(true);

const { text: section, blocks } = await readGuide('trusted-publishing');
const [, idToken = ''] = /^ +(id_token\(\) \{ curl .*)$/m.exec(section) ?? [];

/** The lines of the guide that contain this word. */
function linesWith(word: string): string {
  const [block, ...more] = blocks.filter((each) => each.includes(word));
  if (block === undefined || more.length > 0) throw new Error(`${word} is in ${more.length} blocks and one`);
  return block;
}

/** The environment of a build system's job, and its issuer of identities: as in GitHub Actions. */
describe.skipIf(isMissing || lacks('jq', 'curl'))('a job without a stored token', () => {
  let issuer: Issuer;
  let platform: SharedPlatform;
  let alice: TestUser;
  let folder: string;
  const unique = uniqueName('job')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const repository = `${unique}/source`;

  beforeAll(async () => {
    issuer = await startIssuer({
      isTrusted: true,
      answer(request, response) {
        const asked = new URL(request.url ?? '', 'http://issuer');
        if (asked.pathname !== '/id-token') return false;
        const audience = asked.searchParams.get('audience') ?? '';
        void issuer
          .sign(runOf(repository, audience))
          .then((value) =>
            response.setHeader('content-type', 'application/json').end(JSON.stringify({ value })),
          );
        return true;
      },
    });
    platform = await startOpenPlatform();
    alice = await platform.createUser();
    folder = await mkdtemp(join(tmpdir(), 'rookery-job-'));
    for (const [path, body] of [
      ['/v1/orgs', { name: unique, slug: unique }],
      ['/v1/repositories', { name: unique, slug: unique, owner_org_slug: unique }],
    ] as const) {
      expect((await send('POST', platform.url + path, { bearer: alice.session, body })).status).toBe(201);
    }
  });
  afterAll(async () => {
    await platform?.stop();
    await issuer?.stop();
    await rm(folder, { recursive: true });
  });

  const write = async (path: string, body: string | Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), body);
  };
  /** Replaces the values of the guide with those of the test. */
  const own = (lines: string) =>
    lines
      .replaceAll('https://token.actions.githubusercontent.com', issuer.url)
      .replaceAll('registry.example.com', new URL(platform.url).host)
      .replaceAll('org.acme:', `org.${unique}:`)
      .replaceAll('acme/probe', `${unique}/source`)
      .replaceAll('orgs/acme/', `orgs/${unique}/`);
  const sh = (lines: string, inside = '.', variables: NodeJS.ProcessEnv = {}) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const env = {
        PATH: [process.env['PATH'], goFolder].join(delimiter),
        HOME: folder,
        DOCKER_CONFIG: join(folder, '.docker'),
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/id-token?version=1`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the job',
        url: platform.url,
        session: alice.session,
        ...variables,
      };
      const options = { cwd: join(folder, inside), env, timeout: 200_000, maxBuffer: 1 << 26 };
      execFile(
        'bash',
        ['--norc', '-euo', 'pipefail', '-c', `${idToken}\n${lines}`],
        options,
        (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
          resolve({ code, output: stdout + stderr });
        },
      );
    });
  /** Registers a pending publisher for the package, as an administrator of the organization does. */
  async function expectPackage(ecosystem: string, name: string): Promise<void> {
    const lines = own(linesWith('pending-publishers'))
      .replace('"ecosystem":"maven"', `"ecosystem":"${ecosystem}"`)
      .replace(`"name":"org.${unique}:probe"`, `"name":"${name}"`);
    const named = await sh(lines);
    expect(named.output).toContain(`"name":"${name}"`);
  }
  const versions = async (ecosystem: string, name: string) => {
    const page = `${platform.url}/v1/packages/${ecosystem}/${encodeURIComponent(name)}`;
    const { body } = await send('GET', page, { bearer: alice.session });
    return [body['latest_version'], body['owner_org_slug']];
  };
  const npmrc = () => `fund=false\naudit=false\nupdate-notifier=false\nfetch-retries=0\n`;

  test.skipIf(lacks('npm'))('publishes with npm, which trades its identity itself', async () => {
    const name = `${unique}-js`;
    await expectPackage('npm', name);
    await write('js/package.json', JSON.stringify({ name, version: '1.0.0', license: 'MIT' }));
    await write('.npmrc', npmrc());

    const done = await sh(own(linesWith('npm publish')), 'js');

    expect(done, done.output).toMatchObject({ code: 0 });
    expect(await versions('npm', name)).toEqual(['1.0.0', unique]);
  });

  test.skipIf(lacks('python3', 'openssl'))(
    'publishes with uv, which does so too, and with twine',
    async () => {
      await using authority = await createAuthority();
      // uv asks for an audience only from servers with TLS
      await using proxy = await startTlsProxy(
        new URL(platform.url).host,
        await authority.issue('localhost'),
        null,
      );
      const url = `https://localhost:${new URL(`http://${proxy.address}`).port}`;
      const PATH = [await pythonTools(usualTools), process.env['PATH']].join(delimiter);
      const name = `${unique}_py`;
      await expectPackage('pypi', name);
      for (const [version, word] of [
        ['1.0.0', 'uv publish'],
        ['2.0.0', 'twine upload'],
      ] as const) {
        const files = Object.entries(wheelFiles({ name, version })).map(([path, body]) => ({ path, body }));
        await rm(join(folder, 'py'), { recursive: true, force: true });
        await write(`py/dist/${name}-${version}-py3-none-any.whl`, buildZip(files));
        const done = await sh(own(linesWith(word)), 'py', {
          PATH,
          // the audience has to be the address of the proxy: uv asks the proxy for it
          ...(word === 'uv publish' ? { url, SSL_CERT_FILE: authority.cert } : {}),
        });
        expect(done, done.output).toMatchObject({ code: 0 });
        expect((await versions('pypi', name))[0]).toBe(version);
      }
    },
    400_000,
  );

  test.skipIf(lacks('gem'))('pushes a gem', async () => {
    const name = `${unique}-rb`;
    await expectPackage('rubygems', name);
    await write('rb/probe-1.0.0.gem', await buildGem({ name, version: '1.0.0' }));

    const done = await sh(own(linesWith('gem push')), 'rb');

    expect(done, done.output).toMatchObject({ code: 0 });
    expect(await versions('rubygems', name)).toEqual(['1.0.0', unique]);
  });

  test.skipIf(lacks('cargo'))('publishes a crate', async () => {
    const name = `${unique}-rs`;
    await expectPackage('cargo', name);
    for (const [path, body] of Object.entries(library(name, '1.0.0'))) await write(`rs/${path}`, body);
    await write(
      'cargo/config.toml',
      `[registries.rookery]\nindex = "sparse+${platform.url}/cargo/index/"\ncredential-provider = ["cargo:token"]\n`,
    );
    const variables = {
      CARGO_HOME: join(folder, 'cargo'),
      RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup'),
    };

    const done = await sh(own(linesWith('cargo publish')), 'rs', variables);

    expect(done, done.output).toMatchObject({ code: 0 });
    expect(await versions('cargo', name)).toEqual(['1.0.0', unique]);
  });

  test.skipIf(lacks('mvn'))(
    'deploys with Maven',
    async () => {
      const [group, name] = [`org.${unique}`, `org.${unique}:probe`];
      await expectPackage('maven', name);
      const at = { group, artifact: 'probe', version: '1.0.0' };
      await write('java/pom.xml', projectPom({ ...at, url: `${platform.url}/maven/` }));
      await write('java/src/main/java/Probe.java', 'class Probe {}');
      const password = /<password>\$\{env\.\w+\}<\/password>/.exec(section)?.[0];
      await write(
        'settings.xml',
        `<settings><servers><server><id>rookery</id><username>any</username>${password}</server></servers></settings>`,
      );
      const cache = join(homedir(), '.cache', 'rookery', 'clients', 'maven');
      const options = `-B -ntp -s ../settings.xml -Dmaven.repo.local=${cache}`;

      const done = await sh(
        own(linesWith('mvn deploy')).replace('mvn deploy', `mvn ${options} deploy`),
        'java',
      );
      await rm(join(cache, 'org', unique), { recursive: true, force: true });

      expect(done, done.output).toMatchObject({ code: 0 });
      expect(await versions('maven', name)).toEqual(['1.0.0', unique]);
    },
    400_000,
  );

  test.skipIf(lacks('docker', 'crane'))('logs in with docker, and pushes an image', async () => {
    const name = `${unique}/source`;
    await expectPackage('oci', name);
    await write('image/layer.tgz', await layerOf('etc/motd', 'hello'));
    const [login = ''] = own(linesWith('docker login')).split('docker push');
    const image = `${new URL(platform.url).host}/${name}:1.0`;

    const done = await sh(
      `${login}\ncrane append --insecure --new_layer layer.tgz --new_tag ${image}`,
      'image',
    );
    const again = await sh(
      `crane tag --insecure ${image} newest && crane ls --insecure ${image.slice(0, -4)}`,
    );
    const deleted = await sh(`crane delete --insecure ${image}`);
    const catalog = await sh(`crane catalog --insecure ${new URL(platform.url).host}`);

    expect(done, done.output).toMatchObject({ code: 0 });
    expect(again.output).toContain('newest');
    expect([deleted.code, catalog.code], deleted.output + catalog.output).toEqual([1, 1]);
    expect((await versions('oci', name))[1]).toBe(unique);
  });

  test('uploads a package of Composer, and a file', async () => {
    const name = `${unique}/source`;
    await expectPackage('composer', name);
    await expectPackage('generic', `${unique}-files`);
    const zip = buildZip([{ path: 'composer.json', body: manifestOf({ name }) }]);
    await write('files/probe.zip', zip);
    await write('files/probe.tar.gz', 'a file');

    const uploaded = await sh(own(linesWith('dist.zip')), 'files');
    const sent = await sh(
      own(linesWith('generic/-/oidc')).replace('generic/probe/', `generic/${unique}-files/`),
      'files',
    );

    expect(uploaded, uploaded.output).toMatchObject({ code: 0 });
    expect(sent, sent.output).toMatchObject({ code: 0 });
    expect(await versions('composer', name)).toEqual(['1.0.0', unique]);
    expect(await versions('generic', `${unique}-files`)).toEqual(['1.0.0', unique]);
  });

  test('has its package named by its owner, and its build system by its organization', async () => {
    const added = await sh(own(linesWith('oidc-issuers')));
    const named = await sh(
      own(linesWith('/trusted-publishers'))
        .replace('/cargo/probe/', `/generic/${unique}-files/`)
        .replace('release.yml', 'other.yml'),
    );

    expect(added.output).toContain('"issuer":"https://gitlab.example.com"');
    expect(named.output).toContain('"repository_owner_id":"4711"');
  });
});
