import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { startPlatform, type TestUser } from '../../support/platform.ts';
import { cannotRun } from '../cargo/home.ts';
import { library, program } from '../cargo/crates.ts';
import { type Reader, readAs } from './run-guide.ts';

describe.skipIf(cannotRun)('the guide to Cargo', () => {
  const name = uniqueName('probe');
  let url: string;
  let alice: TestUser;
  let bob: TestUser;
  let reader: Reader;
  beforeAll(async () => {
    const platform = await startPlatform();
    url = platform.url;
    [alice, bob] = await Promise.all([platform.createUser(), platform.createUser()]);
    const words = [
      ['http://127.0.0.1:8080', url],
      ['pub_…', alice.token],
      [/\bprobe\b/g, name],
      [/\bbob\b/g, bob.username],
      [/"team"/g, `"${name}-team"`],
    ] as const;
    const rustup = process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup');
    reader = await readAs('cargo', words, { url, session: alice.session, RUSTUP_HOME: rustup });
  });
  afterAll(() => reader?.remove());

  test('publishes, uses, finds and yanks a crate, and shares it', async () => {
    await reader.write('.cargo/config.toml', reader.file('toml'));
    for (const [path, body] of Object.entries(library(name, '1.0.0')))
      await reader.write(`crate/${path}`, body);
    for (const [path, body] of Object.entries(program(''))) await reader.write(`project/${path}`, body);

    const ran = await reader.follow({
      folders: [
        [/^cargo publish/, 'crate'],
        [/^cargo add/, 'project'],
      ],
      before: [
        [
          /^cargo publish/,
          'git init -q . && git add . && git -c user.name=A -c user.email=a@example.com commit -qm one',
        ],
        [/^cargo yank/, 'cd ../project && cargo build && cd -'],
      ],
    });

    expect(ran, ran.output).toMatchObject({ code: 0 });
    const index = await (await fetch(`${url}/cargo/index/pr/ob/${name}`)).text();
    expect(JSON.parse(index)).toMatchObject({ vers: '1.0.0', yanked: true });
    const owners = await (await fetch(`${url}/cargo/api/v1/crates/${name}/owners`)).text();
    expect(owners).toContain(bob.username);
  }, 240_000);
});
