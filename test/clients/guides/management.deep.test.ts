import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { library } from '../npm/packages.ts';
import { buildTarball } from '../../../ecosystems/npm/fixtures/tarball.ts';
import { uniqueName } from '../../support/crates.ts';
import { newProject, pypiClient, sdist, wheel } from '../../support/distributions.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../../support/platform.ts';
import { buildFile, manage, publish } from '../../security/publish.ts';
import { type Reader, readAs, type Steps, type Words } from './run-guide.ts';

const root = join(import.meta.dirname, '../../..');

/** The request that creates the package of a guide. */
const createPackage = (name: string, repository: string) =>
  `curl -sS --fail-with-body $url/v1/packages -H "authorization: Bearer $session" -H 'content-type: application/json' \
    -d '${JSON.stringify({ ecosystem: 'npm', name, repository_slug: repository })}'`;

describe('the guide to', () => {
  let platform: SharedPlatform;
  let reader: Reader | undefined;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterEach(async () => {
    await reader?.remove();
    reader = undefined;
  });

  /** Types the lines with the words of this test in them; a second call uses the same folder. */
  async function follow(guide: string, person: Partial<TestUser>, words: Words, steps: Steps = {}) {
    const { url } = platform;
    const { session, token } = person;
    const all = [['http://127.0.0.1:8080', url], ['examples/', `${root}/examples/`], ...words] as const;
    reader ??= await readAs(guide, all, { url, session, token });
    return reader.follow(steps);
  }

  test('accounts: registers, logs in, makes tokens and changes a password', async () => {
    const name = uniqueName('alice').toLowerCase();

    const words: Words = [
      ['alice', name],
      ['"probe"', `"${name}"`],
    ];
    const ran = await follow('tokens', {}, words, {
      before: [[/"package":/, createPackage(name, name)]],
      // needs a browser and answers at a terminal: test/clients/configure
      leftOut: [[/^bin\/rookery/, 'test/clients/configure']],
    });

    expect(ran, ran.output).toMatchObject({ code: 0, output: expect.stringMatching(/^pub_/m) });
    const login = await fetch(`${platform.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username_or_email: name, password: 'another long passphrase' }),
    });
    expect(login.status).toBe(200);
  }, 60_000);

  test('organizations: members, repositories, teams, audit and a transfer', async () => {
    const [alice, bob] = await Promise.all([platform.createUser(), platform.createUser()]);
    const slug = uniqueName('acme').toLowerCase();
    const name = uniqueName('probe').toLowerCase();

    const ran = await follow(
      'organizations',
      alice,
      [
        [/\bacme\b/g, slug],
        [/\bbob\b/g, bob.username],
        [/\bprobe\b/g, name],
      ],
      {
        before: [[/ownership-transfer/, createPackage(name, alice.username)]],
      },
    );

    expect(ran, ran.output).toMatchObject({ code: 0 });
    const found = await manage(platform.url, alice.session, 'GET', `/v1/packages/npm/${name}`);
    expect(JSON.parse(found.text)).toMatchObject({ owner_org_slug: slug });
  }, 60_000);

  test('releases file by file', async () => {
    const alice = await platform.createUser();
    const name = uniqueName('probe').toLowerCase();
    const files = Object.entries(library(name, '1.0.0')).map(([path, body]) => [
      `package/${path}`,
      typeof body === 'string' ? body : JSON.stringify(body),
    ]);
    const archive = await buildTarball(Object.fromEntries(files) as Record<string, string>);
    const words: Words = [[/\bprobe\b/g, name]];

    const ran = await follow('releases', alice, words, {
      before: [
        [
          /^v1=/,
          `${createPackage(name, alice.username)}; base64 -d >${name}-1.0.0.tgz <<<'${archive.toString('base64')}'`,
        ],
      ],
    });

    expect(ran, ran.output).toMatchObject({ code: 0 });
    expect((await fetch(`${platform.url}/npm/${name}/1.0.0`)).status).toBe(200);
  }, 60_000);

  test('held releases: findings, approvals, and files that join', async () => {
    const { url } = platform;
    const [alice, bob] = await Promise.all([platform.createUser(), platform.createUser()]);
    const [slug, crate] = [uniqueName('acme').toLowerCase(), uniqueName('probe')];
    const project = newProject().replaceAll('-', '');
    const file = await buildFile({
      ecosystem: 'cargo',
      name: crate,
      version: '1.0.0',
      word: 'w',
      isSuspicious: true,
    });
    await publish(url, { ecosystem: 'cargo', name: crate, version: '1.0.0', file, token: alice.token });
    const session = (path: string, body: object) => manage(url, alice.session, 'POST', path, body);
    await session('/v1/orgs', { name: slug, slug });
    await session('/v1/repositories', { name: slug, slug, owner_org_slug: slug });
    await session(`/v1/orgs/${slug}/members`, { username: bob.username, role: 'publisher' });
    await manage(url, alice.session, 'PATCH', `/v1/orgs/${slug}`, { require_approval: 'two_person' });
    const release = { name: project, version: '1.0.0' };
    const uploads = {
      first: wheel(release),
      second: await sdist(release),
      third: wheel({ ...release, files: { 'a.py': '' } }),
    };
    uploads.third.filename = uploads.third.filename.replace('py3', 'py2');
    const path = `r/${slug}/legacy/`;
    const upload = (each: keyof typeof uploads) =>
      pypiClient(url, bob.token).upload(release, uploads[each], bob.token, path);
    expect(await upload('first')).toMatchObject([200, expect.stringContaining('held')]);

    const words: Words = [
      ['cargo/probe', `cargo/${crate}`],
      ['pypi/probe', `pypi/${project}`],
      [/\bacme\b/g, slug],
      ['held-files/<id>', 'held-files/$id'],
      ['<id>', '$id'],
      ['{"files_digest":"…"}', '{"files_digest":"\'$digest\'"}'],
    ];
    const held = (filename: string) =>
      `read -r id _ digest _ <<<"$(curl -sS --fail-with-body $release/held-files -H "authorization: Bearer $session" | jq -r '.held_files[] | select(.files[0].filename == "${filename}") | [.id, .status_reason, .files_digest, ""] | @tsv')"`;
    const leftOut = [
      [/^bin\/rookery admin/, 'on the machine of the installation: test/integration/cli'],
    ] as const;
    // files that join a release are sent after the approval: a second run executes their lines
    const joining = /held-files/;
    const firstRun = await follow('held-releases', alice, words, {
      leftOut: [...leftOut, [joining, 'below']],
      before: [
        [
          /-X PATCH .*security-findings/,
          `id=$(curl -sS --fail-with-body $url/v1/packages/cargo/${crate}/security-findings -H "authorization: Bearer $session" | jq -r '.findings[0].id')`,
        ],
      ],
    });
    expect(firstRun, firstRun.output).toMatchObject({ code: 0 });
    for (const each of ['second', 'third'] as const)
      expect(await upload(each)).toMatchObject([200, expect.stringContaining('held')]);
    const secondRun = await follow('held-releases', alice, words, {
      leftOut: [...leftOut, [/^(?!release=|.*held-files)/, 'above']],
      before: [
        [/held-files\/\$id\/approve/, held(uploads.second.filename)],
        [/held-files\/\$id\/reject/, held(uploads.third.filename)],
      ],
    });

    expect(secondRun, secondRun.output).toMatchObject({ code: 0 });
    const page = await pypiClient(url, bob.token).page(project);
    expect(JSON.stringify(page.body)).toContain(uploads.second.filename);
    expect(JSON.stringify(page.body)).not.toContain(uploads.third.filename);
  }, 120_000);

  test('chess: a game, an analysis, a review, and the engine by itself', async () => {
    const ran = await follow('chess', {}, [['bin/rookery', `${root}/bin/rookery`]], {
      leftOut: [[/^npm run setup/, 'was run before the tests']],
      before: [
        [
          /jobs\/\$job\/pgn/,
          'until curl -sS --fail -o /dev/null $url/api/analysis/jobs/$job/pgn 2>/dev/null; do sleep 1; done',
        ],
      ],
    });

    expect(ran, ran.output).toMatchObject({ code: 0, output: expect.stringContaining('bestmove') });
    expect(ran.output).toContain('[%eval');
  }, 240_000);
});
