import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createToken } from '../../domain/token.ts';
import { describeChange, planChanges, writeAll, writeChange } from './apply.ts';
import { loadClients } from './clients.ts';
import { keptToken } from './kept-token.ts';
import type { Names } from '../../ecosystems/clients/client.ts';
import { groupClients } from './token.ts';

const clients = await loadClients();
const token = `pub_${'ab'.repeat(36)}`;
let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'rookery-configure-'));
});
afterEach(() => rm(home, { recursive: true }));

const usual: Names = { everything: false };
const plan = (client: string, url = 'https://packages.example.com', names = usual) =>
  planChanges(clients.get(client)?.edits({ url, token, home, names }) ?? []);

async function configure(client: string, url?: string, names?: Names): Promise<void> {
  await writeAll(await plan(client, url, names));
}

const read = (path: string) => readFile(join(home, path), 'utf8');
const write = async (path: string, text: string) => {
  await configure('npm');
  await writeFile(join(home, path), text);
};

describe.each([...clients.keys()])('%s', (client) => {
  test('is configured once, and again with another address', async () => {
    await configure(client);

    expect(await plan(client)).toEqual([]);
    const again = await plan(client, 'https://other.example.com');
    for (const { before, after } of again)
      expect(after.split('\n').length).toBeLessThanOrEqual(before.split('\n').length + 3);
  });

  test('shows no token, and writes files for their owner alone', async () => {
    const changes = await plan(client);

    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) {
      expect(describeChange(change)).not.toContain(token);
      await writeChange(change);
      expect((await stat(change.path)).mode & 0o077).toBe(0);
    }
  });
});

test('what else is in a file stays', async () => {
  await write('.npmrc', '; mine\nregistry=https://registry.npmjs.org/\nsave-exact=true\n');
  await configure('npm', undefined, { everything: true });

  expect(await read('.npmrc')).toBe(
    `; mine\nregistry=https://packages.example.com/npm/\nsave-exact=true\n//packages.example.com/npm/:_authToken=${token}\n`,
  );
  await write(
    '.netrc',
    'machine a login b password c\nmachine packages.example.com\n  login x\n  password old\nmachine z login y password w\n',
  );
  await configure('netrc');
  expect(await read('.netrc')).toBe(
    `machine a login b password c\nmachine packages.example.com login token password ${token}\nmachine z login y password w\n`,
  );
});

test('TOML keeps its tables, JSON its members, XML its servers, YAML its comments', async () => {
  await configure('cargo');
  await writeFile(
    join(home, '.cargo/config.toml'),
    '[build]\njobs = 2\n\n[registries.rookery]\nindex = "old"\n\n[net]\nretry = 3\n',
  );
  await configure('cargo');
  expect(await read('.cargo/config.toml')).toBe(
    '[build]\njobs = 2\n\n[registries.rookery]\ncredential-provider = ["cargo:token"]\nindex = "sparse+https://packages.example.com/cargo/index/"\n\n[net]\nretry = 3\n',
  );

  await configure('docker');
  await writeFile(join(home, '.docker/config.json'), '{"auths":{"a":{"auth":"b"}},"psFormat":"x"}');
  await configure('docker');
  expect(JSON.parse(await read('.docker/config.json'))).toEqual({
    auths: {
      a: { auth: 'b' },
      'packages.example.com': { auth: Buffer.from(`token:${token}`).toString('base64') },
    },
    psFormat: 'x',
  });

  await configure('maven');
  const server = '<server><id>mine</id><password>$&</password></server>';
  await writeFile(join(home, '.m2/settings.xml'), `<settings><servers>${server}</servers></settings>`);
  await configure('maven');
  expect(await read('.m2/settings.xml')).toContain(server);
  expect(await read('.m2/settings.xml')).toContain(`<password>${token}</password>`);

  await configure('composer');
  await writeFile(join(home, '.config/composer/auth.json'), '{"bearer":{"a":"b"},"http-basic":{"c":{}}}');
  await configure('composer');
  expect(JSON.parse(await read('.config/composer/auth.json'))).toEqual({
    bearer: { a: 'b', 'packages.example.com': token },
    'http-basic': { c: {} },
  });
  await writeFile(join(home, '.config/composer/config.json'), '{"repositories":[{"type":"vcs"}]}');
  await expect(plan('composer')).rejects.toThrow('repositories');

  await configure('gem');
  await writeFile(join(home, '.gem/credentials'), '---\n# mine\n:rubygems_api_key: abc\n');
  await configure('gem');
  expect(await read('.gem/credentials')).toContain('# mine\n:rubygems_api_key: abc\n');
});

test('a link is followed, and a file that others could read is theirs no more', async () => {
  const elsewhere = join(home, 'dotfiles-npmrc');
  await writeFile(elsewhere, '');
  await chmod(elsewhere, 0o644);
  await symlink(elsewhere, join(home, '.npmrc'));

  await configure('npm');

  expect(await readFile(elsewhere, 'utf8')).toContain(token);
  expect((await stat(elsewhere)).mode & 0o777).toBe(0o600);
});

test('a file that is no JSON is left alone', async () => {
  await configure('docker');
  await writeFile(join(home, '.docker/config.json'), '{"auths":');

  await expect(plan('docker')).rejects.toThrow('JSON');
  expect(await read('.docker/config.json')).toBe('{"auths":');
});

test('secrets of others are not shown either', () => {
  const before = '//a.example.com/:_authToken=npm_secret\nmachine b login c password hidden\n';
  const after = `registry=x\n${before}token=y\n`;
  const shown = describeChange({ path: '.npmrc', before: `old\n${before}`, after });

  expect(shown).toContain('//a.example.com/:_auth…');
  expect(shown).not.toMatch(/npm_secret|hidden/);
});

test('several clients write into one file after each other', async () => {
  const place = { url: 'https://packages.example.com', home, names: usual };
  const edits = ['pip', 'uv', 'netrc'].flatMap(
    (client, at) => clients.get(client)?.edits({ ...place, token: `pub_${String(at).repeat(72)}` }) ?? [],
  );
  const changes = await planChanges(edits);
  for (const change of changes) await writeChange(change);

  expect(changes.map(({ path }) => path.slice(home.length + 1))).toEqual([
    '.config/pip/pip.conf',
    '.netrc',
    '.config/uv/uv.toml',
  ]);
  expect(await read('.netrc')).toBe(
    `machine packages.example.com login token password pub_${'2'.repeat(72)}\n`,
  );
});

test('all clients together need fewer tokens than a person may make at once', () => {
  const groups = groupClients(clients, ['netrc', ...clients.keys()]);

  // the limit is twenty in ten minutes (services/limits/actions.ts): enough for two machines
  expect(groups.length).toBeLessThanOrEqual(10);
  expect(groups.flatMap((group) => group.clients).toSorted()).toEqual([...clients.keys()]);
  expect(groups.find(({ ecosystem }) => ecosystem === 'pypi')?.clients).toEqual([
    'pip',
    'poetry',
    'twine',
    'uv',
  ]);
  expect(groups.at(-1)).toEqual({ ecosystem: undefined, clients: ['netrc'] });
});

const url = 'https://packages.example.com';

describe('the public registries stay where they are', () => {
  const publicOnes: [string, string, Names, RegExp[], RegExp[]][] = [
    ['npm', '.npmrc', usual, [/:_authToken=pub_/], [/registry=/]],
    ['pnpm', '.npmrc', { ...usual, ours: '@acme' }, [/^@acme:registry=https:\S+\/npm\/$/m], [/^registry=/m]],
    ['yarn', '.yarnrc.yml', { ...usual, ours: '@acme' }, [/npmScopes:\n {2}acme:/], [/^npmRegistryServer/m]],
    ['pip', '.config/pip/pip.conf', usual, [/^extra-index-url = https/m], [/^index-url/m]],
    ['uv', '.config/uv/uv.toml', usual, [/^explicit = true$/m], [/^index-url/m, /default = true/]],
    ['maven', '.m2/settings.xml', { ...usual, ours: 'com.acme' }, [/<activeProfile>rookery</], [/<mirror>/]],
    ['composer', '.config/composer/config.json', { ...usual, ours: 'acme' }, [/"acme\/\*"/], [/packagist/]],
    [
      'nuget',
      '.nuget/NuGet/NuGet.Config',
      { ...usual, ours: 'Acme.*' },
      [
        /key="nuget.org" value=/,
        /"rookery"><package pattern="Acme\.\*"/,
        /"nuget\.org"><package pattern="\*"/,
      ],
      [],
    ],
  ];

  test.each(publicOnes)('%s', async (client, path, names, has, lacks) => {
    await configure(client, url, names);
    const text = await read(path);

    for (const pattern of has) expect(text).toMatch(pattern);
    for (const pattern of lacks) expect(text).not.toMatch(pattern);
    expect(await plan(client, url, names)).toEqual([]);
    // the names of an earlier run stay
    expect(await plan(client, url, usual)).toEqual([]);
  });

  test('also with a new token, and with members of their own in the entry', async () => {
    await configure('composer', url, { ...usual, ours: 'acme' });
    const path = '.config/composer/config.json';
    await write(path, (await read(path)).replace('"type"', '"canonical": false, "type"'));

    await configure('composer', 'https://moved.example.com', usual);

    const { rookery } = JSON.parse(await read(path)).repositories;
    expect(rookery).toEqual({
      canonical: false,
      type: 'composer',
      url: 'https://moved.example.com/composer',
      only: ['acme/*'],
    });
    await configure('composer', url, { everything: true });
    expect(await read(path)).not.toContain('acme');
  });

  test('also after an earlier run that had replaced them', async () => {
    await write('.npmrc', `registry=${url}/npm/\n`);
    await configure('npm', url, { ...usual, ours: '@acme' });
    await configure('pip');
    await configure('uv');
    await writeFile(join(home, '.config/pip/pip.conf'), `[global]\nindex-url = ${url}/pypi/simple/\n`);
    await writeFile(
      join(home, '.config/uv/uv.toml'),
      `index-url = "${url}/pypi/simple/"\n[pip]\nstrict = true\n`,
    );
    await configure('pip');
    await configure('uv');

    expect(await read('.npmrc')).not.toMatch(/^registry=/m);
    expect(await read('.config/pip/pip.conf')).toBe(`[global]\nextra-index-url = ${url}/pypi/simple/\n`);
    expect(await read('.config/uv/uv.toml')).toMatch(
      /^\[pip\]\nstrict = true\n\n\[\[index\]\]\nname = "rookery"/,
    );
  });

  test('and other indexes of pip', async () => {
    await configure('pip');
    await writeFile(
      join(home, '.config/pip/pip.conf'),
      '[global]\nextra-index-url =\n    https://other.example.com/simple/\ntimeout = 5\n',
    );
    await configure('pip');

    expect(await read('.config/pip/pip.conf')).toBe(
      `[global]\nextra-index-url =\n    https://other.example.com/simple/\n    ${url}/pypi/simple/\ntimeout = 5\n`,
    );
  });

  test('unless everything comes from here, which is said', async () => {
    for (const client of ['npm', 'pip', 'uv', 'yarn', 'maven', 'composer', 'nuget']) {
      const target = { url, token, home, names: { everything: true } };
      expect(clients.get(client)?.notes?.(target).join(' '), client).toContain(
        'one that is not here is not found',
      );
      await writeAll(await planChanges(clients.get(client)?.edits(target) ?? []));
    }

    expect(await read('.npmrc')).toContain(`registry=${url}/npm/`);
    expect(await read('.m2/settings.xml')).toContain('<mirrorOf>*</mirrorOf>');
  });
});

test('either all files are written or none', async () => {
  await write('.npmrc', 'save-exact=true\n');
  const changes = [...(await plan('npm')), ...(await plan('netrc')), ...(await plan('cargo'))];
  // the folder of cargo can not be created: a file has its name
  await writeFile(join(home, '.cargo'), '');

  await expect(writeAll(changes)).rejects.toThrow(/EEXIST|ENOTDIR/);

  expect(await read('.npmrc')).toBe('save-exact=true\n');
  await expect(read('.netrc')).rejects.toThrow('ENOENT');
});

test('a token that still works is kept, and none of another registry is tried', async () => {
  const ours = createToken().secret;
  const foreign = createToken().secret;
  const editsOf = (client: string) => (secret: string) =>
    clients.get(client)?.edits({ url, token: secret, home, names: usual }) ?? [];
  await write('.npmrc', `//other.example.com/npm/:_authToken=${foreign}\n`);
  const tried: string[] = [];
  const works = (isGood: boolean) => async (secret: string) => {
    tried.push(secret);
    return isGood;
  };

  expect(await keptToken(editsOf('npm'), works(true))).toBeNull();
  for (const client of ['npm', 'docker']) {
    await writeAll(await planChanges(editsOf(client)(ours)));
    expect(await keptToken(editsOf(client), works(true))).toBe(ours);
    expect(await keptToken(editsOf(client), works(false))).toBeNull();
  }
  expect(new Set(tried)).toEqual(new Set([ours]));
});
