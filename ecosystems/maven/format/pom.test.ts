import { describe, expect, it } from 'vitest';
import { pomOf } from '../fixtures/pom.ts';
import { readChecksum } from './checksum-text.ts';
import { parsePom } from './pom.ts';
import { versionsSaid } from './sent-metadata.ts';

const at = { group: 'org.acme', artifact: 'probe', version: '1.0' };

describe('a POM', () => {
  it('says what is published, and what it needs', () => {
    const inside = `<description> A &lt;probe&gt; </description><url>https://acme.test/\${project.artifactId}</url>
      <licenses><license><name>MIT</name></license><license><name>Apache-2.0</name></license></licenses>
      <properties><other.version>2.5</other.version></properties>
      <dependencies><dependency><groupId>\${project.groupId}</groupId><artifactId>other</artifactId>
        <version>\${other.version}</version><scope>test</scope><optional>true</optional></dependency></dependencies>`;

    expect(parsePom(Buffer.from(pomOf({ ...at, inside })))).toMatchObject({
      ...at,
      packaging: 'jar',
      isRelocated: false,
      description: 'A <probe>',
      url: 'https://acme.test/probe',
      licenses: ['MIT', 'Apache-2.0'],
      dependencies: [
        { group: 'org.acme', artifact: 'other', version: '2.5', scope: 'test', isOptional: true },
      ],
    });
  });

  it('inherits group and version from its parent, and knows its own properties', () => {
    const text = `<project><parent><groupId>org.acme</groupId><artifactId>all</artifactId><version>3</version></parent>
      <artifactId>probe</artifactId><version>\${revision}</version><properties><revision>3.1</revision></properties></project>`;

    expect(parsePom(Buffer.from(text))).toMatchObject({
      group: 'org.acme',
      artifact: 'probe',
      version: '3.1',
    });
  });

  it('may be written as old editors write it, where it says so', () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><project><artifactId>a</artifactId><description>Gr\u00fc\u00dfe</description></project>`;

    expect(parsePom(Buffer.from(text, 'latin1')).description).toBe('Gr\u00fc\u00dfe');
    const undeclared = text.replace(' encoding="ISO-8859-1"', '');
    expect(() => parsePom(Buffer.from(undeclared, 'latin1'))).toThrow('is not valid UTF-8');
  });

  it('has no characters that XML does not have', () => {
    const text = pomOf({ ...at, version: '1.0\0' });

    expect(() => parsePom(Buffer.from(text))).toThrow('is not well-formed XML');
  });

  it('that fills itself in for ever ends', () => {
    const inside = `<properties><a>\${b}\${b}</a><b>\${a}\${a}</b></properties><url>\${a}</url>`;

    expect(parsePom(Buffer.from(pomOf({ ...at, inside }))).url).toBe('${b}${b}');
  });
});

it.each([
  ['d41d8cd98f00b204e9800998ecf8427e', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['D41D8CD98F00B204E9800998ECF8427E  probe-1.0.jar\n', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['MD5(probe-1.0.jar)= d41d8cd98f00b204e9800998ecf8427e\r\n', 'd41d8cd98f00b204e9800998ecf8427e'],
])('the checksum in %j is read', (text, digest) => {
  expect(readChecksum(Buffer.from(text), 'md5')).toBe(digest);
});

it.each(['', 'd41d8cd98f00b204e9800998ecf8427', 'no', 'd41d8cd98f00b204e9800998ecf8427ez'])(
  'there is no checksum in %j',
  (text) => {
    expect(() => readChecksum(Buffer.from(text), 'md5')).toThrow('no md5 checksum');
  },
);

it('metadata of a client names its newest versions, however many there are', () => {
  const versions = Array.from({ length: 5_000 }, (_, index) => `<version>1.${index}</version>`).join('');
  const text = `<metadata><versioning><release>2.0</release><latest>2.0</latest><versions>${versions}</versions></versioning></metadata>`;

  expect(versionsSaid(Buffer.from(text))).toEqual([
    '2.0',
    ...Array.from({ length: 10 }, (_, index) => `1.${4_990 + index}`),
  ]);
});
