import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publish, buildFile, expectStatus } from '../security/publish.ts';
import { ecosystems, releasesOf } from '../support/test-clients.ts';
import { newName } from '../security/leaks/subjects.ts';
import { type Management, startManagement } from '../support/management.ts';
import { type Platform, startPlatform } from '../support/platform.ts';

const onlyForPages = [
  'strict-transport-security',
  'x-frame-options',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'x-dns-prefetch-control',
  'x-permitted-cross-domain-policies',
];

describe('what clients of packages fetch', () => {
  let platform: Platform;
  const addresses: string[] = [];
  beforeAll(async () => {
    platform = await startPlatform();
    const { token } = await platform.createUser();
    for (const ecosystem of ecosystems) {
      const [name, version] = [newName(ecosystem), '1.0.0'];
      const draft = { ecosystem, name, version, word: 'w', isSuspicious: false };
      expectStatus(await publish(platform.url, { ...draft, file: await buildFile(draft), token }), 200, 201);
      const reads = releasesOf(ecosystem).reads(draft);
      addresses.push(
        ...reads.map((path) => `/${ecosystem}${path}`),
        `/v1/packages/${ecosystem}/${encodeURIComponent(name)}`,
      );
    }
    addresses.push('/v2/', '/npm/nothing-there', '/v1/stats', '/health', '/api/games', '/openapi.json');
  });
  afterAll(() => platform.stop());

  it('runs nothing and is of no origin where a browser opens it, and is as short as before', async () => {
    for (const address of addresses) {
      const { status, headers } = await fetch(platform.url + address);
      const told = Object.fromEntries(headers);

      expect({ address, status }).toEqual({ address, status: expect.toBeOneOf([200, 401, 404]) });
      expect(told).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'referrer-policy': 'no-referrer',
      });
      expect(Object.keys(told).filter((name) => onlyForPages.includes(name))).toEqual([]);
    }
    expect(addresses.length).toBeGreaterThan(6 + 2 * ecosystems.length);
  });
});

describe.each([
  ['plain HTTP', 'http://registry.example:8080', undefined],
  ['TLS', 'https://registry.example', 'max-age=31536000'],
])('pages of a service with %s', (_how, publicUrl, transport) => {
  let api: Management;
  beforeAll(async () => {
    api = await startManagement({ PUBLIC_URL: publicUrl });
  });
  afterAll(() => api.stop());

  it.each([
    // browsers send the Origin of a form only if the referrer policy allows it for the same origin
    ['/', "'self'", 'same-origin'],
    ['/docs/errors/not_found', "'self'", 'same-origin'],
    ['/swagger-ui/', "'none'", 'no-referrer'],
  ])('%s is shown in full', async (address, sources, referrer) => {
    const { status, headers, body } = await api.call('GET', address);

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': referrer,
    });
    expect(headers['strict-transport-security']).toBe(transport);
    const policy = readPolicy(String(headers['content-security-policy']));
    // on plain HTTP, browsers would request HTTPS from a port without a listener
    expect(policy).not.toHaveProperty('upgrade-insecure-requests');
    expect(policy).not.toHaveProperty('sandbox');
    expect(policy).toMatchObject({ 'default-src': [sources], 'frame-ancestors': ["'none'"] });
    const found = partsOf(String(body['text']));
    for (const style of found.inlineStyles) expect(policy['style-src']).toContain(`'sha256-${style}'`);
    const allowed = [policy['script-src'], policy['style-src']].flatMap((each) => each ?? [sources]);
    expect(allowed.includes("'self'") || [...found.scripts, ...found.links].length === 0).toBe(true);
    expect(found.inlineScripts).toEqual([]);
    for (const link of [...found.scripts, ...found.links]) {
      const part = await api.call('GET', new URL(link, `http://x${address}`).pathname);
      expect(part.status).toBe(200);
    }
  });
});

function readPolicy(header: string): Record<string, string[]> {
  const directives = header.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(directives.map(([name = '', ...values]) => [name, values]));
}

/** The resources that a browser would load for a page, and its inline scripts. */
function partsOf(html: string) {
  const all = (pattern: RegExp) => Array.from(html.matchAll(pattern), ([, first = '']) => first);
  return {
    scripts: all(/<script[^>]*\ssrc="([^"]+)"/g),
    inlineScripts: all(/<script(?![^>]*\ssrc=)[^>]*>([^<]*)/g),
    links: all(/<link[^>]*\shref="([^"]+\.css)"/g),
    inlineStyles: all(/<style>([^<]*)<\/style>/g).map((style) =>
      createHash('sha256').update(style).digest('base64'),
    ),
  };
}
