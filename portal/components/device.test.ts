import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { device, deviceName } from './device.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128 · Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome 142 · Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/142.0.3595.53`,
    'Microsoft Edge 142 · Windows',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.1 Safari/605.1.15`,
    'Safari 26 · macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webkit} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari 26 · iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome 142 · Android'],
  ['rookery/0.2.0', 'rookery 0.2.0'],
  ['npm/10.9.0 node/v24.0.0 linux x64 workspaces/false', 'npm 10.9.0'],
  ['cargo 1.80.0 (376290515 2024-07-16)', 'cargo 1.80.0'],
  ['pip/24.0 {"ci":null,"cpu":"x86_64"}', 'pip 24.0'],
  ['Apache-Maven/3.9.9 (Java 21.0.5; Linux 6.8)', 'Apache-Maven 3.9.9'],
  ['NuGet Command Line/6.11 (Microsoft Windows NT 10)', 'NuGet Command Line 6.11'],
  ['Ruby, RubyGems/3.5.22 x86_64-linux Ruby/3.3.6', 'Ruby, RubyGems 3.5.22'],
  ['docker/27.3.1 go/go1.22.7 os/linux UpstreamClient(Docker-Client/27.3.1 \\(linux\\))', 'docker 27.3.1'],
  ['node', 'node'],
  ['Mozilla/5.0 (Unknown) Ours/1.0 like Theirs/2.0 ', 'Mozilla 5.0'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

it.each(['', ' ', '\t\n'])('%j names no program', (userAgent) => {
  expect(deviceName(userAgent)).toBeUndefined();
  expect(renderToString(device(userAgent))).toBe('<span>-</span>');
});

it.each([
  ['letters', 'x'.repeat(100_000)],
  ['products', 'Mozilla/5.0 (X11; Linux) Firefox/1 '.repeat(3_000)],
  ['brackets', `Mozilla/5.0 ${'('.repeat(100_000)}`],
  ['a version', `Mozilla/5.0 Firefox/${'1'.repeat(100_000)}`],
  ['slashes', '/'.repeat(100_000)],
  ['spaces', `${' '.repeat(100_000)}x`],
])('reads 100 kB of %s in no time, to a short name', (_, userAgent) => {
  const begin = performance.now();

  const name = deviceName(userAgent) ?? '';

  expect(name.length).toBeLessThanOrEqual(60);
  expect(renderToString(device(userAgent)).length).toBeLessThan(700);
  expect(performance.now() - begin).toBeLessThan(1_000);
});

it('shows characters that would hide or reorder the text', () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux) Firefox/1\u202E28.0\u0000\u001B[31m';

  const shown = renderToString(device(userAgent));

  expect(shown).toContain('Firefox · Linux');
  expect(shown).toContain('&lt;U+202E>28.0&lt;U+0000>&lt;U+001B>[31m');
  expect(deviceName('\u0007ping\u0000/1')).toBe('<U+0007>ping<U+0000> 1');
});

it('shows the whole text in a second step, and escapes it', () => {
  expect(renderToString(device('npm/10 <script>alert(1)</script>'))).toBe(
    '<details><summary>npm 10</summary><span class="muted small">npm/10 &lt;script>alert(1)&lt;/script></span></details>',
  );
  expect(renderToString(device('node'))).toBe('<span>node</span>');
  expect(renderToString(device(null))).toBe('<span>-</span>');
});
