import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestSigstore } from '../../../ecosystems/sigstore/fixtures/sigstore.ts';
import { uniqueName } from '../../support/crates.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { gemsClient } from '../../support/gems.ts';
import { openRunSigstore } from '../../support/run-sigstore.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { publishersUrl, send } from '../../support/trusted-publishing.ts';
import {
  cannotRun as lacksMaven,
  createWorkspace as createMavenWorkspace,
  fetchJar,
} from '../maven/maven.ts';
import { writeGemProject } from './gem-project.ts';
import { createWorkspace, type Workspace } from './ruby.ts';

/** JRuby with gem 3.6 and Bundler 2.6; the machine needs no Ruby. */
const program = 'org.jruby:jruby-complete:9.4.14.0';

/** The program ends before compilation would save time. */
const shortRun = [
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-Djruby.compile.mode=OFF',
  '-Djruby.compile.invokedynamic=false',
];

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(lacksMaven || isMissing)('gem 3.6 and Bundler 2.6', () => {
  let sigstore: TestSigstore;
  let platform: SharedPlatform;
  let author: TestUser;
  let workspace: Workspace;
  let jar: string;
  let source: string;
  const name = uniqueName('probe').toLowerCase();

  beforeAll(async () => {
    sigstore = await openRunSigstore();
    platform = await startOpenPlatform();
    author = await platform.createUser();
    source = `${platform.url}/rubygems`;
    workspace = await createWorkspace();
    const central = await createMavenWorkspace({ token: null });
    jar = await fetchJar(central, program);
    await central.remove();
    // gem exec has no --source
    await workspace.write('.gemrc', `:sources:\n- ${source}/\n:update_sources: true\n`);
  }, 400_000);
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  const ruby = (tool: 'gem' | 'bundle', args: readonly string[], environment: Record<string, string> = {}) =>
    workspace.run('java', [...shortRun, '-jar', jar, '-S', tool, ...args], environment);
  const withToken = () => ({ GEM_HOST_API_KEY: author.token });

  /** Returns the file name of the built gem. */
  async function build(version: string): Promise<string> {
    const folder = await writeGemProject(workspace, { name, version });
    const built = await ruby('gem', ['-C', folder, 'build', `${name}.gemspec`]);
    expect(built, built.output).toMatchObject({ code: 0 });
    return `${folder}/${name}-${version}.gem`;
  }

  test('push with an attestation, and one of another gem is refused in words', async () => {
    await gemsClient(platform.url, author.token).pushGem({ name, version: '0.1.0' });
    // the registry keeps attestations only of gems whose owner trusts a publisher
    const issuer = 'https://token.actions.githubusercontent.com';
    const body = { issuer, repository: 'acme/probe', workflow_ref: '*' };
    const url = publishersUrl(platform, 'rubygems', name);
    expect((await send('POST', url, { bearer: author.session, body })).status).toBe(201);
    const [one, two] = [await build('1.0.0'), await build('1.1.0')];
    const bundle = await sigstore.sign(await readFile(join(workspace.folder, one)));
    await workspace.write('bundle.json', bundle);
    const push = (file: string, ...more: string[]) =>
      ruby('gem', ['push', file, '--host', source, ...more], withToken());

    const pushed = await push(one, '--attestation', 'bundle.json');
    const foreign = await push(two, '--attestation', 'bundle.json');
    const plain = await push(two);

    expect(pushed, pushed.output).toMatchObject({ code: 0 });
    expect(pushed.output).toContain('Successfully registered gem');
    expect(foreign.code, foreign.output).not.toBe(0);
    expect(foreign.output).toContain('attestation');
    expect(plain, plain.output).toMatchObject({ code: 0 });
    const shown = await fetch(`${source}/api/v1/attestations/${name}-1.0.0.json`);
    // the registry omits members that have their default value
    const { messageSignature } = JSON.parse(bundle) as { messageSignature: object };
    expect(messageSignature).toBeTruthy();
    expect(await shown.json()).toEqual([expect.objectContaining({ messageSignature })]);
  }, 600_000);

  test('run a gem that is not installed, and install one', async () => {
    const ran = await ruby('gem', ['exec', '--version', '1.0.0', '--gem', name, name]);
    const installed = await ruby('gem', ['install', '--no-document', name]);

    expect(ran, ran.output).toMatchObject({ code: 0, output: expect.stringContaining(`ran ${name} 1.0.0`) });
    expect(installed, installed.output).toMatchObject({ code: 0 });
    expect(installed.output).toContain(`Successfully installed ${name}-1.1.0`);
  }, 600_000);

  test('Bundler installs from a private repository with a credential of the environment', async () => {
    const hidden = await fetch(`${platform.url}/v1/repositories/${author.username}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'private' }),
    });
    await workspace.write('Gemfile', `source "${source}/r/${author.username}"\ngem "${name}"\n`);
    const bundle = (environment: Record<string, string>) =>
      ruby('bundle', ['install'], { BUNDLE_GEMFILE: `${workspace.folder}/Gemfile`, ...environment });

    const anonymous = await bundle({});
    const known = await bundle({ BUNDLE_127__0__0__1: `${author.token}:` });

    expect(hidden.status).toBe(200);
    expect(anonymous.code).not.toBe(0);
    expect(anonymous.output).toContain('Authentication is required');
    expect(known, known.output).toMatchObject({ code: 0 });
    const lock = await readFile(join(workspace.folder, 'Gemfile.lock'), 'utf8');
    expect(lock).toContain(`${name} (1.1.0)`);
    expect(known.output).not.toContain(author.token);
  }, 600_000);

  test('yank what was pushed', async () => {
    const yanked = await ruby('gem', ['yank', name, '--version', '1.1.0', '--host', source], withToken());

    expect(yanked, yanked.output).toMatchObject({ code: 0 });
    expect(yanked.output).toContain('Successfully deleted gem');
    const own = await fetch(`${source}/r/${author.username}/info/${name}`, {
      headers: { authorization: `Basic ${Buffer.from(`${author.token}:`).toString('base64')}` },
    });
    const info = await own.text();
    expect([info.includes('1.0.0 '), info.includes('1.1.0 ')]).toEqual([true, false]);
  }, 300_000);
});
