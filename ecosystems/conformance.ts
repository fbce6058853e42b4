import { describe, expect, test } from 'vitest';
import { EcosystemId } from '../domain/ecosystem-id.ts';
import { DomainError, errorFacts, isErrorCode, type ErrorCode } from '../domain/errors.ts';
import type { Format } from './format.ts';
import type { Ecosystem } from './wire.ts';
import { deepFreeze } from './deep-freeze.ts';
import { describeInspection } from './conformance-inspection.ts';
import { describeParts } from './conformance-parts.ts';
import { type EcosystemSamples, openSample } from './conformance-samples.ts';
import { wholeDocuments, wholeEntry, type WholePackage } from './render-documents.ts';

const secret = 'SELECT token FROM /var/lib/private';

/** The conformance suite: the assumptions of shared code, the same for every ecosystem. */
export function describeEcosystem(ecosystem: Ecosystem, samples: EcosystemSamples): void {
  describe(`${ecosystem.title} conforms`, () => {
    describeNames(ecosystem, samples);
    describeVersions(ecosystem, samples);
    describeDocuments(ecosystem, samples.render);
    describeParts(ecosystem, samples.render, () =>
      ecosystem.inspect(openSample(ecosystem, samples.archive), samples.archive.declared),
    );
    describeLatest(ecosystem, samples.render);
    describeErrors(ecosystem);
    describeInspection(ecosystem, samples);
    describeTexts(ecosystem, samples);
    describeSignature(ecosystem, samples.render);
    describeWire(ecosystem);
  });
}

function describeNames({ names, namespaces }: Format, samples: EcosystemSamples): void {
  test.each(samples.names)('the name $raw has the key $key, which is its own key', ({ raw, key }) => {
    expect(names.canonical(raw)).toBe(key);
    expect(names.canonical(key)).toBe(key);
    expect(names.mayRespell(raw, raw)).toBe(true);
    // a namespace is part of the key, so that it is the same in every spelling; the longest is first
    const claimed = namespaces.of(key);
    expect(claimed.toSorted((a, b) => b.length - a.length)).toEqual(claimed);
    expect(new Set(claimed).size).toBe(claimed.length);
    for (const namespace of claimed) {
      const prefixes = namespaces.prefixes(namespace);
      expect(namespace !== '' && key.includes(namespace)).toBe(true);
      expect(prefixes).not.toContain('');
      expect(prefixes.some((prefix) => key.startsWith(prefix) || `${key}/` === prefix)).toBe(true);
    }
  });

  test.each([...samples.badNames, '', '../etc', 'a b', 'a\0', 'x'.repeat(5000)])(
    'the name %j is refused',
    (raw) => {
      expect(codeOf(() => names.canonical(raw))).toMatch(/^(?:invalid_name|name_reserved)$/);
    },
  );
}

function describeVersions({ versions }: Format, samples: EcosystemSamples): void {
  const ascending = samples.ascendingVersions;

  test.each(samples.equalVersions)('the versions %s and %s are one', (a, b) => {
    expect(versions.canonical(a)).toBe(versions.canonical(b));
    expect(versions.compare(versions.canonical(a), versions.canonical(b))).toBe(0);
  });

  test.each([...samples.badVersions, '', '../1', '1 0', '1'.repeat(5000)])(
    'the version %j is refused',
    (raw) => {
      expect(codeOf(() => versions.canonical(raw))).toBe('invalid_version');
    },
  );

  test('the key of a version is its own key', () => {
    const keys = ascending.map((version) => versions.canonical(version));

    expect(keys.map((key) => versions.canonical(key))).toEqual(keys);
  });

  test('versions have a total order', () => {
    const keys = ascending.map((version) => versions.canonical(version));

    for (const [i, a] of keys.entries()) {
      const signs = keys.map((b) => Math.sign(versions.compare(a, b)));
      expect(signs).toEqual(keys.map((_, j) => Math.sign(i - j)));
    }
  });

  test.each(samples.stableVersions)('%s is stable', (version) => {
    expect(versions.isStable(version)).toBe(true);
  });

  test.each(samples.unstableVersions)('%s is a pre-release', (version) => {
    expect(versions.isStable(version)).toBe(false);
  });
}

function describeDocuments(ecosystem: Format, render: WholePackage): void {
  test('documents are the same bytes for the same input and leave it alone', () => {
    const input = deepFreeze(structuredClone(render));

    const first = wholeDocuments(ecosystem, input);

    // an ecosystem whose reads page through rows may have no documents
    expect(first.length > 0 || ecosystem.rendersFrom === 'newest releases').toBe(true);
    expect(wholeDocuments(ecosystem, structuredClone(render))).toEqual(first);
    expect(input).toEqual(render);
  });

  test('documents have relative, distinct paths and a content type', () => {
    const documents = wholeDocuments(ecosystem, render);
    const paths = documents.map(({ path }) => path);

    expect(new Set(paths).size).toBe(paths.length);
    for (const { path, contentType } of documents) {
      expect(path).toMatch(/^[^/]/);
      expect(contentType).toMatch(/^\w+\/[\w.+-]+/);
    }
  });

  test.each(render.releases.map(({ version }) => version))(
    'release %s leaves no trace once hidden',
    (version) => {
      const others = render.releases.filter((release) => release.version !== version);
      const input = { ...render, releases: others };

      const texts = [
        ...wholeDocuments(ecosystem, input).map(({ body }) => textOf(body)),
        JSON.stringify(wholeEntry(ecosystem, input)),
      ];

      for (const text of texts) expect(mentions(text, version)).toBe(false);
    },
  );

  if (ecosystem.rendersFrom !== 'newest releases') describeYank(ecosystem, render);

  test('a package without releases shows none', () => {
    const documents = wholeDocuments(ecosystem, { ...render, releases: [] });

    for (const { body } of documents) {
      for (const { version } of render.releases) expect(mentions(textOf(body), version)).toBe(false);
    }
  });

  test('a search entry survives JSON', () => {
    const entry = wholeEntry(ecosystem, render);

    expect(JSON.parse(JSON.stringify(entry))).toEqual(entry);
    expect(
      Object.values(entry.fields)
        .flat()
        .every((value) => value === value.toLowerCase()),
    ).toBe(true);
  });
}

function describeYank(ecosystem: Format, render: WholePackage): void {
  test('a yank changes the documents, and undoing it brings the same bytes back', () => {
    const yanked = render.releases.map((release) => ({ ...release, isYanked: true }));
    const before = wholeDocuments(ecosystem, render);

    expect(wholeDocuments(ecosystem, { ...render, releases: yanked })).not.toEqual(before);
    const restored = yanked.map((release) => ({ ...release, isYanked: false }));
    expect(wholeDocuments(ecosystem, { ...render, releases: restored })).toEqual(before);
  });
}

function describeLatest(ecosystem: Format, { releases, tags }: WholePackage): void {
  const versions = releases.map(({ version }) => version);

  test('the latest version is a release, and another one once that is yanked', () => {
    const latest = ecosystem.latest(releases, tags);
    const yanked = releases.map((release) => ({ ...release, isYanked: release.version === latest }));

    expect(versions).toContain(latest);
    expect(versions.filter((version) => version !== latest)).toContain(ecosystem.latest(yanked, tags));
  });

  test('without a usable release there is no latest version', () => {
    const yanked = releases.map((release) => ({ ...release, isYanked: true }));

    expect(ecosystem.latest(yanked, tags)).toBeNull();
    expect(ecosystem.latest([], new Map())).toBeNull();
  });
}

function describeErrors(ecosystem: Format): void {
  const codes = Object.keys(errorFacts).filter(isErrorCode);
  const exact = new Set([401, 404, 413, 429]);

  test.each(codes)('the error %s has its status and tells nothing else', (code) => {
    const error = new DomainError(code, 'the detail', {}, new Error(secret));

    const { status, headers, body } = ecosystem.problem(error, 'https://registry.test', '/');

    const expected = errorFacts[code].status;
    expect(exact.has(expected) ? status : Math.floor(status / 100)).toBe(
      exact.has(expected) ? expected : Math.floor(expected / 100),
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(JSON.stringify([headers, body])).not.toContain(secret);
  });

  test('an internal error keeps its own text', () => {
    const problem = ecosystem.problem(new DomainError('internal', secret), 'https://registry.test', '/');

    expect(JSON.stringify(problem)).not.toContain(secret);
  });
}

function describeTexts(ecosystem: Format, samples: EcosystemSamples): void {
  const { render } = samples;
  const url = 'https://registry.test';

  test('snippets name the registry and the package', () => {
    const { configure, install, publish } = ecosystem.snippets(render.package.name, '1.0.0', url);

    expect(configure).toContain(`${url}${ecosystem.mount}`);
    expect(install).toContain(render.package.name);
    expect(publish).not.toBe('');
  });

  test('removal and provenance are decided', () => {
    const { removal, provenance } = ecosystem;

    expect(Object.values(removal).every((verb) => verb !== '')).toBe(true);
    expect(provenance.kind === 'none' ? provenance.reason : provenance.format).not.toBe('');
  });

  test('files have plain names and the mount is a path', () => {
    const { filename, maxBytes, kind } = ecosystem.file(samples.archive.declared);
    expect(filename).toMatch(/^[\w.+-]+$/);
    expect(kind).toMatch(/^[a-z]+$/);
    expect(maxBytes).toBeGreaterThan(0);
    expect(ecosystem.mount).toBe(`/${EcosystemId.parse(ecosystem.id)}`);
  });
}

function describeSignature({ signedText }: Format, { package: pkg, releases }: WholePackage): void {
  if (signedText === null) return;
  test('what is signed tells releases apart and does not depend on what people change later', () => {
    const texts = releases.map((release) => signedText(release, pkg));
    const changed = releases.map((release) =>
      signedText({ ...release, isYanked: true, isDeprecated: true, deprecationMessage: 'old' }, pkg),
    );

    expect(new Set(texts).size).toBe(releases.length);
    expect(changed).toEqual(texts);
  });
}

function describeWire(ecosystem: Ecosystem): void {
  const { rootPrefixes: prefixes, mount } = ecosystem;

  test('paths at the root are announced by the format and served by the wire', async () => {
    const { rootRoutes } = await ecosystem.wire();

    expect(rootRoutes !== undefined).toBe(prefixes.length > 0);
  });

  test('paths at the root are few, plain and apart from the mount and from what the platform serves', () => {
    for (const prefix of prefixes) {
      expect(prefix).toMatch(/^(?:\/[\w-]+)+$/);
      expect(`${prefix}/`.startsWith(`${mount}/`)).toBe(false);
      expect(prefix).not.toMatch(/^\/(?:v1|health|readiness|login)(?:\/|$)/);
    }
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
}

function codeOf(action: () => unknown): ErrorCode | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** Latin-1 decodes any bytes. */
function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString('latin1');
}

/** Whether the text contains the version as a separate word. */
function mentions(text: string, version: string): boolean {
  const literal = version.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w.+-])${literal}(?![\w.+-])`).test(text);
}
