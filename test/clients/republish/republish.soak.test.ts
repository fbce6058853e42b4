import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishBody } from '../../../ecosystems/cargo/fixtures/archives.ts';
import { publishCrate } from '../../support/cargo.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import { pypiClient } from '../../support/distributions.ts';
import { startPlatform, type Platform, type TestUser } from '../../support/platform.ts';
import { type ClientHome, cannotRun, createHome } from '../npm/home.ts';
import { crateNames, mavenNames, npmNames, pythonNames } from './names.ts';
import {
  copyMaven,
  cratePublish,
  downloadPython,
  fetchCrates,
  type Fetched,
  packNpm,
  removeFetched,
} from './sources.ts';

/** Packages whose files the registry does not accept unchanged, each with the reason. Ideally empty. */
const known: Readonly<Record<string, string>> = {
  openssl:
    'private keys for its tests are written into the sources beside what they test, where no path tells them from others',
};

/** The number of packages of each registry; `REPUBLISHED=50` takes all listed ones. */
const wanted = Number(process.env['REPUBLISHED'] ?? 5);
const some = (names: readonly string[]) => names.slice(0, wanted);

let platform: Platform;
let author: TestUser;
let home: ClientHome;

beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  home = await createHome(`${platform.url}/npm/`, author.token);
});
afterAll(async () => {
  await removeFetched();
  await home?.remove();
  await platform?.stop();
});

/** Publishes all files, a few at a time. Returns the refused or held ones, with the answer. */
async function refusals(
  files: readonly string[],
  publish: (file: string) => Promise<string | undefined>,
): Promise<Record<string, string>> {
  const waiting = [...files];
  const found: Record<string, string> = {};
  async function work(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const refusal = await publish(file);
      if (refusal !== undefined) found[basename(file)] = refusal.slice(-300);
    }
  }
  await Promise.all(Array.from({ length: 4 }, work));
  return Object.fromEntries(
    Object.entries(found).filter(([file]) => known[file.replace(/-\d.*$/, '')] === undefined),
  );
}

async function publishNpm(file: string): Promise<string | undefined> {
  const { code, stdout, stderr } = await home.run(
    'npm11',
    '.',
    'publish',
    file,
    '--loglevel',
    'error',
    '--ignore-scripts',
    '--access',
    'public',
    // the package's own settings of registry and builds are meant for its author
    '--registry',
    `${platform.url}/npm/`,
    '--no-provenance',
    '--tag',
    'latest',
  );
  return code === 0 && !stderr.includes('held') ? undefined : `${stdout}${stderr}`.trim();
}

async function publishPython(file: string): Promise<string | undefined> {
  const filename = basename(file);
  const isWheel = filename.endsWith('.whl');
  const [name = '', version = ''] = filename.replace(/\.(?:whl|tar\.gz|zip)$/, '').split('-');
  const body = await readFile(file);
  const form = new FormData();
  const fields = {
    ':action': 'file_upload',
    protocol_version: '1',
    metadata_version: '2.1',
    name,
    version,
    sha256_digest: sha256Hex(body),
    filetype: isWheel ? 'bdist_wheel' : 'sdist',
    pyversion: isWheel ? 'py3' : 'source',
  };
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('content', new Blob([new Uint8Array(body)]), filename);
  const answer = await pypiClient(platform.url, author.token).send(form);
  return answer.status === 200 ? undefined : `${answer.status} ${await answer.text()}`;
}

async function publishFetchedCrate(crate: string): Promise<string | undefined> {
  const { metadata, file } = await cratePublish(crate);
  const { status, text } = await publishCrate(platform, { body: publishBody(metadata, file) }, author.token);
  return status === 200 && !text.includes('held') ? undefined : `${status} ${text}`;
}

/** Publishes the POM, the files beside it, and the metadata of the artifact, which ends a deploy. */
async function publishMaven(pom: string): Promise<string | undefined> {
  const folder = dirname(pom);
  const path = relative(folder.slice(0, folder.lastIndexOf('/out/') + '/out'.length), folder);
  const put = async (to: string, body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { authorization: `Bearer ${author.token}` };
    const answer = await fetch(`${platform.url}/maven/${to}`, { method: 'PUT', headers, body });
    return answer.status === 201 ? undefined : `${to}: ${answer.status} ${await answer.text()}`;
  };
  // files with an underscore are notes of the client
  for (const file of (await readdir(folder)).filter((name) => !name.startsWith('_'))) {
    const refusal = await put(`${path}/${file}`, new Uint8Array(await readFile(join(folder, file))));
    if (refusal !== undefined) return refusal;
  }
  const [version = '', artifact = '', ...group] = path.split('/').toReversed();
  const metadata = `<metadata><groupId>${group.toReversed().join('.')}</groupId><artifactId>${artifact}</artifactId>
    <versioning><versions><version>${version}</version></versions></versioning></metadata>`;
  return put(`${dirname(path)}/maven-metadata.xml`, metadata);
}

describe.skipIf(cannotRun)('files of other registries, unchanged', () => {
  test.each<[string, () => Promise<Fetched>, (file: string) => Promise<string | undefined>]>([
    ['npm', () => packNpm(some(npmNames)), publishNpm],
    ['Python', () => downloadPython(some(pythonNames)), publishPython],
    ['Maven', () => copyMaven(some(mavenNames)), publishMaven],
    ['Cargo', () => fetchCrates(some(crateNames)), publishFetchedCrate],
  ])(
    'of %s are published',
    async (_what, source, publish) => {
      const found = await source();
      if ('reason' in found) {
        process.stderr.write(`skipped: ${found.reason}\n`);
        return;
      }

      expect(await refusals(found.files, publish)).toEqual({});
      expect(found.files.length).toBeGreaterThanOrEqual(wanted * 0.9);
    },
    240_000,
  );
});
