import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGem } from '../../ecosystems/rubygems/fixtures/gem.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { findAnswerFault } from './answer-faults.ts';
import { gemAttacks } from './archives/gem-attacks.ts';
import { payloads } from './archives/payloads.ts';
import { manage, publish, unique } from './publish.ts';
import { ask, forEach } from './raw-request.ts';

let platform: Platform;
let owner: { token: string };

beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
});
afterAll(() => platform.stop());

const version = '1.0.0';
const newName = () => `hostile${unique()}`;

/** Few at a time: scanning hostile archives is slow. */
const width = 3;

describe('a hostile gem', () => {
  it('is refused by the push itself in one line, leaves nothing, and its version stays free', async () => {
    const kinds = Object.keys(gemAttacks('x', version));
    const found: object[] = [];

    await forEach(
      kinds,
      async (kind) => {
        const fault = await findRefusalFault(kind);
        if (fault !== undefined) found.push({ kind, fault });
      },
      width,
    );

    expect(found).toEqual([]);
    expect(kinds.length).toBeGreaterThan(100);
  }, 600_000);

  it('with dangerous content is held, and hidden from others', async () => {
    const found: object[] = [];

    for (const { kind, file, body } of payloads()) {
      const fault = await findHoldFault(file, body);
      if (fault !== undefined) found.push({ kind, fault });
    }

    expect(found).toEqual([]);
  }, 300_000);
});

/** The refusal, not the kind of fault, keeps a version available: every fourth refusal is checked. */
const every = 4;
let refused = 0;

async function findRefusalFault(kind: string): Promise<string | undefined> {
  const name = newName();
  const answer = await push(name, gemAttacks(name, version)[kind]?.() ?? Buffer.alloc(0));
  if (answer.status < 400) return `accepted with ${answer.status}`;
  const fault = findAnswerFault('/rubygems/api/v1/gems', 'POST', answer);
  if (fault !== undefined) return `${fault}: ${answer.text.slice(0, 200)}`;
  if (answer.text.trim().includes('\n')) return `more than one line: ${answer.text.slice(0, 200)}`;
  const left = await manage(platform.url, owner.token, 'GET', `/v1/packages/rubygems/${name}`);
  if (left.status !== 404) return `left behind: ${left.text.slice(0, 200)}`;
  refused += 1;
  if (refused % every !== 0) return undefined;
  const again = await push(name, await buildGem({ name, version }));
  return again.status === 200 ? undefined : `a good gem is answered with ${again.status}: ${again.text}`;
}

async function findHoldFault(file: string, body: Buffer | string): Promise<string | undefined> {
  const name = newName();
  const answer = await push(name, await buildGem({ name, version, files: { [file]: body } }));
  if (answer.status !== 200 || !answer.text.includes('Held for review')) {
    return `answered with ${answer.status}: ${answer.text.slice(0, 200)}`;
  }
  for (const path of [
    `/rubygems/info/${name}`,
    `/rubygems/gems/${name}-${version}.gem`,
    `/rubygems/quick/Marshal.4.8/${name}-${version}.gemspec.rz`,
    `/rubygems/api/v1/gems/${name}.json`,
    `/v1/packages/rubygems/${name}`,
  ]) {
    const seen = await ask(platform.url, { path });
    if (seen.status !== 404) return `${path} answers ${seen.status}`;
  }
  return undefined;
}

const push = (name: string, file: Buffer) =>
  publish(platform.url, { ecosystem: 'rubygems', name, version, file, token: owner.token });
