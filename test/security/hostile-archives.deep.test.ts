import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../support/platform.ts';
import { hostileArchives } from './archives/build.ts';
import { zipAttacks } from './archives/zip-attacks.ts';
import { manifestOf } from '../../ecosystems/composer/fixtures/dist.ts';
import { indexPath } from '../../ecosystems/cargo/fixtures/own-words.ts';
import { hostileManifests, oddManifests } from './manifests.ts';
import { buildFile, manage, publish, unique } from './publish.ts';
import { findAnswerFault } from './answer-faults.ts';
import { type Answer, ask, forEach } from './raw-request.ts';

interface Attack {
  kind: string;
  ecosystem: string;
  name: string;
  version: string;
  build(): Promise<Buffer> | Buffer;
}

let platform: Platform;
let owner: { token: string };

beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
});

afterAll(() => platform.stop());

const newName = () => `hostile${unique()}`;
const ecosystemOf = { tgz: 'cargo', zip: 'nuget' } as const;
const archives = hostileArchives(newName);

function attacksExpected(outcome: 'refused' | 'held'): Attack[] {
  return archives
    .filter((archive) => archive.expect === outcome)
    .map((archive) => ({
      kind: archive.kind,
      ecosystem: ecosystemOf[archive.format],
      name: archive.name,
      version: archive.version,
      build: () => archive.body,
    }));
}

const manifests: Attack[] = hostileManifests.map(({ kind, ecosystem, build }) => {
  const name = newName();
  return { kind: `manifest: ${kind}`, ecosystem, name, version: '1.0.0', build: () => build(name, '1.0.0') };
});

/** The same faults in the zip of a PHP package, which has another manifest. */
const dists: Attack[] = Object.keys(zipAttacks('', '')).map((kind) => {
  const name = `${newName()}/probe`;
  const build = () => zipAttacks(name, manifestOf({ name }), 'composer.json')[kind]?.() ?? Buffer.alloc(0);
  return { kind, ecosystem: 'composer', name, version: '1.0.0', build };
});

/** Few at a time: scanning hostile archives is slow. */
const width = 3;

describe('a hostile archive', () => {
  it('is refused by the publish itself, leaves nothing, and its version stays free', async () => {
    const attacks = [...attacksExpected('refused'), ...manifests];
    const found: object[] = [];

    await forEach(
      attacks,
      async (attack) => {
        const fault = await findRefusalFault(attack);
        if (fault !== undefined) found.push({ kind: attack.kind, ecosystem: attack.ecosystem, fault });
      },
      width,
    );

    expect(found).toEqual([]);
    expect(attacks.length).toBeGreaterThan(25);
    expect(new Set(attacks.map(({ ecosystem }) => ecosystem)).size).toBe(2);
  }, 300_000);

  it('with a composer.json in it is refused as well', async () => {
    const found: object[] = [];

    await forEach(
      dists,
      async (attack) => {
        const fault = await findRefusalFault(attack);
        if (fault !== undefined) found.push({ kind: attack.kind, fault });
      },
      width,
    );

    expect(found).toEqual([]);
    expect(dists.length).toBeGreaterThan(25);
  }, 300_000);

  it('that is a package with dangerous content is held, and hidden from others', async () => {
    const attacks = attacksExpected('held');
    const found: object[] = [];

    await forEach(
      attacks,
      async (attack) => {
        const fault = await findHoldFault(attack);
        if (fault !== undefined) found.push({ kind: attack.kind, ecosystem: attack.ecosystem, fault });
      },
      width,
    );

    expect(found).toEqual([]);
    expect(attacks.length).toBeGreaterThan(10);
  }, 180_000);

  it('whose manifest is only odd becomes a package that all can read', async () => {
    for (const { ecosystem, kind, build } of oddManifests) {
      const name = newName();
      const attack = { kind, ecosystem, name, version: '1.0.0', build: () => build(name, '1.0.0') };

      const answer = await send(attack);

      expect({ kind, status: answer.status }).toEqual({ kind, status: ecosystem === 'cargo' ? 200 : 201 });
      const { status, text } = await ask(platform.url, { path: packagePath(attack) });
      expect({ kind, status }).toEqual({ kind, status: 200 });
      expect(text).not.toContain(String.raw`\u0000`);
    }
  });
});

/** The refusal, not the kind of fault, keeps a version available: every fourth refusal is checked. */
const every = 4;
let refused = 0;

async function findRefusalFault(attack: Attack): Promise<string | undefined> {
  const { ecosystem, name, version } = attack;
  const answer = await send(attack);
  if (answer.status < 400) return `accepted with ${answer.status}`;
  const fault = findAnswerFault(`/${ecosystem}/`, 'PUT', answer);
  if (fault !== undefined) return `${fault}: ${answer.text.slice(0, 200)}`;
  const left = await manage(platform.url, owner.token, 'GET', packagePath(attack));
  if (left.status !== 404) return `left behind: ${left.text.slice(0, 200)}`;
  refused += 1;
  if (refused % every !== 0) return undefined;
  const file = await buildFile({ ecosystem, name, version, word: 'good', isSuspicious: false });
  const again = await send({ ...attack, build: () => file });
  return again.status < 202 ? undefined : `a good archive is answered with ${again.status}: ${again.text}`;
}

async function findHoldFault(attack: Attack): Promise<string | undefined> {
  const answer = await send(attack);
  if (answer.status !== 202) return `answered with ${answer.status}: ${answer.text.slice(0, 200)}`;
  const path = `${packagePath(attack)}/releases/${attack.version}`;
  const own = await manage(platform.url, owner.token, 'GET', path);
  const { status } = JSON.parse(own.text) as { status: unknown };
  if (status !== 'quarantine') return `its publisher sees it ${String(status)}`;
  for (const place of [packagePath(attack), path, indexOf(attack)]) {
    const seen = await ask(platform.url, { path: place });
    if (seen.status !== 404) return `${place} answers ${seen.status}`;
  }
  return undefined;
}

async function send({ ecosystem, name, version, build }: Attack): Promise<Answer> {
  return publish(platform.url, { ecosystem, name, version, file: await build(), token: owner.token });
}

function packagePath({ ecosystem, name }: Attack): string {
  return `/v1/packages/${ecosystem}/${encodeURIComponent(name)}`;
}

function indexOf({ ecosystem, name }: Attack): string {
  return ecosystem === 'cargo'
    ? `/cargo/index/${indexPath(name)}`
    : `/nuget/v3-flatcontainer/${name}/index.json`;
}
