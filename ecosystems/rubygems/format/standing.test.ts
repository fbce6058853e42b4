import { expect, test } from 'vitest';
import { openSample } from '../../conformance-samples.ts';
import { type GemDraft, openedMembers } from '../fixtures/gem.ts';
import { format } from '../format.ts';

async function standingOf(draft: Partial<GemDraft>, files: Record<string, string> = {}, attestations = 0) {
  const declared = {
    name: 'probe',
    version: '1.0.0',
    metadata: { attestations: Array.from({ length: attestations }, () => ({})) },
  };
  const members = openedMembers({ name: 'probe', version: '1.0.0', ...draft });
  const opened = openSample(format, { files: { ...members, ...files }, declared });
  return (await format.inspect(opened, declared)).standings['probe-1.0.0.gem'];
}

test('a gem that is nothing but files runs nothing, and nothing vouches for it', async () => {
  expect(await standingOf({})).toEqual({ vouchers: [], installScripts: 0 });
});

test('extensions are built at installation, and plugins are loaded from then on', async () => {
  const extra = 'extensions:\n- ext/a/extconf.rb\n- ext/b/Rakefile\n';

  expect(await standingOf({ extra })).toMatchObject({ installScripts: 2 });
  const plugin = { 'data.tar.gz/lib/rubygems_plugin.rb': 'Gem.post_install { }\n' };
  expect(await standingOf({}, plugin)).toMatchObject({ installScripts: 1 });
  const other = { 'data.tar.gz/spec/lib/rubygems_plugin.rb': '' };
  expect(await standingOf({}, other)).toMatchObject({ installScripts: 0 });
});

test.each([
  ['lib/rubygems_plugin.so', '', 1],
  ['lib/rubygems_plugin.rbc', '', 1],
  ['lib/rubygems_plugin', '', 1],
  ['LIB/RubyGems_Plugin.RB', '', 1],
  ['lib/rubygemſ_plugin.rb', '', 1],
  ['ext/rubygems_plugin.rb', 'require_paths:\n- Ext\n', 1],
  ['rubygems_plugin.rb', '', 0],
  ['rubygems_plugin.rb', 'require_paths:\n- "."\n', 1],
  ['deep/er/rubygems_plugin.rb', 'require_paths:\n- lib\n- deep/er\n', 1],
  ['deep/er/rubygems_plugin.rb', 'require_paths:\n- d*/e?\n', 1],
  ['deep/er/rubygems_plugin.rb', 'require_paths:\n- lib\n', 0],
  ['lib/other/rubygems_plugin.rb', '', 0],
  ['lib/rubygems_plugin.rb.txt', '', 0],
  ['lib/other_rubygems_plugin.rb', '', 0],
])('the file %s, with "%s", is loaded by the client: %d', async (path, extra, installScripts) => {
  expect(await standingOf({ extra }, { [`data.tar.gz/${path}`]: '' })).toMatchObject({ installScripts });
});

test('a gem for one platform is a part of its version', async () => {
  const declared = { name: 'probe', version: '1.0.0-java', metadata: {} };
  const members = openedMembers({ name: 'probe', version: '1.0.0', platform: 'java' });
  const opened = openSample(format, { files: members, declared });

  expect((await format.inspect(opened, declared)).standings).toMatchObject({
    'probe-1.0.0-java.gem': { variantOf: '1' },
  });
});

test('attestations vouch for it, however many there are', async () => {
  expect(await standingOf({}, {}, 2)).toMatchObject({ vouchers: ['attestation'] });
});
