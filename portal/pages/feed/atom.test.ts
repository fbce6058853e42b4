import { expect, test } from 'vitest';
import type { Services } from '../../../services/index.ts';
import { atomFeed } from './atom.ts';

const services = { config: { http: { publicUrl: 'https://registry.example' } } } as Services;
const about = { title: 'lib', path: '/packages/npm/lib.atom', about: '/packages/npm/lib' };
const release = {
  id: '1',
  ecosystem: 'npm',
  version: '1.0.0',
  publishedAt: new Date(0),
  description: null,
} as const;

test('texts of publishers are texts, and nothing in them breaks the document', () => {
  const description = `</summary><script>alert(1)</script> & "quotes" ]]> \u0000\u0008\uD800 end`;
  const { body } = atomFeed(
    { services },
    { ...about, releases: [{ ...release, name: '@a/"lib"', description }] },
  );

  expect(body).toContain('&lt;/summary>&lt;script>');
  expect(body).toContain('&amp; &quot;quotes&quot; ]]&gt; \uFFFD\uFFFD\uFFFD end');
  expect(body).toContain('href="https://registry.example/packages/npm/%40a%2F%22lib%22/1.0.0"');
});

test('a feed without releases is a feed', () => {
  const { body, type } = atomFeed({ services }, { ...about, releases: [] });

  expect(type).toBe('application/atom+xml; charset=utf-8');
  expect(body).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
});
