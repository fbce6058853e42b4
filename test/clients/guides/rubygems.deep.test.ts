import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { startPlatform } from '../../support/platform.ts';
import { writeGemProject } from '../rubygems/gem-project.ts';
import { cannotRun } from '../rubygems/ruby.ts';
import { type Reader, readAs } from './run-guide.ts';

describe.skipIf(cannotRun)('the guide to RubyGems', () => {
  const name = uniqueName('probe');
  let url: string;
  let reader: Reader;
  beforeAll(async () => {
    const platform = await startPlatform();
    url = platform.url;
    const alice = await platform.createUser();
    const words = [
      ['http://127.0.0.1:8080', url],
      ['pub_…', alice.token],
      [/\bprobe\b/g, name],
    ] as const;
    reader = await readAs('rubygems', words);
  });
  afterAll(() => reader?.remove());

  test('pushes, installs and yanks a gem', async () => {
    const project = await writeGemProject(reader, { name, version: '1.0.0' });

    const ran = await reader.follow({
      folders: [[/gem push/, project]],
      before: [[/gem push/, `export GEM_HOME="$HOME/gems"; gem build ${name}.gemspec`]],
    });

    expect(ran, ran.output).toMatchObject({ code: 0, output: expect.stringContaining('1 gem installed') });
    const info = await fetch(`${url}/rubygems/info/${name}`);
    expect(await info.text()).not.toContain('1.0.0');
  }, 120_000);
});
