import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTarball } from '../../ecosystems/npm/fixtures/tarball.ts';
import { buildZip } from '../../ecosystems/zip-of-files.ts';
import { sdistFiles, uploadForm, wheelFiles } from '../../ecosystems/pypi/fixtures/distribution.ts';
import { uniqueName } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import { listUnfinishedFiles } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import {
  type Hold,
  killWorkerWith,
  type Outcomes,
  publishStepNames,
  publishSteps,
  type PublishStep,
  type Standing,
} from '../support/publish-steps.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '4000' });
});
afterAll(() => platform?.stop());

const newName = () => uniqueName('faulty').toLowerCase();
const wheelName = (name: string, version = '1.0.0') =>
  `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`;
const sdistName = (name: string) => `${name}-1.0.0.tar.gz`;

interface File {
  version: string;
  filename: string;
  body: Buffer;
}

function wheel(name: string, version = '1.0.0', module = 'x = 1\n'): File {
  const files = Object.entries(wheelFiles({ name, version, files: { 'probe/__init__.py': module } }));
  const body = buildZip(files.map(([path, content]) => ({ path, body: content })));
  return { version, filename: wheelName(name, version), body };
}

async function sdist(name: string): Promise<File> {
  const version = '1.0.0';
  return { version, filename: sdistName(name), body: await buildTarball(sdistFiles({ name, version })) };
}

function send(name: string, { version, ...file }: File): Promise<Response> {
  return fetch(`${platform.url}/pypi/legacy/`, {
    method: 'POST',
    body: uploadForm({ name, version }, file),
    headers: { authorization: `Bearer ${platform.adminToken}` },
  });
}

async function toldOf(answer: Promise<Response>): Promise<readonly [number, string]> {
  const { status } = await answer;
  return [status, await (await answer).text()];
}

interface Seen {
  json: string[];
  html: number;
  legacy: number;
  feed: number;
  /** Statuses of the files that the index lists. */
  files: number[];
}

/** Everything that a reader can see of a project; all parts have to agree. */
async function look(name: string): Promise<Seen> {
  const page = `${platform.url}/pypi/simple/${name}/`;
  const json = await fetch(page, { headers: { accept: 'application/vnd.pypi.simple.v1+json' } });
  const html = await (await fetch(page)).text();
  const legacy = await fetch(`${platform.url}/pypi/pypi/${name}/json`);
  const feed = await (await fetch(`${platform.url}/pypi/rss/project/${name}/releases.xml`)).text();
  const { files } = json.ok
    ? ((await json.json()) as { files: { filename: string; url: string }[] })
    : { files: [] };
  const { urls } = legacy.ok ? ((await legacy.json()) as { urls: unknown[] }) : { urls: [] };
  return {
    json: files.map(({ filename }) => filename).toSorted(),
    html: html.match(/<a /g)?.length ?? 0,
    legacy: urls.length,
    feed: feed.match(/<item>/g)?.length ?? 0,
    files: await Promise.all(files.map(async ({ url }) => (await fetch(new URL(url, page))).status)),
  };
}

const seen = (
  filenames: readonly string[],
  { latest, releases }: { latest: number; releases: number },
): Seen => ({
  json: filenames.toSorted(),
  html: filenames.length,
  legacy: latest,
  feed: releases,
  files: filenames.map(() => 200),
});
const nothing = seen([], { latest: 0, releases: 0 });
const one = (name: string) => seen([wheelName(name)], { latest: 1, releases: 1 });
const joined = (name: string) => seen([wheelName(name), sdistName(name)], { latest: 2, releases: 1 });
const both = (name: string) => seen([wheelName(name), wheelName(name, '1.1.0')], { latest: 1, releases: 2 });

function holdOf(step: PublishStep, name: string): Hold {
  const sha256 = createHash('sha256').update(wheel(name, '1.1.0').body).digest('hex');
  return publishSteps[step]({ ecosystem: 'pypi', name, sha256, document: `${name}/simple.json` });
}

const anything: unknown = expect.any(String);
const stillChecked: unknown = expect.stringContaining('still being checked');

describe('a worker that is killed while uploads stand in every step of a publish', () => {
  const standingNames = [...publishStepNames, 'join'] as const;
  type StandingName = (typeof standingNames)[number];
  const names = new Map(standingNames.map((each) => [each, newName()]));
  let outcomes: Outcomes<StandingName, readonly [number, string], Seen>;

  beforeAll(async () => {
    const standing = new Map<StandingName, Standing<readonly [number, string], Seen>>();
    // last, because no other publish passes the scan while it is blocked
    const order = [...names].toSorted(([a], [b]) => Number(a === 'scan') - Number(b === 'scan'));
    for (const [step, name] of order) {
      expect((await send(name, wheel(name))).status).toBe(200);
      const file = step === 'join' ? await sdist(name) : wheel(name, '1.1.0');
      // a second file of a release waits for the same lock as the start of a release
      const hold = holdOf(step === 'join' ? 'quarantine' : step, name);
      standing.set(step, { hold, send: () => toldOf(send(name, file)), look: () => look(name) });
    }
    outcomes = await killWorkerWith(platform, standing);
  }, 300_000);

  test.each(standingNames)(
    'the one that stood in %s was whole or absent, and is there once in the end',
    async (step) => {
      const name = names.get(step) ?? '';
      const whole = step === 'join' ? joined(name) : both(name);

      // the search index follows after everything else is visible
      const then =
        step === 'search'
          ? { between: whole, told: [200, anything] }
          : { between: one(name), told: [200, stillChecked] };
      expect(outcomes.get(step)).toEqual(then);
      await eventually(async () => expect(await look(name)).toEqual(whole), { withinMs: 90_000 });
    },
  );

  test('each project is named once, and sending a file again is no error', async () => {
    const name = names.get('join') ?? '';
    const projects = await (await fetch(`${platform.url}/pypi/simple/`)).text();

    for (const each of names.values()) expect(projects.split(`>${each}</a>`)).toHaveLength(2);
    expect(await (await send(name, await sdist(name))).text()).toBe('OK');
  });
});

test('an api that is killed in the middle of an upload leaves nothing, and the client sends it again', async () => {
  const name = newName();
  const form = new Response(
    uploadForm({ name, version: '1.0.0' }, wheel(name, '1.0.0', `X = "${'x'.repeat(3_000_000)}"\n`)),
  );
  const body = Buffer.concat([Buffer.from(await form.arrayBuffer())]);
  const headers = {
    authorization: `Bearer ${platform.adminToken}`,
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': body.length + 1,
  };
  const upload = request(`${platform.url}/pypi/legacy/`, { method: 'POST', headers });
  const gone = new Promise<void>((resolve) => {
    upload.once('error', () => resolve());
    upload.once('close', () => resolve());
  });
  // all bytes but the last
  upload.write(body);
  await eventually(async () => expect(await listUnfinishedFiles(platform)).not.toEqual([]));

  await platform.roles.api.kill();
  await gone;
  platform.roles.api = await platform.roles.api.restart();

  expect(await look(name)).toEqual(nothing);
  expect((await send(name, wheel(name))).status).toBe(200);
  expect(await look(name)).toEqual(one(name));
});

test('every history replays', () => assertReplays(platform.temporal));
