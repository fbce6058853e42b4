import { describe, expect, test } from 'vitest';
import { buildNuspec } from '../fixtures/nupkg.ts';
import { parseIdentity, parseNuspec } from './nuspec.ts';
import { formatRange } from './range.ts';

function parse(metadata: string, attributes?: string) {
  const texts = { id: 'Probe', version: '1.0.0', metadata };
  return parseNuspec(Buffer.from(buildNuspec(attributes === undefined ? texts : { ...texts, attributes })));
}

const plain = buildNuspec({ id: 'Probe', version: '1.0.0' });

describe('encodings and namespaces', () => {
  test.each([
    ['no mark', Buffer.from(plain)],
    ['a UTF-8 mark', Buffer.from(`\ufeff${plain}`)],
    ['no namespace', Buffer.from(plain.replace(/ xmlns="[^"]*"/, ''))],
    [
      'a prefix',
      Buffer.from(
        '<n:package xmlns:n="urn:any"><n:metadata><n:id>Probe</n:id><n:version>1.0.0</n:version></n:metadata></n:package>',
      ),
    ],
  ])('a manifest with %s is read', (_title, bytes) => {
    expect(parseIdentity(bytes)).toEqual({ id: 'Probe', version: '1.0.0' });
  });

  test.each([
    [
      'a document type',
      `<!DOCTYPE package [<!ENTITY x "y">]>${plain.replace(/^<\?[^>]*>/, '')}`,
      /document type/,
    ],
    ['open elements', '<package><metadata><id>Probe</id>', /well-formed/],
    ['no XML', 'id: Probe', /well-formed|no package metadata/],
    [
      'another root',
      '<project><metadata><id>P</id><version>1</version></metadata></project>',
      /no package metadata/,
    ],
    ['no version', '<package><metadata><id>Probe</id></metadata></package>', /no id or no version/],
    [
      'two ids',
      '<package><metadata><id>A</id><version>1</version><id>B</id></metadata></package>',
      /more than one id/,
    ],
    [
      'two lots of metadata',
      '<package><metadata><id>A</id></metadata><metadata><id>B</id></metadata></package>',
      /more than one metadata/,
    ],
    ['deep nesting', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, /well-formed/],
    ['a prototype name', '<package><metadata><__proto__>x</__proto__></metadata></package>', /well-formed/],
  ])('a manifest with %s is refused', (_title, text, reason) => {
    expect(() => parseIdentity(Buffer.from(text))).toThrow(reason);
  });

  const declaring = (encoding: string) => plain.replace('"utf-8"', `"${encoding}"`);
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

  // the client's XML reader was tried with each document: accepted and refused ones
  test.each([
    ['UTF-16, little endian', utf16(declaring('utf-16'))],
    ['UTF-16, big endian', utf16(declaring('UTF-16')).swap16()],
    ['UTF-16, nothing declared', utf16(plain.replace(/^<\?[^>]*>/, ''))],
    ['UTF-8 in capitals', Buffer.from(declaring('UTF-8'))],
    ['UTF-8, nothing declared', Buffer.from(plain.replace(/^<\?[^>]*>/, ''))],
    ['ASCII that is declared as Latin-1', Buffer.from(declaring('iso-8859-1'))],
    ['ASCII with single quotes', Buffer.from(plain.replace('"utf-8"', "'us-ascii'"))],
  ])('a manifest that is what it declares is read: %s', (_title, bytes) => {
    expect(parseIdentity(bytes)).toEqual({ id: 'Probe', version: '1.0.0' });
  });

  test.each([
    ['UTF-8 declared as UTF-16', Buffer.from(declaring('utf-16')), 'utf-16, but is written in UTF-8'],
    [
      'UTF-8 with a mark declared as UTF-16',
      Buffer.from(`\ufeff${declaring('UTF-16')}`),
      'utf-16, but is written in UTF-8',
    ],
    ['UTF-16 declared as UTF-8', utf16(plain), 'utf-8, but is written in UTF-16LE'],
    [
      'big endian declared as little endian',
      utf16(declaring('utf-16le')).swap16(),
      'utf-16le, but is written in UTF-16BE',
    ],
    [
      'UTF-8 beyond ASCII declared as Latin-1',
      Buffer.from(declaring('iso-8859-1').replace('Alice', 'Zo\u00eb')),
      'iso-8859-1, but is written in UTF-8',
    ],
    ['ASCII declared as UTF-7', Buffer.from(declaring('utf-7')), 'utf-7, but is written in UTF-8'],
  ])('a manifest that is something else than it declares is refused: %s', (_title, bytes, reason) => {
    expect(() => parseIdentity(bytes)).toThrow(`the nuspec declares the encoding ${reason}`);
  });

  test('a manifest that declares two encodings is refused', () => {
    const text = plain.replace('encoding="utf-8"', 'encoding="utf-8" encoding="utf-16"');

    expect(() => parseIdentity(Buffer.from(text))).toThrow(/twice/);
  });

  test('bytes that are no text are refused', () => {
    expect(() => parseIdentity(Buffer.from([0x3c, 0x61, 0xff, 0x3e]))).toThrow(/UTF-8/);
  });
});

test('every element that the protocol knows is read', () => {
  const nuspec = parse(
    `<title>The Probe</title><authors>Alice, Bob</authors><summary>Short</summary>
     <description>Long &amp; &lt;clear&gt; &#233;</description><language>en-GB</language>
     <iconUrl>https://example.com/i.png</iconUrl><licenseUrl>https://example.com/l</licenseUrl>
     <projectUrl>https://example.com/p</projectUrl><license type="expression">MIT</license>
     <icon>images\\icon.png</icon><readme>docs/readme.md</readme>
     <requireLicenseAcceptance>TRUE</requireLicenseAcceptance><tags>json  tools, json;fast</tags>
     <packageTypes><packageType name="DotnetTool" version="1.0"/><packageType name="Other"/></packageTypes>
     <repository type="git" url="https://example.com/r.git" branch="main" commit="abc"/>`,
    'minClientVersion="3.3"',
  );

  expect(nuspec).toEqual({
    id: 'Probe',
    version: '1.0.0',
    authors: ['Alice', 'Bob'],
    title: 'The Probe',
    summary: 'Short',
    description: 'Long & <clear> é',
    language: 'en-GB',
    iconUrl: 'https://example.com/i.png',
    licenseUrl: 'https://example.com/l',
    projectUrl: 'https://example.com/p',
    license: { kind: 'expression', value: 'MIT' },
    icon: 'images\\icon.png',
    readme: 'docs/readme.md',
    requireLicenseAcceptance: true,
    minClientVersion: '3.3',
    tags: ['json', 'tools', 'fast'],
    groups: [],
    packageTypes: [
      { name: 'DotnetTool', version: '1.0' },
      { name: 'Other', version: null },
    ],
    repository: { type: 'git', url: 'https://example.com/r.git', branch: 'main', commit: 'abc' },
  });
});

test('a literal section stays as it is', () => {
  expect(parse('<description><![CDATA[a &amp; <b>]]></description>').description).toBe('a &amp; <b>');
});

test('an undeclared entity stays text', () => {
  expect(parse('<description>&nbsp;&#xD800;&#0;</description>').description).toBe('&nbsp;\ufffd\ufffd');
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'not a url', 'file:///etc/passwd'])(
  'the link %s is dropped',
  (url) => {
    expect(parse(`<projectUrl>${url}</projectUrl>`).projectUrl).toBe('');
  },
);

test('without package types it is a dependency', () => {
  expect(parse('').packageTypes).toEqual([{ name: 'Dependency', version: null }]);
});

describe('dependencies', () => {
  function groups(xml: string) {
    return parse(`<dependencies>${xml}</dependencies>`).groups.map((group) => ({
      framework: group.targetFramework,
      dependencies: group.dependencies.map(({ id, range }) => `${id} ${formatRange(range)}`),
    }));
  }

  test('groups keep their framework, and an empty one stays', () => {
    const found = groups(
      '<group targetFramework="net8.0"><dependency id="Rand" version="2.0.0" exclude="Build"/></group><group targetFramework="net472"/>',
    );

    expect(found).toEqual([
      { framework: 'net8.0', dependencies: ['Rand [2.0.0, )'] },
      { framework: 'net472', dependencies: [] },
    ]);
  });

  test('the old form without groups holds for every framework', () => {
    const found = groups('<dependency id="A"/><dependency id="B" version="[1.0]"/>');

    expect(found).toEqual([{ framework: null, dependencies: ['A (, )', 'B [1.0.0, 1.0.0]'] }]);
  });

  test.each(['<dependency version="1.0"/>', '<dependency id="../x"/>', '<dependency id="A" version="1.*"/>'])(
    '%s is refused',
    (xml) => {
      expect(() => groups(xml)).toThrow(/dependency/);
    },
  );
});
