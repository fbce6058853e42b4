import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireClient } from '../../support/npm-clients.ts';
import { startPlatform, type TestUser } from '../../support/platform.ts';
import { send } from '../../support/trusted-publishing.ts';
import { cannotRun } from '../npm/home.ts';
import { consumer, library, uniqueName } from '../npm/packages.ts';
import { type Reader, readAs } from './run-guide.ts';

describe.skipIf(cannotRun)('the guide to npm', () => {
  const scope = uniqueName('acme');
  let url: string;
  let alice: TestUser;
  let token: string;
  let reader: Reader;
  beforeAll(async () => {
    const platform = await startPlatform();
    url = platform.url;
    alice = await platform.createUser();
    const bob = await platform.createUser();
    const created = await send('POST', `${url}/v1/tokens`, {
      bearer: alice.session,
      body: { name: 'guide', scopes: ['packages:write', 'orgs:write'] },
    });
    token = String(created.body['token']);
    const words = [
      ['http://127.0.0.1:8080', url],
      ['127.0.0.1:8080', new URL(url).host],
      ['pub_…', token],
      [/\bbob\b/g, bob.username],
      [/\bacme\b/g, scope],
    ] as const;
    reader = await readAs('npm', words, { url, session: alice.session, YARN_ENABLE_TELEMETRY: '0' });
  });
  afterAll(() => reader?.remove());

  test('claims a namespace, publishes into it, installs and changes what is there', async () => {
    const name = `@${scope}/probe`;
    const write = async (folder: string, files: Record<string, string | object>) => {
      for (const [path, body] of Object.entries(files))
        await reader.write(`${folder}/${path}`, typeof body === 'string' ? body : JSON.stringify(body));
    };
    await write('project', consumer({}));
    await write('staged', library(`@${scope}/staged`, '1.0.0'));
    await write('berry', { ...library(`@${scope}/berry`, '1.0.0'), '.yarnrc.yml': reader.file('yaml') });
    await write('probe', library(name, '1.0.0'));
    const org = `${scope}-inc`;
    await write('inc', library(`@${org}/probe`, '1.0.0'));
    for (const [path, body] of [
      ['orgs', { name: org, slug: org }],
      ['repositories', { name: org, slug: org, kind: 'public', owner_org_slug: org }],
    ] as const) {
      const { status } = await send('POST', `${url}/v1/${path}`, { bearer: alice.session, body });
      expect(status).toBe(201);
    }
    const mount = `${url}/npm/r/${org}/`;
    await reader.write('.npmrc', reader.file('ini'));
    for (const client of ['npm12', 'yarn4'] as const) {
      const { command, first } = await requireClient(client);
      const program = [command, ...first].map((each) => `'${each}'`).join(' ');
      await reader.write(`bin/${client.replace(/\d+/, '')}`, `#!/bin/sh\nexec ${program} "$@"\n`);
    }

    const ran = await reader.follow({
      folders: [
        [/^(?:npm publish|npm dist-tag|npm deprecate|npm unpublish|npm owner|npm access)/, 'probe'],
        [/^npm install/, 'project'],
        [/^npm stage/, 'staged'],
        [/^yarn/, 'berry'],
      ],
      before: [
        [/v1\/namespaces/, `chmod +x bin/* && export PATH="$PWD/bin:${dirname(process.execPath)}:$PATH"`],
        [/^npm dist-tag/, 'npm version 1.1.0 --no-git-tag-version && npm publish'],
        [
          /^npm org set/,
          `(cd inc; npm publish --access=public --registry=${mount} --${mount.replace('http:', '')}:_authToken=${token})`,
        ],
        [/^yarn/, 'yarn install'],
      ],
    });

    expect(ran, ran.output).toMatchObject({ code: 0 });
    expect(ran.output).toContain(`@${org}/probe: read-write`);
    const told = await fetch(`${url}/npm/${name.replace('/', '%2f')}`, {
      headers: { authorization: `Bearer ${alice.token}` },
    });
    const document = (await told.json()) as { versions: object; 'dist-tags': object };
    expect(Object.keys(document.versions)).toEqual(['1.1.0']);
    expect(document['dist-tags']).toMatchObject({ stable: '1.1.0' });
    expect((await fetch(`${url}/npm/${name.replace('/', '%2f')}`)).status).toBe(404);
    expect((await fetch(`${url}/npm/@${scope}%2fberry`)).status).toBe(200);
  }, 240_000);
});
