import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { releaseOf } from '../../../ecosystems/rubygems/fixtures/samples.ts';
import {
  GemMetadata,
  marshal,
  marshalSpecs,
  type MarshalValue,
  quickSpecification,
} from '../../../ecosystems/rubygems/fixtures/marshalled.ts';
import { cannotRun } from './ruby.ts';

const run = promisify(execFile);

describe.skipIf(cannotRun)('Ruby reads what is written in Marshal', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'marshal-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Loads the bytes in Ruby as `value`. Returns Ruby's JSON of the expression. */
  async function ask(bytes: Buffer, script: string): Promise<unknown> {
    const file = join(folder, 'bytes');
    await writeFile(file, bytes);
    const program = `require "json"; value = Marshal.load(File.binread(ARGV[0])); puts JSON.generate(${script})`;
    const { stdout } = await run('ruby', ['-e', program, file], { maxBuffer: 16 * 1024 * 1024 });
    return JSON.parse(stdout) as unknown;
  }

  test.each<MarshalValue>([
    null,
    true,
    false,
    0,
    1,
    122,
    123,
    255,
    256,
    65_535,
    65_536,
    2 ** 30 - 1,
    '',
    'é – 寿司',
    'x'.repeat(70_000),
    [],
    [1, ['a', null], true],
    Array.from({ length: 300 }, (_, index) => index),
  ])('a plain value', async (value) => {
    expect(await ask(marshal(value), 'value')).toEqual(value);
  });

  test('a specification is what the gem said', async () => {
    const metadata: GemMetadata = {
      ...GemMetadata.parse(releaseOf('1.2.0-x86_64-linux').metadata),
      description: 'Größer',
      date: '2026-02-28',
    };

    const said = await ask(
      quickSpecification('probe', metadata),
      `{name: value.name, version: value.version.to_s, platform: value.platform.to_a, full: value.full_name,
        date: value.date.to_s, zone: value.date.zone, summary: value.summary, description: value.description,
        ruby: value.required_ruby_version.to_s, rubygems: value.required_rubygems_version.to_s,
        authors: value.authors, email: value.email, licenses: value.instance_variable_get(:@license) || value.licenses, metadata: value.metadata,
        homepage: value.homepage, encoding: value.description.encoding.to_s,
        dependencies: value.dependencies.map { |each| [each.name, each.requirement.as_list.sort.join(", "), each.type] },
        valid: Gem::Specification.load(File.write("#{ARGV[0]}.rb", value.to_ruby) && "#{ARGV[0]}.rb") == value}`.replaceAll(
        '\n',
        ' ',
      ),
    );

    expect(said).toEqual({
      name: 'probe',
      version: '1.2.0',
      platform: ['x86_64', 'linux', null],
      full: 'probe-1.2.0-x86_64-linux',
      date: '2026-02-28 00:00:00 UTC',
      zone: 'UTC',
      summary: 'A probe',
      description: 'Größer',
      ruby: '>= 2.7',
      rubygems: '>= 0',
      authors: ['Alice'],
      email: 'alice@registry.test',
      licenses: ['MIT'],
      metadata: { homepage_uri: 'https://probe.test' },
      homepage: 'https://probe.test',
      encoding: 'UTF-8',
      dependencies: [
        ['rack', '< 4, >= 3', 'runtime'],
        ['minitest', '>= 0', 'development'],
      ],
      valid: true,
    });
  });

  test.each([
    'java',
    'jruby',
    'x86_64-linux',
    'x86_64-linux-musl',
    'x86-mingw32',
    'x64-mingw-ucrt',
    'x64-mingw32',
    'x86-mswin32-80',
    'i686-linux',
    'universal-darwin-19',
    'arm64-darwin',
    'x86_64-darwin20',
    'x86_64-freebsd-13',
    'x86_64-openbsd6.8',
    'powerpc-aix5',
    'sparc-solaris2.8',
    'something',
  ])('the platform %s is taken apart as the client does it', async (platform) => {
    const metadata = { ...GemMetadata.parse(releaseOf('1.0.0').metadata), platform };

    const [ours, theirs] = (await ask(
      quickSpecification('probe', metadata),
      `[value.instance_variable_get(:@new_platform).to_a, Gem::Platform.new("${platform}").to_a]`,
    )) as unknown[];

    expect(ours).toEqual(theirs);
  });

  test('the indexes of older clients have the versions they are for', async () => {
    const lines = 'a 1.0\na 1.10\na 1.9\na 1.1-java\na 2.0.rc1\nb 0.1\n';
    const as = 'value.map { |name, version, platform| [name, version.to_s, platform, version.class.to_s] }';
    const read = async (kind: 'specs' | 'latest_specs' | 'prerelease_specs') =>
      ((await ask(marshalSpecs(kind, lines), as)) as string[][])
        .map((each) => each.slice(0, 3).join(' '))
        .toSorted();

    expect(await read('specs')).toEqual([
      'a 1.0 ruby',
      'a 1.1 java',
      'a 1.10 ruby',
      'a 1.9 ruby',
      'b 0.1 ruby',
    ]);
    expect(await read('latest_specs')).toEqual(['a 1.1 java', 'a 1.10 ruby', 'b 0.1 ruby']);
    expect(await read('prerelease_specs')).toEqual(['a 2.0.rc1 ruby']);
  });
});
