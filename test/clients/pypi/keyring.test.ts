import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newProject, pypiClient } from '../../support/distributions.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { pythonTools } from '../../support/python-tools.ts';
import { cannotRun, createWorkspace, type Workspace } from './python.ts';

describe.skipIf(cannotRun)('pip with a keyring', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  let programs: string;
  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace();
    programs = await pythonTools(['pip==26.3', 'keyring==25.7.0', 'keyrings.alt==5.0.2']);
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  test('finds the token of a private repository in it, which no address and no output has', async () => {
    const name = newProject();
    const uploaded = await pypiClient(platform.url, author.token).upload({ name, version: '1.0.0' });
    const hidden = await fetch(`${platform.url}/v1/repositories/${author.username}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'private' }),
    });
    const { host } = new URL(platform.url);
    const index = `http://__token__@${host}/pypi/r/${author.username}/simple/`;
    const withKeyring = (program: string, args: readonly string[]) =>
      workspace.tool(join(programs, program), args, {
        PYTHON_KEYRING_BACKEND: 'keyrings.alt.file.PlaintextKeyring',
      });
    const install = (target: string) =>
      withKeyring('pip', [
        'install',
        '--no-input',
        '--no-cache-dir',
        '--keyring-provider=import',
        `--target=${target}`,
        `--index-url=${index}`,
        name,
      ]);
    const keep = `import keyring, sys; keyring.set_password(sys.argv[1], "__token__", sys.argv[2])`;

    const before = await install('before');
    const kept = await withKeyring('python', ['-c', keep, host, author.token]);
    const installed = await install('after');

    expect([uploaded[0], hidden.status]).toEqual([200, 200]);
    expect(before.code, before.output).not.toBe(0);
    expect(kept, kept.output).toMatchObject({ code: 0 });
    expect(installed, installed.output).toMatchObject({ code: 0 });
    expect(installed.output).toContain(`Successfully installed ${name}-1.0.0`);
    expect(installed.output).not.toContain(author.token);
  }, 180_000);
});
