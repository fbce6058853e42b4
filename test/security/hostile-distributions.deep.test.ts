import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadForm, wheelFiles } from '../../ecosystems/pypi/fixtures/distribution.ts';
import { buildZip } from '../../ecosystems/zip-of-files.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { findAnswerFault } from './answer-faults.ts';
import { payloads } from './archives/payloads.ts';
import { infoOf, sdistAttacks, zippedSdistAttacks } from './archives/sdist-attacks.ts';
import { tarEntry, tgz } from './archives/tar-bytes.ts';
import { wheelAttacks, wheelWith } from './archives/wheel-attacks.ts';
import { manage, unique } from './publish.ts';
import { ask, forEach } from './raw-request.ts';

let platform: Platform;
let owner: { token: string };

beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
});
afterAll(() => platform.stop());

interface Attack {
  kind: string;
  name: string;
  filename: string;
  build(): Buffer;
}

const version = '1.0.0';
const newName = () => `hostile${unique()}`;

const forms = {
  wheel: { attacks: wheelAttacks, fileOf: (name: string) => `${name}-${version}-py3-none-any.whl` },
  sdist: { attacks: sdistAttacks, fileOf: (name: string) => `${name}-${version}.tar.gz` },
  'zipped sdist': { attacks: zippedSdistAttacks, fileOf: (name: string) => `${name}-${version}.zip` },
};

function attacksOf({ attacks, fileOf }: (typeof forms)['wheel']): Attack[] {
  return Object.keys(attacks('x', version)).map((kind) => {
    const name = newName();
    const build = () => attacks(name, version)[kind]?.() ?? Buffer.alloc(0);
    return { kind, name, filename: fileOf(name), build };
  });
}

/** Few at a time: scanning hostile archives is slow. */
const width = 3;

describe('a hostile distribution', () => {
  it.each(Object.keys(forms) as (keyof typeof forms)[])(
    'that is a %s is refused by the upload itself, leaves nothing, and its version stays free',
    async (form) => {
      const attacks = attacksOf(forms[form]);
      const found: object[] = [];

      await forEach(
        attacks,
        async (attack) => {
          const fault = await findRefusalFault(attack);
          if (fault !== undefined) found.push({ kind: attack.kind, fault });
        },
        width,
      );

      expect(found).toEqual([]);
      expect(attacks.length).toBeGreaterThan(30);
    },
    400_000,
  );

  it('with dangerous content is held, and hidden from others', async () => {
    const attacks = payloads().flatMap(({ kind, file, body }): Attack[] => {
      const [first, second] = [newName(), newName()];
      const info = infoOf(second, version);
      const root = `${second}-${version}`;
      return [
        {
          kind: `${kind} in a wheel`,
          name: first,
          filename: forms.wheel.fileOf(first),
          build: () => wheelWith(first, version, file, body),
        },
        {
          kind: `${kind} in an sdist`,
          name: second,
          filename: forms.sdist.fileOf(second),
          build: () =>
            tgz(
              tarEntry({ name: `${root}/PKG-INFO`, body: info }),
              tarEntry({ name: `${root}/${file}`, body }),
            ),
        },
      ];
    });
    const found: object[] = [];

    await forEach(
      attacks,
      async (attack) => {
        const fault = await findHoldFault(attack);
        if (fault !== undefined) found.push({ kind: attack.kind, fault });
      },
      width,
    );

    expect(found).toEqual([]);
    expect(attacks.length).toBeGreaterThan(15);
  }, 300_000);
});

/** The refusal, not the kind of fault, keeps a version available: every fourth refusal is checked. */
const every = 4;
let refused = 0;

async function findRefusalFault({ name, filename, build }: Attack): Promise<string | undefined> {
  const answer = await send(name, filename, build());
  if (answer.status < 400) return `accepted with ${answer.status}`;
  const fault = findAnswerFault('/pypi/legacy/', 'POST', answer);
  if (fault !== undefined) return `${fault}: ${answer.text.slice(0, 200)}`;
  const left = await manage(platform.url, owner.token, 'GET', `/v1/packages/pypi/${name}`);
  if (left.status !== 404) return `left behind: ${left.text.slice(0, 200)}`;
  refused += 1;
  if (refused % every !== 0) return undefined;
  const files = Object.entries(wheelFiles({ name, version })).map(([path, body]) => ({ path, body }));
  const again = await send(name, forms.wheel.fileOf(name), buildZip(files));
  return again.text === 'OK' ? undefined : `a good wheel is answered with ${again.status}: ${again.text}`;
}

async function findHoldFault({ name, filename, build }: Attack): Promise<string | undefined> {
  const answer = await send(name, filename, build());
  if (!answer.text.includes('held for review')) {
    return `answered with ${answer.status}: ${answer.text.slice(0, 200)}`;
  }
  for (const place of [`/pypi/simple/${name}/`, `/pypi/pypi/${name}/json`, `/v1/packages/pypi/${name}`]) {
    const seen = await ask(platform.url, { path: place });
    if (seen.status !== 404) return `${place} answers ${seen.status}`;
  }
  const list = await ask(platform.url, { path: '/pypi/simple/' });
  return list.text.includes(name) ? 'it is in the list of projects' : undefined;
}

async function send(name: string, filename: string, file: Buffer) {
  const form = new Response(uploadForm({ name, version }, { filename, body: file }));
  const body = Buffer.from(await form.arrayBuffer());
  const headers = {
    authorization: `Bearer ${owner.token}`,
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': body.length,
  };
  return ask(platform.url, { method: 'POST', path: '/pypi/legacy/', headers, body, withinMs: 60_000 });
}
