import { expect, test } from 'vitest';
import { bannerLines, shellQuoted } from './banner.ts';

const banner = { publicUrl: 'http://127.0.0.1:8080', dataDir: '/d', seconds: 3.21 };

test('the banner names every address', () => {
  const text = bannerLines({ ...banner, temporalUiUrl: 'http://127.0.0.1:8233' }).join('\n');

  expect(text).toContain('http://127.0.0.1:8080/swagger-ui/');
  expect(text).toContain('http://127.0.0.1:8233');
  expect(text).toContain('/d/admin-token');
  expect(text).toContain('after 3.2 s');
  expect(text).toContain('http://127.0.0.1:8080/api/analysis/position');
});

test('a Temporal cluster without a known web interface is not mentioned', () => {
  expect(bannerLines({ ...banner, temporalUiUrl: undefined }).join('\n')).not.toContain('Temporal UI');
});

test.each([
  ['/srv/rookery/admin-token', '/srv/rookery/admin-token'],
  ['/my data/admin-token', "'/my data/admin-token'"],
  ["/it's/admin-token", "'/it'\\''s/admin-token'"],
])('%s is quoted for a shell as %s', (path, quoted) => {
  expect(shellQuoted(path)).toBe(quoted);
});
